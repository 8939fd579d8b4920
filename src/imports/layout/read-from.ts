import { snakeCase } from "../../text/spelling.ts";
import type { Section } from "../declaring/publication.ts";
import { type Binding, type Bound, columnsRead, hasHeadings } from "./binding.ts";
import { columnLetters } from "./headings.ts";

/** A column, or characters of a line, that a field was read from. */
export interface ReadColumn {
  /** `B`, or `characters 1-5`. */
  readonly column: string;
  /** As printed; null where nothing stands over it. */
  readonly heading: string | null;
}

/** What a field was read from; no column where the list lacks it. */
export interface ReadField {
  /** As mapping files name it. */
  readonly field: string;
  readonly columns: readonly ReadColumn[];
}

/** Where the fields of a section stand in one list of rows. */
export interface ReadFrom {
  readonly section: string;
  /** The row of the headings, or of the first record where there are none: `line 5`. */
  readonly place: string;
  /** Whether the columns were found by a row of headings; otherwise what is shown as headings stands anywhere above them. */
  readonly isByHeadings: boolean;
  readonly fields: readonly ReadField[];
  /** The columns of amounts, by their headings, that no field was read from. */
  readonly notRead: readonly ReadColumn[];
}

/** Words of headings over amounts; a date, a code or a description beside them makes a column something else. */
const AMOUNTS =
  /\b(?:rates?|fees?|amounts?|amt|prices?|payments?|pmt|paid|allowed|allowable|allowance|charges?|costs?|maximum|max|per diem|reimbursement|dollars?|[a-z]*fsi)\b|\$/;
const NO_AMOUNTS =
  /\b(?:dates?|codes?|types?|desc\w*|indicators?|ind|names?|units?|sources?|status|class|category|groups?)\b/;

/** `captions`: the headings over the columns, by place. */
export function readFrom(
  { name: section, fields: declared }: Section,
  binding: Binding,
  captions: readonly string[],
  place: string,
): ReadFrom {
  const fields = Object.entries(binding).map(([name, bound]) => ({
    field: snakeCase(name),
    columns: columnsOf(bound, captions),
  }));
  const isByHeadings = hasHeadings(declared);
  return { section, place, isByHeadings, fields, notRead: isByHeadings ? amountsNotRead(binding, captions) : [] };
}

function amountsNotRead(binding: Binding, captions: readonly string[]): readonly ReadColumn[] {
  const read = new Set(Object.values(binding).flatMap(columnsRead));
  return captions.flatMap((heading, column) =>
    read.has(column) || !isOfAmounts(heading) ? [] : [{ column: columnLetters(column), heading }],
  );
}

function isOfAmounts(heading: string): boolean {
  const text = heading
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[\s_]+/g, " ");
  return AMOUNTS.test(text) && !NO_AMOUNTS.test(text);
}

function columnsOf({ field, columns, headings, dated }: Bound, captions: readonly string[]): readonly ReadColumn[] {
  if (field.where.kind === "characters") return headings.map((column) => ({ column, heading: null }));
  const under = dated?.groups.flatMap((group) =>
    Object.values(group.columns).flatMap((column) =>
      column === undefined ? [] : [{ column, heading: group.heading }],
    ),
  );
  if (under !== undefined) {
    return under.map(({ column, heading }) => ({ column: columnLetters(column), heading }));
  }
  return columns.map((column) => ({ column: columnLetters(column), heading: captions[column] || null }));
}
