import type { OnProgress } from "../../core/runtime/progress.ts";
import { countText } from "../../core/text/plural.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { type Cell, type CellStyle, cell, type Row } from "../../core/workbook/cell.ts";
import type { OutputSheet } from "../../core/workbook/sheet-xml.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { ParameterKind } from "../../pricing/request/parameter.ts";
import type { LinesAndAmount } from "../pricing/payment-comparison.ts";
import { faultLines } from "../pricing/tally.ts";
import { ALLOWED_AMOUNT, BILLED_AMOUNT, PAID_AMOUNT, UNITS } from "../reading/column-words.ts";
import { roleByIndex } from "../reading/input-columns.ts";
import type { InputFile } from "../reading/input-file.ts";
import { readPaid, readUnits } from "../values/amounts.ts";
import { type CellForm, readersOf } from "../values/readers.ts";
import { ourColumns, type WrittenOutput } from "../writing/output-columns.ts";
import {
  interrupted,
  LISTED_MAX,
  notPricedLines,
  type RecordPlace,
  type RunFacts,
  recordAt,
  recordsOf,
} from "./report.ts";

/** Read side by side: in sequence, most of the time would be spent waiting. */
const READ_TOGETHER = 64;

export interface ListReading {
  readonly interruption: AbortSignal;
  readonly onProgress: OnProgress;
}

interface List {
  readonly name: string;
  readonly note: string;
  readonly of: "priced" | "notPriced";
  /** Whether an empty sheet, or one of a run without comparison, is shown. */
  readonly isShown: boolean;
  /** The total, of which some are listed. */
  readonly count: number;
  readonly places: readonly RecordPlace[];
}

/** The lines that were underpaid, overpaid, not priced, or priced without a modifier that changes the payment. */
export function listSheets(facts: RunFacts, file: InputFile, reading: ListReading): readonly OutputSheet[] {
  const { tally, report, output, called, lookup } = facts;
  const lists = listsOf(facts).filter(({ isShown }) => isShown);
  const { underpaid, overpaid, notPriced, modifierNotPriced } = report;
  const listed = [underpaid, overpaid, notPriced, modifierNotPriced].reduce((sum, { length }) => sum + length, 0);
  const total = listed + tally.faulty;
  let done = 0;
  return lists.map(({ name, note, of, count, places }) => {
    const columns = lineColumns(lookup, output, of);
    const rows = async function* (): AsyncGenerator<readonly string[]> {
      for (let at = 0; at < places.length; at += READ_TOGETHER) {
        if (reading.interruption.aborted) throw interrupted(output.out);
        const some = places.slice(at, at + READ_TOGETHER);
        for (const cells of await Promise.all(some.map((place) => recordAt(file, place)))) {
          yield columns.map(({ index, shown }) => shown(cells[index] ?? ""));
        }
        done += some.length;
        reading.onProgress({ stage: "writing the workbook", done, total });
      }
    };
    return tableSheet(name, `${note} ${cutText(count, places.length, called.out)}`.trim(), columns, rows());
  });
}

function listsOf({ tally, report, output }: RunFacts): readonly List[] {
  const { underpaid, overpaid } = tally.verdicts;
  const { modifierNotPriced } = tally;
  const compared = (name: string, { lines }: LinesAndAmount, places: readonly RecordPlace[]): List => ({
    name,
    note: `${countText(lines, "line")}, the largest first.`,
    of: "priced",
    isShown: output.form.isCompared,
    count: lines,
    places,
  });
  const count = notPricedLines(tally);
  const note = `${countText(count, "line")} without an amount.`;
  return [
    compared("Underpaid", underpaid, report.underpaid),
    compared("Overpaid", overpaid, report.overpaid),
    { name: "Not priced", note, of: "notPriced", isShown: true, count, places: report.notPriced },
    {
      name: "Modifier not priced",
      note: `${countText(modifierNotPriced.lines, "line")} with a modifier that changes what is paid and that the rate is without, the largest first: not compared.`,
      of: "priced",
      isShown: modifierNotPriced.lines > 0,
      count: modifierNotPriced.lines,
      places: report.modifierNotPriced,
    },
  ];
}

const FAULT_COLUMNS: readonly TableColumn[] = [
  { heading: "Line", style: "count" },
  { heading: "Columns at fault", style: "text" },
  { heading: "What is wrong", style: "text" },
];

/** The rejected lines, each with its errors and as it was. */
export function faultsSheet({ tally, output }: RunFacts, file: InputFile | null, reading: ListReading): OutputSheet {
  const columns = [...FAULT_COLUMNS, ...output.names.map((heading) => ({ heading, style: "text" }) as const)];
  const rows = async function* (): AsyncGenerator<readonly string[]> {
    let count = 0;
    if (file === null) return;
    for await (const records of recordsOf(file)) {
      if (reading.interruption.aborted) throw interrupted(output.out);
      for (const { cells } of records) {
        if (count === LISTED_MAX) return;
        count += 1;
        yield cells;
      }
    }
  };
  const count = faultLines(tally);
  const said = `${countText(tally.faulty, "line")} that are no claim and ${countText(tally.doubtful, "line")} whose units or amounts cannot be read.`;
  const remedy = file === null ? "" : `Correct them in ${file.path} and run that file again.`;
  const cut = cutText(count, Math.min(count, LISTED_MAX), file?.path ?? "");
  return tableSheet("Faults", `${said} ${remedy} ${cut}`.trim(), columns, rows());
}

function cutText(count: number, listed: number, path: string): string {
  return listed < count ? `The first ${countText(listed, "line")} are listed; all are in ${path}.` : "";
}

/** A column of a list of lines: its position in the output, and how its cells are shown. */
interface LineColumn extends TableColumn {
  readonly index: number;
  readonly shown: (text: string) => string;
}

/** Parameters that are more than texts. Codes and provider numbers are texts: their zeros count. */
const STYLE_OF_KIND: Partial<Readonly<Record<ParameterKind, CellStyle>>> = {
  day: "day",
  dollars: "money",
  count: "number",
};

/** What an analyst reads first, after what the line is about. */
const FIRST_OURS = {
  priced: [
    "units_priced",
    "payment_rate",
    "amount_at_rate",
    "expected_amount",
    "difference",
    "calculation_method",
    "remarks",
  ],
  notPriced: ["error_message", "remarks"],
};
/** Texts that are read in full. They are wrapped, since a wide column makes all others small in print. */
const WRAPPED = ["calculation_method", "error_message"];
const WRAPPED_WIDTH = 44;
const REMARKS = "remarks";

/** Unrecognised input columns that come first: an export begins with what its owner knows a claim by. */
const OTHERS_FIRST = 2;

const NOT_LISTED = {
  priced: ["input_line", "result_number", "result_count", "remark_codes", "rate_found", "error_message"],
  notPriced: ["input_line", "result_number", "result_count", "remark_codes", "rate_found", ...FIRST_OURS.priced],
};

/**
 * The columns of a list: line number, the owner's identification of the line, the request, the amounts and their reasons, other
 * input columns, then our other fields. Unrecognised input stays text. Only request and amounts are printed: all columns on a
 * page would be too small to read.
 */
function lineColumns(
  lookup: RateLookup,
  { names, columns, form, cells }: WrittenOutput,
  list: "priced" | "notPriced",
): readonly LineColumn[] {
  const roles = roleByIndex(columns);
  const requested = names.flatMap((heading, index) =>
    roles.has(index) ? [{ heading, index, ...inputForm(roles.get(index) as string, lookup, cells) }] : [],
  );
  const others = names.flatMap((heading, index) => (roles.has(index) ? [] : [{ heading, index, ...PLAIN }]));
  const all = ourColumns(form);
  const first = FIRST_OURS[list].filter((name) => all.includes(name));
  const lastPrinted = first.filter((name) => name !== REMARKS).at(-1);
  const ours = (name: string): LineColumn => ({
    ...(WRAPPED.includes(name) ? { width: WRAPPED_WIDTH } : {}),
    endsPrint: name === lastPrinted,
    heading: names.includes(headingOf(name)) ? `${headingOf(name)} (result)` : headingOf(name),
    index: names.length + all.indexOf(name),
    style: styleOfOurs(name, lookup),
    shown: asItIs,
  });
  const rest = all.filter((name) => !first.includes(name) && !NOT_LISTED[list].includes(name));
  const line = { ...ours("input_line"), heading: "Line" };
  const [named, further] = [others.slice(0, OTHERS_FIRST), others.slice(OTHERS_FIRST)];
  return [line, ...named, ...requested, ...first.map(ours), ...further, ...rest.map(ours)];
}

function asItIs(text: string): string {
  return text;
}

const PLAIN = { style: "text", shown: asItIs } as const;

const AMOUNTS: readonly string[] = [PAID_AMOUNT, ALLOWED_AMOUNT, BILLED_AMOUNT];

/** A column of the input as it was read, so that dates are days and amounts are numbers. */
function inputForm(role: string, lookup: RateLookup, cells: CellForm): Pick<LineColumn, "style" | "shown"> {
  const { hasSemicolons } = cells;
  if (AMOUNTS.includes(role))
    return { style: "money", shown: (text) => figureText(readPaid(text, hasSemicolons), text) };
  if (role === UNITS) return { style: "number", shown: (text) => figureText(readUnits(text, hasSemicolons), text) };
  const kind = Object.entries(lookup.parameters).find(([key]) => snakeCase(key) === role)?.[1].kind;
  const style = kind === undefined ? undefined : STYLE_OF_KIND[kind];
  if (style === undefined) return PLAIN;
  // Codes are texts, whatever their heading says.
  const read = readersOf(lookup, cells, null)(role);
  return {
    style,
    shown: (text) => {
      const value = read(text);
      return value instanceof Refusal ? text : value.text;
    },
  };
}

function figureText(read: ReturnType<typeof readPaid>, text: string): string {
  return read instanceof Refusal ? text : (read.figure?.text ?? "");
}

const STYLES_OF_OURS: Readonly<Record<string, CellStyle>> = {
  input_line: "count",
  units_priced: "number",
  amount_at_rate: "money",
  expected_amount: "money",
  difference: "money",
};

function styleOfOurs(name: string, { resultSchema }: RateLookup): CellStyle {
  if (WRAPPED.includes(name)) return "wrapped";
  const field = resultSchema.properties[name];
  if (field === undefined) return STYLES_OF_OURS[name] ?? "text";
  if (field.format === "date") return "day";
  const types = [field.type].flat();
  if (field.format === "decimal") return "figure";
  return types.includes("number") || types.includes("integer") ? "number" : "text";
}

/** `expected_amount` as a heading for people. */
function headingOf(name: string): string {
  const words = name
    .replaceAll("_", " ")
    .replace(/\bnpi\b/, "NPI")
    .replace(/\bid\b/, "ID");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A title and a note stand above the table. */
const HEADING_ROW = 3;

/** The column limit of spreadsheet programs. */
const COLUMNS_MAX = 16_384;

export interface TableColumn {
  readonly heading: string;
  readonly style: CellStyle;
  /** In characters; derived from its first values when absent. */
  readonly width?: number;
  readonly endsPrint?: boolean;
}

/** A sheet with a title, a note, fixed headings with filters, and rows of texts. */
export function tableSheet(
  name: string,
  note: string,
  all: readonly TableColumn[],
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): OutputSheet {
  const columns = all.slice(0, COLUMNS_MAX);
  const styled = async function* (): AsyncGenerator<Row> {
    yield [cell("title", name)];
    yield [cell("note", note)];
    yield columns.map(({ heading }): Cell => ({ style: "heading", text: heading }));
    for await (const row of rows) yield columns.map(({ style }, place) => cell(style, row[place] ?? null));
  };
  const widths = columns.map(({ width = null }) => width);
  const printedColumns = columns.findIndex(({ endsPrint }) => endsPrint) + 1;
  return { name, rows: styled(), headingRow: HEADING_ROW, widths, printedColumns };
}
