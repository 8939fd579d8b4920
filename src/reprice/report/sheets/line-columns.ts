import type { RateLookup } from "../../../pricing/lookup.ts";
import type { ParameterKind } from "../../../request/parameter.ts";
import { Refusal } from "../../../text/refusal.ts";
import { snakeCase } from "../../../text/spelling.ts";
import type { CellStyle } from "../../../workbook/cell.ts";
import { ALLOWED_AMOUNT, BILLED_AMOUNT, PAID_AMOUNT, UNITS } from "../../reading/column-words.ts";
import { roleByIndex } from "../../reading/input-columns.ts";
import type { CellForm } from "../../values/cell-form.ts";
import { readPaid, readUnits } from "../../values/figures.ts";
import { readersOf } from "../../values/readers.ts";
import { ourColumns } from "../../writing/output-columns.ts";
import type { WrittenOutput } from "../../written-output.ts";
import type { TableColumn } from "./table.ts";

/** A column of a list of lines: where it stands in the output, and how a cell of it is shown. */
interface LineColumn extends TableColumn {
  readonly index: number;
  readonly shown: (text: string) => string;
}

/** Kinds of parameters that are more than texts. Codes and numbers of providers are texts: their zeros count. */
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
/** Texts that are read in full, on the screen and on paper: several short lines of them, since a wide column makes all others small in print. */
const WRAPPED = ["calculation_method", "error_message"];
const WRAPPED_WIDTH = 44;
const REMARKS = "remarks";

/** Columns of the input that mean nothing to us and stand first all the same: an export begins with what its owner knows a claim by. */
const OTHERS_FIRST = 2;

/** What says nothing in such a list. */
const NOT_LISTED = {
  priced: ["input_line", "result_number", "result_count", "remark_codes", "rate_found", "error_message"],
  notPriced: ["input_line", "result_number", "result_count", "remark_codes", "rate_found", ...FIRST_OURS.priced],
};

/**
 * The columns of a list: its line, what its owner knows it by, what was asked for, what it comes to and why, whatever else the input has, then our other
 * fields. Texts of the input that mean nothing to us stay texts. Printed is what was asked for and what it comes to: all columns on a page would be too
 * small to read.
 */
export function lineColumns(
  lookup: RateLookup,
  { names, columns, form, cells }: WrittenOutput,
  list: "priced" | "notPriced",
): readonly LineColumn[] {
  const roles = roleByIndex(columns);
  const asked = names.flatMap((heading, index) =>
    roles.has(index) ? [{ heading, index, ...askedAs(roles.get(index) as string, lookup, cells) }] : [],
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
  return [line, ...named, ...asked, ...first.map(ours), ...further, ...rest.map(ours)];
}

function asItIs(text: string): string {
  return text;
}

const PLAIN = { style: "text", shown: asItIs } as const;

const AMOUNTS: readonly string[] = [PAID_AMOUNT, ALLOWED_AMOUNT, BILLED_AMOUNT];

/** A column of the input as it was read, so that dates are days and amounts are numbers. */
function askedAs(role: string, lookup: RateLookup, cells: CellForm): Pick<LineColumn, "style" | "shown"> {
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

/** `expected_amount` as people read it. */
function headingOf(name: string): string {
  const words = name
    .replaceAll("_", " ")
    .replace(/\bnpi\b/, "NPI")
    .replace(/\bid\b/, "ID");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
