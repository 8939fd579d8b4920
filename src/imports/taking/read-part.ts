import { failure, isFailure } from "../../runtime/failure.ts";
import type { Section } from "../declaring/publication.ts";
import { hasHeadings, isFixedWidth } from "../layout/binding.ts";
import type { HeaderSearch } from "../layout/header-search.ts";
import { nameWords } from "../layout/plain-words.ts";
import { headingsOf, type RecordConsumer, readList } from "../layout/section-reading.ts";
import type { Part } from "../sources/open.ts";
import type { RowSource } from "../sources/row.ts";
import { DELIMITERS } from "../sources/text.ts";
import type { NotTaken } from "./not-taken.ts";

const REMEDY =
  "Is it the right file? If its layout has changed, say where the columns are in a mapping file: see --template and --map";

/** Reads the section's lists of rows; false when the part has none of them and need not have. */
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
    if (read !== null && !section.everySheet) {
      if (await looksMeant(section, list)) notTaken.meant(list, anotherSheet(list, read));
      continue;
    }
    const outcome = await readList(section, list, consumer);
    if (outcome.isRead) {
      read ??= list;
      notTaken.take(list);
    } else if (nearest === null || outcome.search.foundCount > nearest.search.foundCount) {
      nearest = { list, search: outcome.search };
    }
  }
  if (read !== null || nearest === null) return read !== null;
  const { list, search } = nearest;
  const explanation = `${list.name === "" ? "" : `${list.name}: `}${search.explanation()}. ${REMEDY}`;
  if (!section.optional) throw failure(explanation);
  // An edition may lack the section, but this sheet has the section's name.
  if (sheet !== null && list.name !== "") notTaken.meant(list, explanation);
  return false;
}

/** Whether a sheet that is not the first one has what the section wants, by its headings or else by its name. */
async function looksMeant(section: Section, list: RowSource): Promise<boolean> {
  return hasHeadings(section.fields) ? (await headingsOf(section, list)) !== null : section.sheet !== null;
}

function anotherSheet(list: RowSource, read: RowSource): string {
  return `${list.name} has what is looked for as ${read.name} has it, and only one of them can be meant; name the one that is meant as "sheet" in a mapping file: see --template and --map`;
}

/**
 * The lists of a part, if it is a text, as the section lays texts out. A delimiter that is not declared is guessed from the first lines, among
 * which a sentence above the table can have more commas than the table has columns: where the guess finds no headings, another one may.
 */
export async function listsIn(part: Part, section: Section): Promise<readonly RowSource[]> {
  const { fields, delimiter } = section;
  const lists = await part.lists(isFixedWidth(fields), delimiter);
  const [text] = lists;
  if (text?.name !== "" || delimiter !== null || !hasHeadings(fields) || isFixedWidth(fields)) return lists;
  if (await hasTheHeadings(section, text)) return lists;
  for (const each of DELIMITERS) {
    const others = await part.lists(false, each);
    if (await hasTheHeadings(section, others[0] as RowSource)) return others;
  }
  return lists;
}

/** Text that cannot be read at all has none; the reading itself says why. */
async function hasTheHeadings(section: Section, list: RowSource): Promise<boolean> {
  try {
    return (await headingsOf(section, list)) !== null;
  } catch (error) {
    if (isFailure(error)) return false;
    throw error;
  }
}

/** The lists that may be the section's. A text has no sheets, whatever the declaration says of workbooks. */
export function listsNamed({ sheet }: Section, lists: readonly RowSource[]): readonly RowSource[] {
  return lists.filter(({ name }) => name === "" || sheet === null || sheet.test(sheetName(name)));
}

function sheetName(name: string): string {
  return /^sheet "(.*)"$/.exec(name)?.[1] ?? name;
}
