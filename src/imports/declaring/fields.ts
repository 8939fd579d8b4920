import type { Period } from "../../core/calendar/period.ts";
import { asPublished, type Conversion } from "./conversions.ts";

/** A heading as printed (case, spaces and punctuation are ignored), or a pattern of it in lower case. */
export type Spelling = string | RegExp;

export type Whereabouts =
  | {
      readonly kind: "heading";
      readonly spellings: readonly Spelling[];
      /** Whether lists may have several of the spellings, of which the first one present counts. */
      readonly inOrder?: boolean;
      /** The heading that a mapping file names: if present, no other one is meant. */
      readonly named?: string;
    }
  | { readonly kind: "column"; readonly letters: string }
  | { readonly kind: "characters"; readonly from: number; readonly to: number }
  | { readonly kind: "numbered"; readonly spelling: string; readonly count: number; readonly named?: string }
  | { readonly kind: "dated"; readonly parts: DeclaredFields }
  /** All records have this text; a column with one of the headings may repeat it and must not contradict it. */
  | { readonly kind: "value"; readonly text: string; readonly spellings: readonly Spelling[] };

declare const readAs: unique symbol;

/** One value of a record: where it stands and how its text is converted. */
export interface Field<Value> {
  readonly where: Whereabouts;
  readonly convert: Conversion;
  /** Whether the file may lack it; it is then null or an empty list. */
  readonly optional: boolean;
  /** A legend of the publication that a mapping file may extend, and what its words mean. */
  readonly taught?: { readonly legend: string; readonly meaning: string };
  readonly [readAs]?: Value;
}

export type DeclaredFields = Readonly<Record<string, Field<unknown>>>;

/** The values of a record, by field; null for an empty cell. Read on access, and only during the call. */
export type RecordOf<Of extends DeclaredFields> = {
  readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never;
};

/** The cells under one date, by part, with the days until the next date begins. */
export interface DatedCells<Part extends string> {
  readonly period: Period;
  readonly cells: Readonly<Record<Part, string | null>>;
}

type Text = Field<string | null>;

/** A column found by its heading; several spellings may be accepted. */
export function heading(spellings: Spelling | readonly Spelling[], convert: Conversion = asPublished): Text {
  const list = typeof spellings === "string" || spellings instanceof RegExp ? [spellings] : spellings;
  return { where: { kind: "heading", spellings: list }, convert, optional: false };
}

/** A column that lists print in several kinds: the first spelling that is present counts. */
export function firstHeading(spellings: readonly Spelling[], convert: Conversion = asPublished): Text {
  return { where: { kind: "heading", spellings, inOrder: true }, convert, optional: false };
}

/** A column found by its letters, for layouts without usable headings. */
export function column(letters: string, convert: Conversion = asPublished): Text {
  return { where: { kind: "column", letters }, convert, optional: false };
}

/** Characters of a fixed-width line, counted from 1, inclusive. */
export function characters(from: number, to: number, convert: Conversion = asPublished): Text {
  return { where: { kind: "characters", from, to }, convert, optional: false };
}

/** Numbered columns: `Taxonomy Code_#` with 15 finds `Taxonomy Code_1` to `Taxonomy Code_15`. */
export function numbered(
  spelling: string,
  count: number,
  convert: Conversion = asPublished,
): Field<readonly (string | null)[]> {
  return { where: { kind: "numbered", spelling, count }, convert, optional: false };
}

/**
 * Columns that are effective from the day over them: among the captions, or in a row above. A part with headings is found by its
 * caption under each date; a single part may have none: every dated column is one.
 */
export function dated<const Parts extends Readonly<Record<string, Text>>>(
  parts: Parts,
): Field<readonly DatedCells<keyof Parts & string>[]> {
  return { where: { kind: "dated", parts }, convert: asPublished, optional: false };
}

export function optional<Value>(field: Field<Value>): Field<Value> {
  return { ...field, optional: true };
}

/** Legend of words in place of an amount where each claim is priced by hand. */
export const PRICED_BY_HAND = "priced_by_hand";

/** A field of amounts that accepts words for "priced by hand": known ones, and those that a mapping file adds. */
export function orPricedByHand<Value>(field: Field<Value>, meaning: string): Field<Value> {
  return { ...field, taught: { legend: PRICED_BY_HAND, meaning } };
}
