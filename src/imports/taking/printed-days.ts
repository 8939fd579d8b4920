import type { Day } from "../../calendar/day.ts";
import { failure } from "../../runtime/failure.ts";
import { quoted } from "../../text/refusal.ts";
import { date } from "../declaring/conversions.ts";
import type { Publication, Section } from "../declaring/publication.ts";
import { hasHeadings } from "../layout/binding.ts";
import { HeaderSearch } from "../layout/header-search.ts";
import type { OpenFile, Part } from "../sources/open.ts";
import { placeOf, type RowSource, type SourceRow } from "../sources/row.ts";
import { namingMember, partFor } from "./parts.ts";
import { listsIn, listsNamed } from "./read-part.ts";

/** A day that a file tells, and where. */
export interface PrintedDay {
  readonly day: Day;
  readonly place: string;
}

/** A line above a table is a sentence or two; a longer text is no place to look for a date. */
const CHARACTERS_LOOKED_AT = 1_000;
/** A title fills a few cells; captions of a wide table need not be searched to their end. */
const CELLS_LOOKED_AT = 50;
/** One list says its day once or twice; the rest would only make a message long. */
const DAYS_MAX = 20;

/** The days that the texts above the headings of an edition tell, each once; none where a publication prints none. */
export async function printedDays(publication: Publication, file: OpenFile): Promise<readonly PrintedDay[]> {
  const { asOfText, sections } = publication;
  if (asOfText === null) return [];
  const found = new Map<Day, PrintedDay>();
  for (const section of sections) {
    const part = partFor(section, publication, file);
    if (part === null) continue;
    for (const each of await namingMember(file, part, () => daysIn(section, part, asOfText))) {
      if (found.size < DAYS_MAX && !found.has(each.day)) found.set(each.day, each);
    }
  }
  return [...found.values()];
}

async function daysIn(section: Section, part: Part, asOfText: RegExp): Promise<readonly PrintedDay[]> {
  const days: PrintedDay[] = [];
  for (const list of listsNamed(section, await listsIn(part, section))) {
    days.push(...(await daysAbove(section, list, asOfText)));
  }
  return days;
}

/**
 * The days above one table; a list that does not have the section's headings is none of its tables. Where dates stand over the
 * columns, a row of several texts is a row of these, and titles alone tell the edition's day.
 */
async function daysAbove(section: Section, list: RowSource, asOfText: RegExp): Promise<readonly PrintedDay[]> {
  const search = hasHeadings(section.fields) ? new HeaderSearch(section) : null;
  const hasDatedColumns = Object.values(section.fields).some(({ where }) => where.kind === "dated");
  const texts: { readonly text: string; readonly place: string }[] = [];
  let isTable = search === null;
  await list.read((row) => {
    isTable ||= search?.look(row, null) != null;
    const isAbove = search === null ? row.number < (section.firstRow ?? 0) : !isTable;
    if (!isAbove) return "enough";
    const cells = textsOf(row);
    if (hasDatedColumns && new Set(cells).size > 1) return "more";
    for (const text of daysOf(cells, asOfText)) texts.push({ text, place: placeOf(list, row.number) });
    return search?.isOver === true ? "enough" : "more";
  });
  return isTable ? texts.map(({ text, place }) => ({ day: dayOf(text, place), place })) : [];
}

/** The texts of a row, as far as a title goes. */
function textsOf(row: SourceRow): readonly string[] {
  const texts: string[] = [];
  for (let index = 0; index < row.width && texts.length < CELLS_LOOKED_AT; index += 1) {
    const text = row.cell(index).slice(0, CHARACTERS_LOOKED_AT);
    if (text !== "") texts.push(text);
  }
  return texts;
}

/** All days of a row, which of them holds is not ours to guess: a title may name two, or have its day in the next line or the cell beside it. */
function daysOf(cells: readonly string[], asOfText: RegExp): readonly string[] {
  const every = new RegExp(asOfText, `${asOfText.flags.replace("g", "")}g`);
  const title = cells.join(" ").replace(/\s+/g, " ");
  return [...title.matchAll(every)].flatMap((match) => {
    if (match[1] === undefined) return [];
    const other = ANOTHER_DAY.exec(title.slice(match.index + match[0].length))?.[1];
    return other === undefined ? [match[1]] : [match[1], other];
  });
}

/** What follows a day directly, as in `as of 01/15/2026 and 02/15/2026`. */
const ANOTHER_DAY = /^\s*(?:,|;|&|\/|and|or)+\s*([0-9]{1,2}\/[0-9]{1,2}\/[0-9]{2,4}|[0-9]{4}-[0-9]{2}-[0-9]{2})\b/i;

/** A day that is printed and cannot be read is never passed over: the edition would get another one. */
function dayOf(text: string, place: string): Day {
  const day = date(text.replace(/([0-9])(?:st|nd|rd|th)\b/i, "$1"));
  if (typeof day === "string") return day as Day;
  throw failure(
    `${place}: the edition is as of ${quoted(text)}, which is no calendar day; correct it, or download the file again`,
  );
}
