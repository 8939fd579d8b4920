import { snakeCase } from "../../core/text/spelling.ts";
import type { DeclaredFields, Field, Spelling } from "../declaring/fields.ts";
import type { Section } from "../declaring/publication.ts";
import { type Captions, type DatedLayout, datedColumns } from "./dated-columns.ts";
import { columnIndex, columnLetters, FoldedHeadings } from "./headings.ts";
import { headingWords } from "./plain-words.ts";

export interface Bound {
  readonly field: Field<unknown>;
  /** The columns, from 0: one, several for lists, none for an optional field that the file lacks. */
  readonly columns: readonly number[];
  /** The headings over them as printed, or another name of the columns for a reader. */
  readonly headings: readonly string[];
  /** The columns under dates. */
  readonly dated?: DatedLayout;
}

export type Binding = Readonly<Record<string, Bound>>;

/** All columns of a field, including those under dates. */
export function columnsRead({ columns, dated }: Bound): readonly number[] {
  const underDates = dated?.groups.flatMap((group) => Object.values(group.columns)) ?? [];
  return [...columns, ...underDates.filter((column) => column !== undefined)];
}

/** The result of matching the fields against one row of headings. */
export interface Attempt {
  readonly binding: Binding;
  /** Missing fields, with their headings in words. */
  readonly missing: readonly { readonly field: string; readonly text: string }[];
  readonly foundCount: number;
  /** Why present columns cannot be read; they are never skipped. */
  readonly faults: readonly string[];
}

/** Whether a layout has headings, so that their row must be found. */
export function hasHeadings(fields: DeclaredFields): boolean {
  return Object.values(fields).some(({ where }) =>
    where.kind === "heading" ? where.spellings.length > 0 : ["numbered", "dated"].includes(where.kind),
  );
}

export function isFixedWidth(fields: DeclaredFields): boolean {
  return Object.values(fields).some(({ where: { kind } }) => kind === "characters");
}

/** Matches the fields against a row of headings; for layouts without headings the row is empty. */
export function bind(fields: DeclaredFields, row: readonly string[], above: Captions["above"] = []): Attempt {
  const claimed = new Set<number>();
  const headings = new FoldedHeadings(row);
  const binding: Record<string, Bound> = {};
  const missing: { field: string; text: string }[] = [];
  let foundCount = 0;
  for (const [name, field] of Object.entries(fields)) {
    if (field.where.kind === "dated") continue;
    const wanted = wantedColumns(name, field, row, headings, claimed);
    const absent = wanted.filter(({ column }) => column < 0);
    if (!field.optional) missing.push(...absent.map(({ text }) => ({ field: name, text })));
    const there = wanted.filter(({ column }) => column >= 0);
    for (const { column } of there) claimed.add(column);
    if (field.where.kind !== "column" && field.where.kind !== "characters") foundCount += there.length;
    binding[name] = { field, columns: there.map(({ column }) => column), headings: there.map(({ text }) => text) };
  }
  const faults: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (field.where.kind !== "dated") continue;
    const dated = datedColumns(field.where.parts, { row, above }, claimed);
    binding[name] = { field, columns: [], headings: [], ...(dated === null ? {} : { dated }) };
    if (dated === null && !field.optional) missing.push({ field: name, text: "that names a day, such as 1/31/2026" });
    foundCount += dated?.groups.length ?? 0;
    faults.push(...(dated?.faults ?? []));
  }
  return { binding, missing, foundCount, faults };
}

const NONE_CLAIMED: ReadonlySet<number> = new Set();

interface Wanted {
  readonly column: number;
  readonly text: string;
}

function wantedColumns(
  name: string,
  field: Field<unknown>,
  row: readonly string[],
  headings: FoldedHeadings,
  claimed: ReadonlySet<number>,
): Wanted[] {
  const { where } = field;
  switch (where.kind) {
    case "heading": {
      const named = where.named === undefined ? [] : [where.named];
      const found = firstColumn([...named, ...where.spellings], row, headings, claimed);
      return found.length > 0 ? found : [{ column: -1, text: headingWords(name, where.spellings) }];
    }
    case "value":
      return firstColumn(where.spellings, row, headings, claimed);
    case "column":
      return [{ column: columnIndex(where.letters), text: `column ${where.letters}` }];
    case "characters":
      return [{ column: 0, text: `characters ${where.from}-${where.to}` }];
    case "numbered":
      return Array.from({ length: where.count }, (_, index) => {
        const spelling = where.spelling.replace("#", String(index + 1));
        const column = headings.columnOf(spelling, NONE_CLAIMED);
        return { column, text: column < 0 ? JSON.stringify(spelling) : (row[column] as string) };
      });
    case "dated":
      return [];
  }
}

function firstColumn(
  spellings: readonly Spelling[],
  row: readonly string[],
  headings: FoldedHeadings,
  claimed: ReadonlySet<number>,
): Wanted[] {
  for (const spelling of spellings) {
    const column = headings.columnOf(spelling, claimed);
    if (column >= 0) return [{ column, text: row[column] as string }];
  }
  return [];
}

/** A column, or characters of a line, of a field. */
export interface ReadColumn {
  /** `B`, or `characters 1-5`. */
  readonly column: string;
  /** As printed; null when there is none. */
  readonly heading: string | null;
}

/** The columns of a field; none when the list lacks it. */
export interface ReadField {
  readonly field: string;
  readonly columns: readonly ReadColumn[];
}

/** The columns of a section's fields in one list of rows. */
export interface ReadFrom {
  readonly section: string;
  /** The heading row, or the first record when there are no headings: `line 5`. */
  readonly place: string;
  /** Whether columns were found by a heading row; otherwise the shown headings are any texts above them. */
  readonly isByHeadings: boolean;
  readonly fields: readonly ReadField[];
  /** Columns of no field: for a table's import all of them, otherwise those with headings of amounts. */
  readonly notRead: readonly ReadColumn[];
}

/** Words in headings of amounts; a date, a code or a description beside them makes a column something else. */
const AMOUNTS =
  /\b(?:rates?|fees?|amounts?|amt|prices?|payments?|pmt|paid|allowed|allowable|allowance|charges?|costs?|maximum|max|per diem|reimbursement|dollars?|[a-z]*fsi)\b|\$/;
const NO_AMOUNTS =
  /\b(?:dates?|codes?|types?|desc\w*|indicators?|ind|names?|units?|sources?|status|class|category|groups?)\b/;

/** `captions`: the headings over the columns, by place. */
export function readFrom(
  { name: section, fields: declared, tidy }: Section,
  binding: Binding,
  captions: readonly string[],
  place: string,
): ReadFrom {
  const fields = Object.entries(binding).map(([name, bound]) => ({
    field: snakeCase(name),
    columns: readColumns(bound, captions),
  }));
  const isByHeadings = hasHeadings(declared);
  return {
    section,
    place,
    isByHeadings,
    fields,
    notRead: isByHeadings ? columnsNotRead(binding, captions, tidy === null) : [],
  };
}

function columnsNotRead(binding: Binding, captions: readonly string[], amountsOnly: boolean): readonly ReadColumn[] {
  const read = new Set(Object.values(binding).flatMap(columnsRead));
  return captions.flatMap((heading, column) => {
    const isLeft = heading !== "" && !read.has(column) && (!amountsOnly || isOfAmounts(heading));
    return isLeft ? [{ column: columnLetters(column), heading }] : [];
  });
}

export function isOfAmounts(heading: string): boolean {
  const text = heading
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[\s_]+/g, " ");
  return AMOUNTS.test(text) && !NO_AMOUNTS.test(text);
}

function readColumns({ field, columns, headings, dated }: Bound, captions: readonly string[]): readonly ReadColumn[] {
  if (field.where.kind === "characters") return headings.map((column) => ({ column, heading: null }));
  if (field.where.kind === "value" && columns.length === 0)
    return [{ column: `value ${field.where.text}`, heading: null }];
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
