import { csv, type FixtureCell, xlsx } from "../../../../imports/fixtures.ts";

/* The rates file as the state lays it out; descriptions and rows are ours. */

export const HEADINGS = [
  "Proc Type",
  "Proc Code",
  "Procedure Description",
  "Unit Value",
  "Basic Rate",
  "Child Rate",
  "ER Rate",
  "Conv Ind",
  "ER Ind",
  "Cutback Ind",
  "Prof %",
  "Rental Rate",
  "Non-Physn Med Prac Ind",
];

interface Rates {
  readonly child?: string;
  readonly er?: string;
  readonly cutback?: string;
  readonly prof?: string;
  readonly rental?: string;
}

/** A row as it is printed: amounts padded, `---` and `--` for none, numbers as `9.0`. */
export function rate(
  type: string,
  code: string,
  unit: string,
  basic: string,
  ind: string,
  rates: Rates = {},
): string[] {
  const { child, er, cutback = "0.0", prof = "0.0", rental = "0.00" } = rates;
  return [
    type,
    code,
    "a service                               ",
    unit,
    dollars(basic),
    child === undefined ? "    ---  " : dollars(child),
    er === undefined ? "    --   " : dollars(er),
    ind,
    er === undefined ? "0.0" : "1.0",
    cutback,
    prof,
    dollars(rental),
    "Y",
  ];
}

function dollars(amount: string): string {
  return `$${amount}`.padStart(9);
}

const END = ["End of Table", ...HEADINGS.slice(1).map(() => "")];

export function ratesFile(...rows: readonly (readonly string[])[]) {
  return { name: "rates.csv", content: csv(HEADINGS, ...rows, END) };
}

/** As a workbook, with its copyright line; cells that look like numbers are numbers. */
export function ratesWorkbook(...rows: readonly (readonly string[])[]): Buffer {
  const cells = [...rows, END].map((row) =>
    row.map((cell): FixtureCell => (/^[0-9.]+$/.test(cell) ? Number(cell) : cell)),
  );
  return xlsx({ rates_data: [["Copyright of somebody"], HEADINGS, ...cells] });
}

/** A row as editions since 2026 print it: nothing padded, indicators of three digits. */
export function currentRate(...[type, code, unit, basic, ind, rates = {}]: Parameters<typeof rate>): string[] {
  const { cutback = "0", prof = "0.00", ...others } = rates;
  return rate(type, code, unit, basic, ind, { ...others, cutback, prof }).map((cell) =>
    cell === "0.0" || cell === "1.0" ? cell.slice(0, 1) : cell.trim(),
  );
}

/** The first row of an edition since 2026. */
export function firstRow(asOf: string): string[] {
  return [`Codes are the property of somebody -- Medi-Cal Rates as of ${asOf}`, "Unnamed: 1", "Unnamed: 2"];
}

/** As editions since 2026 are: the day above the headings, and no row that ends the table. */
export function currentFile(...rows: readonly (readonly string[])[]) {
  return { name: "rates_data.csv", content: csv(firstRow("01/15/2026"), HEADINGS, ...rows) };
}
