import { failure, isFailure } from "../../core/runtime/failure.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import type { Publication, Section } from "../declaring/publication.ts";
import { hasHeadings, isFixedWidth } from "../layout/binding.ts";
import type { HeaderSearch } from "../layout/header-search.ts";
import { nameWords } from "../layout/plain-words.ts";
import { headingsOf, type RecordConsumer, readList } from "../layout/section-reading.ts";
import type { OpenFile, Part } from "../sources/open.ts";
import type { RowSource } from "../sources/row.ts";
import { DELIMITERS } from "../sources/text.ts";

const MEMBERS_SHOWN = 20;

/** The part of a file with a section; null when there is none. */
export function partFor(section: Section, { sections }: Publication, file: OpenFile): Part | null {
  const { member } = section;
  if (file.isArchive) {
    const matching = member === null ? file.parts : file.parts.filter(({ name }) => member.test(name));
    // Without a pattern the publication is the only file of its ZIP; with several, the choice would be a guess.
    if (member === null) return matching.length > 1 ? null : (matching[0] ?? null);
    if (matching.length > 1) throw severalParts(matching);
    return matching[0] ?? null;
  }
  const [only] = file.parts;
  if (only === undefined) return null;
  if (member === null || member.test(file.name)) return only;
  // An unpacked and renamed member is used for the first section, unless its name says otherwise.
  const isNamed = sections.some((each) => each.member?.test(file.name) ?? false);
  return !isNamed && section === sections[0] ? only : null;
}

function severalParts(parts: readonly Part[]): Error {
  return failure(
    `${parts.length} files of the ZIP may be meant: ${namesOf(parts)}; unpack it and import the one that is`,
  );
}

/** Failures inside a ZIP name the member too. */
export async function namingMember<Outcome>(
  { isArchive }: OpenFile,
  { name }: Part,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    throw isArchive && isFailure(error) ? failure(`${name}: ${error.message}`) : error;
  }
}

export function missingPart({ member }: Section, { parts }: OpenFile): Error {
  const wanted = member === null ? "exactly one file" : `a file with a name such as ${nameWords(member)}`;
  return failure(`expected ${wanted}; found ${namesOf(parts)}`);
}

function namesOf(parts: readonly Part[]): string {
  const names = parts.slice(0, MEMBERS_SHOWN).map(({ name }) => name);
  const more = parts.length > MEMBERS_SHOWN ? ` and ${parts.length - MEMBERS_SHOWN} more` : "";
  return `${names.join(", ")}${more}`;
}

const REMEDY =
  "Is it the right file? If its layout has changed, say where the columns are in a mapping file: see --template and --map";

/** Reads the section's lists of rows; false when the part has none and need not have. */
export async function readPart(
  section: Section,
  part: Part,
  consumer: RecordConsumer,
  notTaken: NotTaken,
): Promise<boolean> {
  const lists = await listsIn(part, section);
  notTaken.see(part, lists);
  const { sheet } = section;
  const named = listsNamed(section, lists);
  if (named.length === 0 && !section.optional) {
    throw failure(
      `no sheet has a name such as ${nameWords(sheet as RegExp)}; found ${lists.map(({ name }) => name).join(", ")}`,
    );
  }
  let read: RowSource | null = null;
  let nearest: { readonly list: RowSource; readonly search: HeaderSearch } | null = null;
  for (const list of named) {
    if (read !== null) {
      if (await looksMeant(section, list)) notTaken.meant(list, anotherSheet(list, read));
      continue;
    }
    const outcome = await readList(section, list, consumer);
    if (outcome.isRead) {
      read = list;
      notTaken.take(list);
    } else if (nearest === null || outcome.search.foundCount > nearest.search.foundCount) {
      nearest = { list, search: outcome.search };
    }
  }
  if (read !== null || nearest === null) return read !== null;
  const { list, search } = nearest;
  const remedy = section.tidy === null ? REMEDY : mappingAdvice(section.tidy, search.missing);
  const explanation = `${list.name === "" ? "" : `${list.name}: `}${search.explanation()}. ${remedy}`;
  if (!section.optional) throw failure(explanation);
  // An edition may lack the section, but this sheet has the section's name.
  if (sheet !== null && list.name !== "") notTaken.meant(list, explanation);
  return false;
}

/** A mapping file for the columns of a table that were not found. */
function mappingAdvice(table: Table, missing: HeaderSearch["missing"]): string {
  const fields = Object.fromEntries(missing.map(({ field }) => [snakeCase(field), "..."]));
  const mapping = JSON.stringify({ publication: titleOf(table), sections: { table: { fields } } });
  return `Say for each its heading in your file, or "value X" where all rows have X, in a mapping file such as ${mapping}, and import with --map`;
}

/** Whether a sheet other than the first matches the section, by its headings or its name. */
async function looksMeant(section: Section, list: RowSource): Promise<boolean> {
  return hasHeadings(section.fields) ? (await headingsOf(section, list)) !== null : section.sheet !== null;
}

function anotherSheet(list: RowSource, read: RowSource): string {
  return `${list.name} has what is looked for as ${read.name} has it, and only one of them can be meant; name the one that is meant as "sheet" in a mapping file: see --template and --map`;
}

/**
 * The lists of a part, in the section's text layout. The delimiter is guessed from the first lines, where a sentence above
 * the table can have more commas than the table has columns: if the guess finds no headings, the others are tried.
 */
export async function listsIn(part: Part, section: Section): Promise<readonly RowSource[]> {
  const { fields } = section;
  const lists = await part.lists(isFixedWidth(fields));
  const [text] = lists;
  if (text?.name !== "" || !hasHeadings(fields) || isFixedWidth(fields)) return lists;
  if (await hasTheHeadings(section, text)) return lists;
  for (const each of DELIMITERS) {
    const others = await part.lists(false, each);
    if (await hasTheHeadings(section, others[0] as RowSource)) return others;
  }
  return lists;
}

/** Unreadable text has none; the reading itself reports why. */
async function hasTheHeadings(section: Section, list: RowSource): Promise<boolean> {
  try {
    return (await headingsOf(section, list)) !== null;
  } catch (error) {
    if (isFailure(error)) return false;
    throw error;
  }
}

/** The lists that may be the section's. A text has no sheets, whatever the declaration has for workbooks. */
export function listsNamed({ sheet }: Section, lists: readonly RowSource[]): readonly RowSource[] {
  return lists.filter(({ name }) => name === "" || sheet === null || sheet.test(sheetName(name)));
}

function sheetName(name: string): string {
  return /^sheet "(.*)"$/.exec(name)?.[1] ?? name;
}

const NAMES_SHOWN = 20;

/**
 * What no section of an edition uses. A sheet that looks relevant is never skipped: unless another section uses it, the import is
 * refused; all others are named in the report.
 */
export class NotTaken {
  readonly #lists = new Map<Part, readonly RowSource[]>();
  readonly #taken = new Set<RowSource>();
  readonly #meant = new Map<RowSource, string>();

  see(part: Part, lists: readonly RowSource[]): void {
    this.#lists.set(part, lists);
  }

  take(list: RowSource): void {
    this.#taken.add(list);
  }

  /** A sheet that looks relevant, and the error if no section uses it. */
  meant(list: RowSource, message: string): void {
    if (!this.#meant.has(list)) this.#meant.set(list, message);
  }

  refuseMeant(): void {
    for (const [list, message] of this.#meant) if (!this.#taken.has(list)) throw failure(message);
  }

  /** The names of unused sheets, tables and files. */
  names({ parts }: OpenFile): readonly string[] {
    const names = parts.flatMap((part) => {
      const lists = this.#lists.get(part);
      if (lists === undefined) return [part.name];
      return lists.filter((list) => list.name !== "" && !this.#taken.has(list)).map(({ name }) => name);
    });
    if (names.length <= NAMES_SHOWN) return names;
    return [...names.slice(0, NAMES_SHOWN), `${names.length - NAMES_SHOWN} more`];
  }
}
