import { withDays } from "../../core/calendar/day.ts";
import { capital, labelOf, valueWords, wordsOf } from "../../core/text/labels.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { CellStyle } from "../../core/workbook/cell.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { ParameterKind } from "../../pricing/request/parameter.ts";
import type { LineOutcome } from "../pricing/line-outcome.ts";
import { hasRemark } from "../pricing/remarks.ts";
import { claimNumberColumn } from "../reading/claim-number-column.ts";
import { meaningOf } from "../reading/column-words.ts";
import { amountUnder, heading, payerClaimColumn, roleByIndex } from "../reading/input-columns.ts";
import { readPaid, readUnits, unitsIn } from "../values/amounts.ts";
import { ALLOWED_AMOUNT, BILLED_AMOUNT, CHARGES, PAID_AMOUNT, UNITS } from "../values/column-names.ts";
import { readersOf } from "../values/readers.ts";
import { type ColumnReader, columnReader, ourColumns, type WrittenOutput } from "../writing/output-columns.ts";
import { reasonColumns } from "./line-reasons.ts";
import { creditColumn, creditHeading } from "./negative-payments.ts";
import type { RunFacts } from "./report.ts";
import type { LineColumn } from "./table-sheet.ts";

type Cells = readonly string[];

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
export function lineColumns(facts: RunFacts, outcome: LineOutcome): readonly LineColumn[] {
  const { lookup, output } = facts;
  const { names, form } = output;
  const all = ourColumns(form);
  const taken = new Set(names.map(heading));
  const named = (name: string) => (taken.has(name) ? `${name} (Ratebook)` : name);
  const textOf = columnReader(output);
  const ours = (name: string): LineColumn => {
    const style = styleOfOurs(name, lookup);
    const isTotaled = TOTALED.includes(name);
    return {
      heading: named(HEADINGS[name] ?? labelOf(name, lookup.acronyms)),
      style,
      isTotaled,
      of: (cells) =>
        name === LOOKUP ? lookupWords(textOf(cells, name), facts) : valueInWords(textOf(cells, name), facts),
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
export function inputColumns({ lookup, output }: RunFacts): readonly InputColumnShown[] {
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

/** Parts of the page's address beside the lookup: the units of a line, and the billed amount if it limits what is expected. */
function lineParametersReader(
  { columns: { units }, cells: { hasSemicolons } }: WrittenOutput,
  textOf: ColumnReader,
): (cells: Cells) => string {
  return (cells) => {
    const counted = units === null ? "" : unitsIn(cells[units.index] ?? "", hasSemicolons);
    const expected = textOf(cells, "expected_amount");
    const isLimited = expected !== "" && hasRemark(textOf(cells, "remark_codes"), "billed_below_rate");
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
  textOf: ColumnReader,
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
