import type { Day } from "../../calendar/day.ts";
import { failure } from "../../reading/failure.ts";
import { quoted } from "../../reading/refusal.ts";
import { date } from "../declaring/conversions.ts";
import type { Publication, Section } from "../declaring/publication.ts";
import { hasHeadings, isFixedWidth } from "../layout/binding.ts";
import { HeaderSearch } from "../layout/header-search.ts";
import type { OpenFile } from "../sources/open.ts";
import { placeOf, type RowSource, type SourceRow } from "../sources/row.ts";
import { partFor } from "./parts.ts";
import { listsNamed } from "./read-part.ts";

/** A day that a file tells, and where. */
export interface PrintedDay {
  readonly day: Day;
  readonly place: string;
}

/** A line above a table is a sentence or two; a longer text is no place to look for a date. */
const CHARACTERS_LOOKED_AT = 1_000;
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
    for (const list of listsNamed(section, await part.lists(isFixedWidth(section.fields)))) {
      for (const each of await daysAbove(section, list, asOfText)) {
        if (found.size < DAYS_MAX && !found.has(each.day)) found.set(each.day, each);
      }
    }
  }
  return [...found.values()];
}

/** The days above one table; a list that does not have the section's headings is none of its tables. */
async function daysAbove(section: Section, list: RowSource, asOfText: RegExp): Promise<readonly PrintedDay[]> {
  const search = hasHeadings(section.fields) ? new HeaderSearch(section.fields) : null;
  const texts: { readonly text: string; readonly place: string }[] = [];
  let isTable = search === null;
  await list.read((row) => {
    isTable ||= search?.look(row, null) != null;
    const isAbove = search === null ? row.number < (section.firstRow ?? 0) : !isTable;
    if (!isAbove) return "enough";
    for (const text of textsOf(row, asOfText)) texts.push({ text, place: placeOf(list, row.number) });
    return search?.isOver === true ? "enough" : "more";
  });
  return isTable ? texts.map(({ text, place }) => ({ day: dayOf(text, place), place })) : [];
}

function textsOf(row: SourceRow, asOfText: RegExp): readonly string[] {
  const texts: string[] = [];
  for (let index = 0; index < row.width; index += 1) {
    const day = asOfText.exec(row.cell(index).slice(0, CHARACTERS_LOOKED_AT))?.[1];
    if (day !== undefined) texts.push(day);
  }
  return texts;
}

/** A day that is printed and cannot be read is never passed over: the edition would get another one. */
function dayOf(text: string, place: string): Day {
  const day = date(text);
  if (typeof day === "string") return day as Day;
  throw failure(
    `${place}: the edition is as of ${quoted(text)}, which is no calendar day; correct it, or download the file again`,
  );
}
