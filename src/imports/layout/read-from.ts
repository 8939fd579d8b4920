import { snakeCase } from "../../text/spelling.ts";
import type { Section } from "../declaring/publication.ts";
import { type Binding, type Bound, hasHeadings } from "./binding.ts";
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
}

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
  return { section, place, isByHeadings: hasHeadings(declared), fields };
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
