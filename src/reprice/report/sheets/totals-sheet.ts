import type { OutputSheet } from "../../../workbook/sheet-xml.ts";
import { comparedWord } from "../../reading/paid-candidates.ts";
import type { RunFacts } from "../facts.ts";
import type { GroupRow } from "../group-totals.ts";
import type { Totals } from "../report.ts";
import { type TableColumn, tableSheet } from "./table.ts";

const HEADINGS: Readonly<Record<string, readonly [key: string, label: string | null]>> = {
  code: ["Code", "Description"],
  provider: ["Provider", "Name"],
  month: ["Month", null],
};

type Figure = TableColumn & { readonly of: (row: GroupRow) => string };

const COUNTED: readonly Figure[] = [
  { heading: "Lines", style: "count", of: ({ lines }) => String(lines) },
  { heading: "Not priced", style: "count", of: ({ notPriced }) => String(notPriced) },
  { heading: "Expected", style: "money", of: ({ expected }) => expected.text },
];

/** Beside them where a modifier is not priced. */
const MODIFIER_NOT_PRICED: readonly Figure[] = [
  {
    heading: "Modifier not priced lines",
    style: "count",
    of: ({ modifierNotPricedLines }) => String(modifierNotPricedLines),
  },
  {
    heading: "Modifier not priced, at the rate",
    style: "money",
    of: ({ modifierNotPriced }) => modifierNotPriced.text,
  },
];

const COMPARED: readonly Figure[] = [
  { heading: "Compared lines", style: "count", of: ({ compared }) => String(compared) },
  { heading: "Paid", style: "money", of: ({ paid }) => paid.text },
  { heading: "Underpaid lines", style: "count", of: ({ underpaidLines }) => String(underpaidLines) },
  { heading: "Underpaid", style: "money", of: ({ underpaid }) => underpaid.text },
  { heading: "Paid nothing lines", style: "count", of: ({ paidNothingLines }) => String(paidNothingLines) },
  { heading: "Paid nothing", style: "money", of: ({ paidNothing }) => paidNothing.text },
  { heading: "Overpaid lines", style: "count", of: ({ overpaidLines }) => String(overpaidLines) },
  { heading: "Overpaid", style: "money", of: ({ overpaid }) => overpaid.text },
  { heading: "Difference", style: "money", of: ({ difference }) => difference.text },
  { heading: "Taken back lines", style: "count", of: ({ takenBackLines }) => String(takenBackLines) },
  { heading: "Taken back", style: "money", of: ({ takenBack }) => takenBack.text },
];

/** In place of what was paid where what was allowed is compared. */
const ALLOWED: Figure = { heading: "Allowed", style: "money", of: ({ paid }) => paid.text };

/** The totals of one grouping, where most is missing first. */
export function totalsSheet({ by, rows }: Totals, { output, tally }: RunFacts): OutputSheet {
  const [key, label] = HEADINGS[by] ?? [by, null];
  const word = comparedWord(output.columns);
  const compared = COMPARED.map((each) => (each.heading === "Paid" && word === "allowed" ? ALLOWED : each));
  const unpriced = tally.modifierNotPriced.lines === 0 ? [] : MODIFIER_NOT_PRICED;
  const figures = [...COUNTED, ...(output.form.isCompared ? compared : []), ...unpriced];
  const named: readonly TableColumn[] = [
    { heading: key, style: "text" },
    ...(label === null ? [] : [{ heading: label, style: "text" } as const]),
  ];
  const cells = rows.map((row) => [
    row.key,
    ...(label === null ? [] : [row.label]),
    ...figures.map(({ of }) => of(row)),
  ]);
  const note =
    "Expected: all lines with one amount. Paid or allowed, under- and overpaid: the lines that were compared; paid nothing is part of underpaid. Taken back: not compared.";
  return tableSheet(`By ${by}`, note, [...named, ...figures], cells);
}
