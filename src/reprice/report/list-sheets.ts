import { withDays } from "../../core/calendar/day.ts";
import type { OnProgress } from "../../core/runtime/progress.ts";
import {
  capital,
  faultWords,
  groupedDollars,
  labelOf,
  plainWords,
  valueWords,
  withValueWords,
  wordsOf,
} from "../../core/text/labels.ts";
import { messageWords } from "../../core/text/message-words.ts";
import { countText } from "../../core/text/plural.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { CellStyle } from "../../core/workbook/cell.ts";
import type { OutputSheet } from "../../core/workbook/sheet-xml.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { ParameterKind } from "../../pricing/request/parameter.ts";
import type { LineOutcome } from "../pricing/line-outcome.ts";
import { formulaOfRow } from "../pricing/payment-comparison.ts";
import { hasRemark, otherRatesIn, TAKEBACK_TO_CHECK } from "../pricing/remarks.ts";
import { faultLines } from "../pricing/tally.ts";
import { claimNumberColumn } from "../reading/claim-number-column.ts";
import { meaningOf } from "../reading/column-words.ts";
import { amountUnder, comparedWord, heading, payerClaimColumn, roleByIndex } from "../reading/input-columns.ts";
import type { InputFile } from "../reading/input-file.ts";
import { readPaid, readUnits, unitsIn } from "../values/amounts.ts";
import { ALLOWED_AMOUNT, BILLED_AMOUNT, CHARGES, PAID_AMOUNT, UNITS } from "../values/column-names.ts";
import { readersOf } from "../values/readers.ts";
import { ourColumns, type WrittenOutput } from "../writing/output-columns.ts";
import { creditColumn, creditHeading } from "./negative-payments.ts";
import { type RecordFile, type RecordPlace, recordsOf } from "./records.ts";
import { reasonOfLine, remediesOfLacks } from "./remedies.ts";
import { interrupted, LISTED_MAX, type OutcomeLines, type RunFacts, testDataWarning } from "./report.ts";
import { type TableColumn, tableSheet } from "./table-sheet.ts";

/** Lines between two looks at an interruption, and two reports of progress. */
const LINES_TOGETHER = 500;

export interface ListReading {
  readonly interruption: AbortSignal;
  readonly onProgress: OnProgress;
}

type Cells = readonly string[];
type LineColumn = TableColumn<Cells>;

interface List {
  readonly name: string;
  readonly note: string;
}

/** The sheets with lines: every line that was answered is in one of them. */
const LISTS: Readonly<Record<LineOutcome, List>> = {
  underpaid: { name: "Underpaid", note: "owed to us, the largest first." },
  overpaid: { name: "Overpaid", note: "may be asked back, the largest first." },
  as_expected: { name: "As expected", note: "paid as expected." },
  not_compared: { name: "Not compared", note: "priced and not compared, by reason: what was not owed first." },
  priced: { name: "Priced", note: "with a price; the file has no payments to compare." },
  not_priced: { name: "Not priced", note: "without a price; Reason has why." },
};

/** The sheets that a workbook always has, with or without lines. */
function isAlwaysListed(outcome: LineOutcome, isCompared: boolean): boolean {
  return outcome === "not_priced" || (outcome === "priced") !== isCompared;
}

/** The answered lines, a sheet for each outcome. Their records are read as the sheets are written; close `file` afterwards. */
export function listSheets(facts: RunFacts, file: RecordFile, reading: ListReading): readonly OutputSheet[] {
  const { report, output, called } = facts;
  const total = [...report.outcomes.values()].reduce((sum, { places }) => sum + places.count, 0);
  const warning = testDataWarning(facts);
  let done = 0;
  return (Object.keys(LISTS) as LineOutcome[])
    .filter((outcome) => report.outcomes.has(outcome) || isAlwaysListed(outcome, output.form.isCompared))
    .map((outcome) => {
      const { name, note } = LISTS[outcome];
      const lines = report.outcomes.get(outcome) ?? null;
      const rows = async function* (): AsyncGenerator<readonly Cells[]> {
        for (const places of batchesOf(lines)) {
          if (reading.interruption.aborted) throw interrupted(output.out);
          yield places.map((place) => file.cellsAt(place, lines?.places.isInOrder ?? true));
          done += places.length;
          reading.onProgress({ stage: "writing the workbook", done, total });
        }
      };
      const apart = (lines?.notOwed.lines ?? 0) + (lines?.atAlternative.lines ?? 0);
      const count = (lines?.totals.lines ?? 0) + apart;
      return tableSheet({
        name,
        note: `${countText(count, "line")} ${note}`,
        columns: lineColumns(facts, outcome),
        rows: rows(),
        all: { count, what: "lines", whole: called.out },
        warning,
      });
    });
}

function* batchesOf(lines: OutcomeLines | null): Generator<readonly RecordPlace[]> {
  let batch: RecordPlace[] = [];
  for (const place of lines?.places.places() ?? []) {
    batch.push(place);
    if (batch.length < LINES_TOGETHER) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const REJECTED_COLUMNS: readonly LineColumn[] = [
  { heading: "Line", style: "count", of: (cells) => cells[0] ?? "" },
  { heading: "Columns", style: "text", of: (cells) => cells[1] ?? "" },
  { heading: "Reason", style: "wrapped", width: 60, of: (cells) => cells[2] ?? "", endsPrint: true },
];

/** The rejected lines, each with its errors and as it was. */
export function rejectedSheet(facts: RunFacts, file: InputFile | null, reading: ListReading): OutputSheet {
  const { tally, output } = facts;
  const ofInput = inputColumns(facts).map(
    ({ heading, style, index, shown }): LineColumn => ({
      heading,
      style,
      of: (cells) => shown(cells[REJECTED_COLUMNS.length + index] ?? ""),
    }),
  );
  const rows = async function* (): AsyncGenerator<readonly Cells[]> {
    let count = 0;
    if (file === null) return;
    for await (const records of recordsOf(file)) {
      if (reading.interruption.aborted) throw interrupted(output.out);
      yield records.slice(0, LISTED_MAX - count).map(({ cells }) => cells);
      count += records.length;
      if (count >= LISTED_MAX) return;
    }
  };
  const count = faultLines(tally);
  const doubtful =
    tally.doubtful === 0
      ? ""
      : ` ${countText(tally.doubtful, "line")} whose units, amounts or denial codes cannot be read: priced, and in another sheet as well.`;
  // The name of a download is not that of the file, and the client knows it.
  const isDownload = file?.path !== output.faultsFile;
  const where = isDownload ? "the file of rejected lines" : file?.path;
  const remedy = file === null ? "" : ` Correct them in ${where} and run that file again.`;
  return tableSheet({
    name: "Rejected",
    note: `${countText(tally.faulty, "line")} that cannot be read as a claim.${doubtful}${remedy}`,
    columns: [...REJECTED_COLUMNS, ...ofInput],
    rows: rows(),
    all: { count, what: "rejected lines", whole: where ?? "" },
    warning: testDataWarning(facts),
  });
}

/** A column of the input: its position, and how its cells are shown. */
interface InputColumnShown {
  readonly heading: string;
  readonly index: number;
  readonly style: CellStyle;
  readonly shown: (text: string) => string;
  /** Whether it has a role. */
  readonly isRead: boolean;
}

/** Parameters that are more than texts. Codes and provider numbers are texts: their zeros count. */
const STYLE_OF_KIND: Partial<Readonly<Record<ParameterKind, CellStyle>>> = {
  day: "day",
  dollars: "money",
  count: "number",
};

const AMOUNTS: readonly string[] = [PAID_AMOUNT, ALLOWED_AMOUNT, BILLED_AMOUNT, ...CHARGES];

/** The columns of the input as they were read: dates are days, amounts are numbers, everything else is text. */
function inputColumns({ lookup, output }: RunFacts): readonly InputColumnShown[] {
  const { names, columns, cells } = output;
  const { hasSemicolons } = cells;
  const roles = roleByIndex(columns);
  const money = { style: "money", shown: (text: string) => figureText(readPaid(text, hasSemicolons), text) } as const;
  const plain = { style: "text", shown: (text: string) => text } as const;
  return names.map((name, index) => {
    const role = roles.get(index) ?? null;
    // An amount that was not used, such as the paid one beside the allowed one, is a number all the same.
    const meaning = role ?? meaningOf(heading(name), AMOUNTS, lookup);
    const column = { heading: heading(name), index, isRead: role !== null };
    if (meaning !== null && AMOUNTS.includes(meaning)) return { ...column, ...money };
    if (role === null) return { ...column, ...plain };
    if (role === UNITS) {
      return { ...column, style: "number", shown: (text) => figureText(readUnits(text, hasSemicolons), text) };
    }
    const kind = Object.entries(lookup.parameters).find(([key]) => snakeCase(key) === role)?.[1].kind;
    const style = kind === undefined ? undefined : STYLE_OF_KIND[kind];
    if (style === undefined) return { ...column, ...plain };
    // Codes are texts, whatever their heading says.
    const read = readersOf(lookup, cells, null)(role);
    return {
      ...column,
      style,
      shown: (text) => {
        const value = read(text);
        return value instanceof Refusal ? text : value.text;
      },
    };
  });
}

/** A payment that is written as a credit has the sign that it was compared with: the sums of a sheet are those of the summary. */
function asUsed(column: InputColumnShown, { output: { columns, cells } }: RunFacts): InputColumnShown {
  const credit = creditColumn(columns);
  if (credit?.index !== column.index) return column;
  const used = { index: 0, isCredit: true } as const;
  return {
    ...column,
    heading: creditHeading(column.heading),
    shown: (text) => amountUnder(used, [text], cells.hasSemicolons)?.text ?? column.shown(text),
  };
}

function figureText(read: ReturnType<typeof readPaid>, text: string): string {
  return read instanceof Refusal ? text : (read.figure?.text ?? "");
}

/** Texts that are read in full. They are wrapped, since a wide column makes all others small in print. */
const WRAPPED_WIDTH = 44;

/** Unrecognised input columns that come first: an export begins with what its owner knows a claim by. */
const OTHERS_FIRST = 2;

/** Our column with the parameters of a lookup as a query. */
const LOOKUP = "lookup";

/** Our columns that a sheet shows in other words, or that its name says. */
const SHOWN_OTHERWISE: readonly string[] = [
  ...["input_line", "result_number", "result_count", "date_priced", "outcome", "reason", "remark_codes"],
  ...["rate_found", "error_message", "calculation_method", "remarks"],
];

/**
 * The columns of a list: line number, the owner's identification of the line, the request, the amounts and their reasons, other
 * input columns, then our other fields. Unrecognised input stays text. Only request and amounts are printed: all columns on a
 * page would be too small to read.
 */
function lineColumns(facts: RunFacts, outcome: LineOutcome): readonly LineColumn[] {
  const { lookup, output } = facts;
  const { names, form } = output;
  const all = ourColumns(form);
  const taken = new Set(names.map(heading));
  const named = (name: string) => (taken.has(name) ? `${name} (Ratebook)` : name);
  const textOf = fieldReader(output);
  const ours = (name: string): LineColumn => {
    const style = styleOfOurs(name, lookup);
    const isTotaled = TOTALED.includes(name);
    return {
      heading: named(HEADINGS[name] ?? labelOf(name, lookup.acronyms)),
      style,
      isTotaled,
      of: (cells) => {
        if (name === "expected_amount" && hasRemark(textOf(cells, "remark_codes"), "not_owed")) return "";
        return name === LOOKUP ? lookupWords(textOf(cells, name), facts) : valueInWords(textOf(cells, name), facts);
      },
    };
  };
  const input = inputColumns(facts).map((column) => asUsed(column, facts));
  const ofInput = input.map(
    ({ heading, style, index, shown }): LineColumn => ({
      heading,
      style,
      isTotaled: style === "money",
      of: (cells) => shown(cells[index] ?? ""),
    }),
  );
  const read = ofInput.filter((_, place) => input[place]?.isRead);
  const others = claimsFirst(
    ofInput.filter((_, place) => !input[place]?.isRead),
    output,
  );
  const amounts = ["units_priced", "payment_rate", "amount_at_rate", "expected_amount", "difference"];
  const isShown = (name: string) => all.includes(name) && (name !== "difference" || outcome !== "not_compared");
  const first = outcome === "not_priced" ? [] : amounts.filter(isShown);
  const reasons = reasonColumns(outcome, textOf, named, facts);
  const line: LineColumn = { heading: named("Line"), style: "count", of: (cells) => textOf(cells, "input_line") };
  const rest = all.filter((name) => !amounts.includes(name) && !SHOWN_OTHERWISE.includes(name));
  const before = [
    ...[line, ...others.slice(0, OTHERS_FIRST), ...read, ...first.map(ours), ...reasons],
    ...[...others.slice(OTHERS_FIRST), ...rest.map(ours)],
  ];
  if (facts.pageAddress === null) return before;
  return withLinks(before, facts.pageAddress, named("Explanation"), textOf, lineParametersReader(output, textOf));
}

const FLAGS: readonly string[] = ["true", "false"];

/** A value as the API names it: `fee_schedule`. */
const VALUE_NAME = /^[a-z]+(?:_[a-z]+)+$/;

/** A value in the words of its state; one without words there is read as its name: `fee_schedule` is "fee schedule". */
function valueInWords(value: string, { state, lookup }: RunFacts): string {
  return valueWords(value, state.valueWords).replace(VALUE_NAME, (name) => wordsOf(name, lookup.acronyms));
}

/** `NPI 1000700140, billing code 99213, date of service Oct 1, 2026`: what was looked up, in words. */
function lookupWords(query: string, facts: RunFacts): string {
  const said = [...new URLSearchParams(query)].map(([name, value]) => {
    const colon = FLAGS.includes(value) ? ":" : "";
    return `${wordsOf(name, facts.lookup.acronyms)}${colon} ${withDays(valueInWords(value, facts))}`;
  });
  return capital(said.join(", "));
}

/** Where a table has the payer's number of a claim, both numbers of the claim come first. */
function claimsFirst(others: readonly LineColumn[], { names, columns }: WrittenOutput): readonly LineColumn[] {
  const payers = payerClaimColumn(names);
  if (payers === null) return others;
  const numbers = [claimNumberColumn(names, columns), payers].map((index) => heading(names[index ?? -1] ?? ""));
  const first = numbers.flatMap((name) => others.find((column) => column.heading === name) ?? []);
  return [...first, ...others.filter((column) => !first.includes(column))];
}

type FieldReader = (cells: Cells, name: string) => string;

/** Reads a column of ours by its name; empty when the output does not have it. */
function fieldReader({ names, form }: WrittenOutput): FieldReader {
  const places = new Map(ourColumns(form).map((name, place) => [name, names.length + place] as const));
  return (cells, name) => {
    const place = places.get(name);
    return place === undefined ? "" : (cells[place] ?? "");
  };
}

/** Why the line is in its sheet, how its amount is calculated, and what to note. */
function reasonColumns(
  outcome: LineOutcome,
  textOf: FieldReader,
  named: (name: string) => string,
  { tally, lookup, state, output: { columns } }: RunFacts,
): readonly LineColumn[] {
  const ofState = (text: string) => withValueWords(text, state.valueWords);
  const inWords = (text: string) => withDays(plainWords(ofState(text), lookup.acronyms));
  const notes: LineColumn = {
    heading: named("Notes"),
    style: "text",
    of: (cells) => withDays(faultWords(ofState(textOf(cells, "remarks")), lookup.acronyms)),
  };
  const wrapped = { style: "wrapped", width: WRAPPED_WIDTH } as const;
  const lacks = remediesOfLacks(tally.notPriced);
  const reasonOf = (cells: Cells) => reasonOfLine(textOf(cells, "reason"), textOf(cells, "error_message"), lacks);
  const otherRates = (cells: Cells) =>
    groupedDollars(otherRatesIn(textOf(cells, "remarks"), textOf(cells, "remark_codes")));
  const word = comparedWord(columns);
  const compared: LineColumn = {
    ...wrapped,
    heading: named("Reason"),
    of: (cells) =>
      [varianceText(cells, textOf, word), takebackWords(textOf(cells, "remark_codes")), otherRates(cells)]
        .filter((text) => text !== "")
        .join(" "),
  };
  const hasReason = outcome === "not_priced" || outcome === "not_compared" || outcome === "priced";
  const reasons: readonly LineColumn[] = [
    {
      ...wrapped,
      heading: named("Reason"),
      of: (cells) =>
        otherRates(cells) || withDays(messageWords(ofState(reasonOf(cells).why), "column", lookup.acronyms)),
    },
    { ...wrapped, heading: named("What to do"), of: (cells) => inWords(reasonOf(cells).remedy) },
  ];
  const formula: LineColumn = {
    ...wrapped,
    heading: named("Formula"),
    of: (cells) => inWords(formulaOfRow((name) => textOf(cells, name))),
  };
  const printed = [...(hasReason ? reasons : [compared]), ...(outcome === "not_priced" ? [] : [formula])];
  return [...printed.map((column, place) => ({ ...column, endsPrint: place === printed.length - 1 })), notes];
}

/** Why a compared line is in its sheet, as far as its amounts and its remarks say. */
function varianceText(cells: Cells, textOf: FieldReader, word: string): string {
  const [expected, difference] = [textOf(cells, "expected_amount"), textOf(cells, "difference")];
  const isLimited = hasRemark(textOf(cells, "remark_codes"), "billed_below_rate");
  const than = isLimited ? "what was billed, which is below the rate" : "the rate";
  const said = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  if (textOf(cells, "outcome") === "as_expected") {
    return difference === "0.00" ? `${said} at ${than}.` : `${said} within the tolerance of ${than}.`;
  }
  if (difference.startsWith("-")) return `${said} more than ${than}.`;
  if (hasRemark(textOf(cells, "remark_codes"), "put_on_patient")) {
    return `Nothing was ${word}: the payer put the amount on the patient.`;
  }
  if (difference === expected) return `Nothing was ${word}: denied or zero-paid.`;
  return `${said} less than ${than}.`;
}

/** Readers of the printed sheet of what is owed must not miss it: the notes are not printed. */
function takebackWords(codes: string): string {
  return hasRemark(codes, "takeback_in_file") ? TAKEBACK_TO_CHECK : "";
}

/** Parts of the page's address beside the lookup: the units of a line, and the billed amount if it limits what is expected. */
function lineParametersReader(
  { columns: { units }, cells: { hasSemicolons } }: WrittenOutput,
  textOf: FieldReader,
): (cells: Cells) => string {
  return (cells) => {
    const counted = units === null ? "" : unitsIn(cells[units.index] ?? "", hasSemicolons);
    const expected = textOf(cells, "expected_amount");
    const isLimited = hasRemark(textOf(cells, "remark_codes"), "billed_below_rate");
    return `${counted === "" ? "" : `&units=${counted}`}${isLimited ? `&billed=${expected}` : ""}`;
  };
}

/** The longest address that the function of spreadsheet programs opens. */
const LINK_CHARACTERS_MAX = 255;

const LINK_TEXT = "Open";

/**
 * A link to the explanation of each line. A formula, since it follows the row when a reader sorts the table; the links of a sheet
 * may stay where they were.
 */
function withLinks(
  columns: readonly LineColumn[],
  address: string,
  heading: string,
  textOf: FieldReader,
  lineParameters: (cells: Cells) => string,
): readonly LineColumn[] {
  // A query has no quotes.
  const linkOf = (cells: Cells) => `${address}${textOf(cells, LOOKUP)}${lineParameters(cells)}`;
  const isLinked = (cells: Cells) => textOf(cells, LOOKUP) !== "" && linkOf(cells).length <= LINK_CHARACTERS_MAX;
  const link: LineColumn = {
    heading,
    style: "link",
    of: (cells) => (isLinked(cells) ? LINK_TEXT : ""),
    formula: (cells) => (isLinked(cells) ? `HYPERLINK("${linkOf(cells)}","${LINK_TEXT}")` : null),
  };
  const [line, ...others] = columns as [LineColumn, ...LineColumn[]];
  return [line, link, ...others];
}

/** Headings for people, where the name of the field is not one. */
const HEADINGS: Readonly<Record<string, string>> = {
  payment_rate: "Rate",
  payment_rate_type: "Kind of rate",
  provider_matches_total: "Providers of this name",
  billing_code_description: "Description of the code",
  effective_start_date: "Effective from",
  effective_end_date: "Effective to",
  expected_amount: "Expected",
  difference: "Variance",
  lookup: "Looked up",
  medicare_payment_rate: "Medicare rate",
  medicare_ratio: "Rate over Medicare's",
  medicare_locality: "Medicare locality",
  medicare_not_compared: "Why not over Medicare's",
};

const STYLES_OF_OURS: Readonly<Record<string, CellStyle>> = {
  units_priced: "number",
  amount_at_rate: "money",
  expected_amount: "money",
  difference: "money",
  payment_rate: "rate",
  medicare_payment_rate: "rate",
  medicare_ratio: "figure",
};

const TOTALED = ["amount_at_rate", "expected_amount", "difference"];

function styleOfOurs(name: string, { resultSchema }: RateLookup): CellStyle {
  const known = STYLES_OF_OURS[name];
  if (known !== undefined) return known;
  const field = resultSchema.properties[name];
  if (field === undefined) return "text";
  if (field.format === "date") return "day";
  const types = [field.type].flat();
  if (field.format === "decimal") return "figure";
  return types.includes("number") || types.includes("integer") ? "number" : "text";
}
