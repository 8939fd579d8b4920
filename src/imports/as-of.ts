import { type Day, parseIsoDay, yearsAfter } from "../core/calendar/day.ts";
import { failure } from "../core/runtime/failure.ts";
import { quoted } from "../core/text/refusal.ts";
import { date } from "./declaring/conversions.ts";
import type { Publication, Section } from "./declaring/publication.ts";
import { hasHeadings } from "./layout/binding.ts";
import { HeaderSearch } from "./layout/header-search.ts";
import { headingsOf } from "./layout/section-reading.ts";
import type { OpenFile, Part } from "./sources/open.ts";
import { placeOf, type RowSource, type SourceRow } from "./sources/row.ts";
import { listsIn, listsNamed, namingMember, partFor } from "./taking/parts.ts";

/** The day that an edition is as of, and whether the file prints it. */
interface EditionDay {
  readonly day: Day;
  readonly isPrinted: boolean;
}

/**
 * The effective day of an edition: the caller's, or the one in a text above the headings or in the file name; for a publication
 * with history, otherwise the newest past date over its columns. A printed day has precedence: a caller's day that contradicts it
 * is an error that would misdate every rate.
 */
export async function asOfDay(
  given: Day | null,
  publication: Publication,
  file: OpenFile,
  today: Day,
): Promise<EditionDay> {
  const printed = await printedDays(publication, file);
  if (given !== null) {
    const isPrinted = printed.some(({ day }) => day === given);
    if (printed.length === 0 || isPrinted) return { day: given, isPrinted };
    throw failure(
      `--as-of says ${given}, but the file is as of ${listed(printed)}; leave --as-of out, or name the file of that day; where that text means something else, write "as_of_text": null into a mapping file: see --template and --map`,
    );
  }
  const days = [...printed, ...daysOfNames(publication, file)];
  const [first] = days;
  if (first === undefined) {
    const newest = publication.printsHistory ? await newestColumn(publication, file, today) : null;
    if (newest !== null) return { day: newest, isPrinted: true };
    throw failure(`${silent(publication)} its effective day; give it with --as-of YYYY-MM-DD`);
  }
  if (days.some(({ day }) => day !== first.day)) {
    throw failure(`it states more than one day, ${listed(days)}; give the effective one with --as-of YYYY-MM-DD`);
  }
  return { day: first.day, isPrinted: printed.length > 0 };
}

function daysOfNames(publication: Publication, { name, parts }: OpenFile): readonly PrintedDay[] {
  for (const each of [name, ...parts.map((part) => part.name)]) {
    const day = parseIsoDay(publication.asOf(each) ?? "");
    if (day !== null) return [{ day, place: `the name ${each}` }];
  }
  return [];
}

function silent({ asOfText }: Publication): string {
  return asOfText === null ? "its name does not state" : "neither the text above its headings nor its name states";
}

/** `2026-01-15 (line 1)` */
function listed(days: readonly PrintedDay[]): string {
  return days.map(({ day, place }) => `${day} (${place})`).join(" and ");
}

interface PrintedDay {
  readonly day: Day;
  readonly place: string;
}

/** A line above a table is a sentence or two; longer texts are not searched for a date. */
const CHARACTERS_LOOKED_AT = 1_000;
/** A title fills a few cells; captions of a wide table are not searched to their end. */
const CELLS_LOOKED_AT = 50;
/** A list prints its day once or twice; more would only make a message long. */
const DAYS_MAX = 20;

/** The days in the texts above an edition's headings, each once; none for a publication that prints none. */
async function printedDays(publication: Publication, file: OpenFile): Promise<readonly PrintedDay[]> {
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
 * The days above one table. A list without the section's headings is none of its tables. When dates stand over the columns, a row
 * of several texts belongs to them, and only titles give the edition's day.
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

/** The texts of a row, within the size of a title. */
function textsOf(row: SourceRow): readonly string[] {
  const texts: string[] = [];
  for (let index = 0; index < row.width && texts.length < CELLS_LOOKED_AT; index += 1) {
    const text = row.cell(index).slice(0, CHARACTERS_LOOKED_AT);
    if (text !== "") texts.push(text);
  }
  return texts;
}

/** All days of a row: a title may have two, or its day in the next line or cell. Choosing one would be a guess. */
function daysOf(cells: readonly string[], asOfText: RegExp): readonly string[] {
  const every = new RegExp(asOfText, `${asOfText.flags.replace("g", "")}g`);
  const title = cells.join(" ").replace(/\s+/g, " ");
  return [...title.matchAll(every)].flatMap((match) => {
    if (match[1] === undefined) return [];
    const other = ANOTHER_DAY.exec(title.slice(match.index + match[0].length))?.[1];
    return other === undefined ? [match[1]] : [match[1], other];
  });
}

/** A second day, as in `as of 01/15/2026 and 02/15/2026`. */
const ANOTHER_DAY = /^\s*(?:,|;|&|\/|and|or)+\s*([0-9]{1,2}\/[0-9]{1,2}\/[0-9]{2,4}|[0-9]{4}-[0-9]{2}-[0-9]{2})\b/i;

/** A printed day that cannot be read is an error: skipping it would give the edition another day. */
function dayOf(text: string, place: string): Day {
  const day = date(text.replace(/([0-9])(?:st|nd|rd|th)\b/i, "$1"));
  if (typeof day === "string") return day as Day;
  throw failure(
    `${place}: the edition is as of ${quoted(text)}, which is no calendar day; correct it, or download the file again`,
  );
}

/**
 * The newest day over an edition's dated columns that is not after today; null when there is none. A column of a future day is
 * an announcement: the edition is effective already.
 */
async function newestColumn(publication: Publication, file: OpenFile, today: Day): Promise<Day | null> {
  let newest: Day | null = null;
  for (const section of publication.sections) {
    if (!Object.values(section.fields).some(({ where }) => where.kind === "dated")) continue;
    const part = partFor(section, publication, file);
    if (part === null) continue;
    for (const list of listsNamed(section, await listsIn(part, section))) {
      const binding = (await headingsOf(section, list)) ?? {};
      for (const { period } of Object.values(binding).flatMap(({ dated }) => dated?.groups ?? [])) {
        if (period.start <= today && (newest === null || period.start > newest)) newest = period.start;
      }
    }
  }
  return newest;
}

/** States announce rates some months ahead, a biennial budget two years. A later day is a typing error: 2062 for 2026. */
const YEARS_AHEAD_MAX = 2;

/** The last day on which an edition or one of its rows may become effective. */
export function latestStart(today: Day): Day {
  return yearsAfter(today, YEARS_AHEAD_MAX);
}

/** The expected start, as the end of a sentence. */
export function earlyEnough(latest: Day): string {
  return `a day no later than ${latest}, ${YEARS_AHEAD_MAX} years from today`;
}

/** Medicaid became law on July 30, 1965. An earlier day is a typing error, or a misread date format. */
const FIRST_DAY = "1965-07-30" as Day;

/**
 * Refuses an edition's day that is too far ahead, which would end today's rates on a wrong day, or before Medicaid.
 * `isPrinted`: the file itself prints it, which no option can contradict.
 */
export function refuseFarEdition({ day, isPrinted }: EditionDay, today: Day): void {
  const latest = latestStart(today);
  const expected = day > latest ? earlyEnough(latest) : `a day no earlier than ${FIRST_DAY}, the first of Medicaid`;
  if (day >= FIRST_DAY && day <= latest) return;
  const remedy = isPrinted
    ? "The file prints that day, so it is the file that is wrong: download it again, or correct the day in it"
    : "Give the day from which it holds with --as-of";
  throw failure(`the edition would hold from ${day} on; expected ${expected}. ${remedy}`);
}
