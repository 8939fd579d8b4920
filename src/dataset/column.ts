import { asMoney, compare, ONE, ZERO } from "../core/money/arithmetic.ts";
import { decimalsNeeded, type Factor, parseFactor } from "../core/money/factor.ts";
import type { Money } from "../core/money/money.ts";
import { foldCounty } from "../core/text/folding.ts";
import { Refusal } from "../core/text/refusal.ts";

/** What the cells of a column are; importers convert published cells accordingly. */
type ColumnKind = "text" | "code" | "choice" | "flag" | "integer" | "decimal" | "money" | "list";

/** A column of a canonical table: how a cell is read, and what an empty one means. */
export interface Column<Value> {
  readonly kind: ColumnKind;
  /** Of a choice: the values that it accepts. */
  readonly values?: readonly string[];
  readonly required: boolean;
  /** What a cell holds, in words, for the documentation. */
  readonly holds: string;
  readonly absent: Value;
  /** Values are kept in another form than cells are written in. */
  readonly isRewritten?: true;
  /** Cells are amounts in dollars, not weights or factors. */
  readonly isDollars?: true;
  /** Reads a trimmed, non-empty cell. */
  readonly read: (cell: string) => Value | Refusal;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

export type ValueOf<Of> = Of extends Column<infer Value> ? Value : never;

function optional<Value>(
  kind: ColumnKind,
  holds: string,
  read: (cell: string) => Value | Refusal,
): Column<Value | null> {
  return { kind, required: false, holds, absent: null, read };
}

export function required<Value>(column: Column<Value | null>): Column<Value> {
  return { ...(column as Column<Value>), required: true };
}

/** A column whose empty cells have a default. */
export function otherwise<Value>(column: Column<Value | null>, value: Value): Column<Value> {
  return { ...(column as Column<Value>), absent: value };
}

export function text(): Column<string | null> {
  return optional("text", "text", (cell) => cell);
}

/** Text of a given shape, such as a code. */
export function pattern(shape: RegExp, expected: string): Column<string | null> {
  const refusal = new Refusal(expected);
  return optional("text", expected, (cell) => (shape.test(cell) ? cell : refusal));
}

/** A column with several spellings of one value: `fold` gives the stored one. */
export function folded(column: Column<string | null>, fold: (value: string) => string): Column<string | null> {
  const read = (cell: string) => {
    const value = column.read(cell);
    return typeof value === "string" ? fold(value) : value;
  };
  return { ...column, absent: null, required: false, read, isRewritten: true };
}

/** A column stored in another form than written, such as a number without its suffix. */
export function keptAs<Value>(column: Column<Value | null>, form: (written: Value) => Value): Column<Value | null> {
  const read = (cell: string) => {
    const value = column.read(cell);
    return value === null || value instanceof Refusal ? value : form(value);
  };
  return { ...column, absent: null, required: false, read, isRewritten: true };
}

/** The name of a county, in the form in which counties are compared. */
export function county(): Column<string | null> {
  const refusal = new Refusal("the name of a county");
  return { ...text(), isRewritten: true, read: (cell) => foldCounty(cell) || refusal };
}

export const NPI = pattern(/^[0-9]{10}$/, "10 digits");

/** One of the API's own values, spelt exactly so. */
export function oneOf<const Value extends string>(values: readonly Value[]): Column<Value | null> {
  const known = new Map<string, Value>(values.map((value) => [value, value]));
  const expected = `one of ${values.join(", ")}`;
  const refusal = new Refusal(expected);
  return { ...optional("choice", expected, (cell) => known.get(cell) ?? refusal), values };
}

export function flag(): Column<boolean | null> {
  const refusal = new Refusal("true or false");
  return optional("flag", refusal.expected, (cell) => (cell === "true" ? true : cell === "false" ? false : refusal));
}

export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER): Column<number | null> {
  const range =
    max === Number.MAX_SAFE_INTEGER ? `a whole number of ${min} or more` : `a whole number ${min} to ${max}`;
  const refusal = new Refusal(range);
  return optional("integer", range, (cell) => {
    const value = /^-?[0-9]{1,15}$/.test(cell) ? Number(cell) : Number.NaN;
    return value >= min && value <= max ? value : refusal;
  });
}

export interface DecimalRange {
  /** Default: zero. */
  readonly least?: Factor;
  readonly aboveZero?: boolean;
  readonly most?: Factor;
  readonly decimalsMax?: number;
}

/** Far beyond any published figure, and still a number in JSON. */
const FIGURE_LENGTH_MAX = 40;
const TOO_LONG = new Refusal(`a figure of at most ${FIGURE_LENGTH_MAX} characters`);

/** A figure kept digit for digit. */
export function decimal(range: DecimalRange = {}): Column<Factor | null> {
  const refusal = new Refusal(rangeText(range));
  return optional("decimal", refusal.expected, (cell) => {
    if (cell.length > FIGURE_LENGTH_MAX) return TOO_LONG;
    const value = parseFactor(cell);
    return value !== null && isWithin(value, range) ? value : refusal;
  });
}

/** Dollars, with at most two decimals. */
export function money(range: Omit<DecimalRange, "decimalsMax"> = {}): Column<Money | null> {
  const { read, holds } = decimal({ ...range, decimalsMax: 2 });
  const column = optional("money", `dollars, ${holds}`, (cell) => {
    const value = read(cell) as Factor | Refusal;
    return value instanceof Refusal ? value : asMoney(value);
  });
  return inDollars(column);
}

/** Figures that are dollars, whatever their decimals: the rate of a drug, a conversion factor. */
export function inDollars<Value>(column: Column<Value>): Column<Value> {
  return { ...column, isDollars: true };
}

export function isWithin(value: Factor, { least = ZERO, aboveZero, most, decimalsMax }: DecimalRange): boolean {
  if (compare(value, least) < 0) return false;
  if (aboveZero && value.units === 0n) return false;
  if (most !== undefined && compare(value, most) > 0) return false;
  return decimalsMax === undefined || decimalsNeeded(value) <= decimalsMax;
}

export function rangeText({ least = ZERO, aboveZero, most, decimalsMax }: DecimalRange): string {
  const bounds = [aboveZero ? "above 0" : `of ${least.text} or more`];
  if (most !== undefined) bounds.push(`at most ${most.text}`);
  if (decimalsMax === 0) bounds.push("a whole number");
  else if (decimalsMax !== undefined) bounds.push(`at most ${decimalsMax} decimals`);
  return `a plain decimal ${bounds.join(", ")}`;
}

export const FRACTION: DecimalRange = { most: ONE };

/** Several values in one cell, separated by `|`. */
export function list<Value>(of: Column<Value | null>): Column<readonly Value[]> {
  const empty: readonly Value[] = [];
  return {
    kind: "list",
    required: false,
    holds: `a list separated by |, each ${of.holds}`,
    absent: empty,
    read: (cell) => {
      const values: Value[] = [];
      for (const part of cell.split("|")) {
        const value = of.read(part.trim());
        if (value instanceof Refusal) return new Refusal(`a list separated by |, each ${value.expected}`);
        values.push(value as Value);
      }
      return values;
    },
  };
}

/** Characters of a procedure code: CPT, HCPCS Level II, CDT and the states' own. */
export const CODE_LENGTH = 5;

/**
 * Numeric codes with a leading zero are those of anesthesia, 00100 to 01999. A spreadsheet that reads them as numbers
 * leaves 100 to 1999. So a code with fewer than five digits below this has lost its zeros. There are no codes from
 * 02000 to 09999.
 */
const FIRST_WITHOUT_LEADING_ZERO = 2000;

/** The code with the zeros that a spreadsheet removed; null if none is missing. */
export function withItsZeros(code: string): string | null {
  const isNumber = /^[0-9]+$/.test(code) && code.length < CODE_LENGTH;
  return isNumber && Number(code) < FIRST_WITHOUT_LEADING_ZERO ? code.padStart(CODE_LENGTH, "0") : null;
}

/**
 * A CPT or HCPCS code of a given shape. A code that lost its leading zeros is refused, with the likely code: lookups
 * would never find it, or take it for another.
 */
export function procedureCode(shape: RegExp, expected: string): Column<string | null> {
  const refusal = new Refusal(expected);
  return {
    kind: "code",
    required: false,
    holds: expected,
    absent: null,
    read(cell) {
      const likely = withItsZeros(cell);
      if (likely !== null) return new Refusal(`${expected}; did a spreadsheet drop its leading zeros? ${likely}`);
      return shape.test(cell) ? cell : refusal;
    },
  };
}
