import { type Day, dayBefore } from "../../core/calendar/day.ts";
import { contains, type Period } from "../../core/calendar/period.ts";
import { date } from "../declaring/conversions.ts";
import type { DatedCells, DeclaredFields, Field } from "../declaring/fields.ts";
import type { SourceRow } from "../sources/row.ts";
import { columnLetters, FoldedHeadings } from "./headings.ts";
import { headingWords } from "./plain-words.ts";

interface DatedGroup {
  readonly period: Period;
  readonly heading: string;
  /** By part; an absent optional part has none. */
  readonly columns: Readonly<Record<string, number | undefined>>;
}

export interface DatedLayout {
  /** Oldest first. */
  readonly groups: readonly DatedGroup[];
  /** Columns known to be something else; any other column with figures lacks its date. */
  readonly others: ReadonlySet<number>;
  /** Why the columns cannot be read although they are the intended ones. */
  readonly faults: readonly string[];
}

/** A row of captions with those above it, nearest first. */
export interface Captions {
  readonly row: readonly string[];
  readonly above: readonly (readonly string[])[];
}

const NONE: ReadonlySet<number> = new Set();

interface Start {
  readonly column: number;
  readonly day: Day;
  readonly heading: string;
}

/** Finds the dated columns; null when no row of captions has a date. */
export function datedColumns(
  parts: DeclaredFields,
  { row, above }: Captions,
  claimed: ReadonlySet<number>,
): DatedLayout | null {
  const dates = [row, ...above].find((cells) => startsIn(cells, claimed).length > 0);
  if (dates === undefined) return null;
  const starts = startsIn(dates, claimed);
  const faults = unreadable(dates, claimed);
  const byDay = [...starts].sort((a, b) => (a.day < b.day ? -1 : 1));
  const groups = byDay.map(({ column, day, heading }, index) => {
    const next = byDay[index + 1];
    if (next?.day === day)
      faults.push(`columns ${columnLetters(column)} and ${columnLetters(next.column)} both begin on ${day}`);
    const after = starts.find((start) => start.column > column)?.column ?? row.length;
    const columns = partsUnder(parts, row, { column, after, heading }, claimed, faults);
    return { period: { start: day, end: next === undefined ? null : dayBefore(next.day) }, heading, columns };
  });
  const others = new Set([...claimed, ...captionedBefore((starts[0] as Start).column, row, parts)]);
  return { groups, others, faults };
}

function startsIn(cells: readonly string[], claimed: ReadonlySet<number>): Start[] {
  return cells.flatMap((heading, column) => {
    const day = claimed.has(column) ? null : dayOfHeading(heading);
    return day === null ? [] : [{ column, day, heading }];
  });
}

/** Headings that look like dates but are invalid: skipping one would lose a period silently. */
function unreadable(dates: readonly string[], claimed: ReadonlySet<number>): string[] {
  return dates.flatMap((heading, column) => {
    if (claimed.has(column) || !isLikeDay(heading) || dayOfHeading(heading) !== null) return [];
    return [`column ${columnLetters(column)}: the heading ${JSON.stringify(heading)} names no day, such as 1/31/2026`];
  });
}

/** Columns before the first date with their own caption, which is no part's. */
function captionedBefore(first: number, row: readonly string[], parts: DeclaredFields): number[] {
  const spellings = Object.values(parts).flatMap(spellingsOf);
  return row.slice(0, first).flatMap((caption, column) => {
    const heading = new FoldedHeadings([caption]);
    const isPart = spellings.some((each) => heading.columnOf(each, NONE) >= 0);
    return caption === "" || isPart ? [] : [column];
  });
}

/** The columns of the parts under one date, up to the next date's column. */
function partsUnder(
  parts: DeclaredFields,
  row: readonly string[],
  { column, after, heading }: { readonly column: number; readonly after: number; readonly heading: string },
  claimed: ReadonlySet<number>,
  faults: string[],
): Record<string, number | undefined> {
  const captions = new FoldedHeadings(row.slice(column, after));
  const columns: Record<string, number | undefined> = {};
  const taken = new Set([...claimed].map((each) => each - column));
  for (const [name, part] of Object.entries(parts)) {
    const spellings = spellingsOf(part);
    const at =
      spellings.length === 0
        ? 0
        : (spellings.map((each) => captions.columnOf(each, taken)).find((each) => each >= 0) ?? -1);
    if (at >= 0) {
      columns[name] = column + at;
      taken.add(at);
    } else if (!part.optional) {
      faults.push(`under ${JSON.stringify(heading)} there is no column ${headingWords(name, spellings)}`);
    }
  }
  return columns;
}

function spellingsOf({ where }: Field<unknown>) {
  return where.kind === "heading" ? where.spellings : [];
}

const DAYS =
  /[0-9]{1,2}\/[0-9]{1,2}\/(?:[0-9]{4}|[0-9]{2})|[0-9]{4}-[0-9]{2}-[0-9]{2}|[a-z]{3,9}\.? [0-9]{1,2},? ?[0-9]{4}/gi;

/** Signs of a date: a year, a month, or numbers with a slash between them. */
const LIKE_A_DAY =
  /(?:19|20)[0-9]{2}|[0-9]\/[0-9]|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:\b|[a-z]*(?:ary|ch|il|ust|ber)\b)/i;

/** The day in a heading, whatever surrounds it: `Effective 4/1/2022****`, `Dec 1` over `2008`; null when it has none, or two. */
export function dayOfHeading(heading: string): Day | null {
  const [day, another] = daysIn(heading);
  return another === undefined ? (day ?? null) : null;
}

/** Every day in a heading; an invalid date is null. */
function daysIn(heading: string): readonly (Day | null)[] {
  return [...heading.replace(/\s+/g, " ").matchAll(DAYS)].map(([written]) => {
    const day = date(written.replace(/,(?=[0-9])/, ", "));
    return typeof day === "string" ? (day as Day) : null;
  });
}

/** Whether a heading without a day was probably meant to have one. */
export function isLikeDay(heading: string): boolean {
  return LIKE_A_DAY.test(heading);
}

/** Words before a day that make it the last one. */
const UNTIL = /(?:\b(?:thru|through|until|till|to|ending|ends?|before)|[-\u2013])\s*:?\s*$/i;
const QUARTER = /\bq([1-4])\W{0,3}((?:19|20)[0-9]{2})\b|\b(?:cy ?)?((?:19|20)[0-9]{2})\W{0,3}q([1-4])\b/i;
const MONTH = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[ ,-]+((?:19|20)[0-9]{2})\b/i;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** The quarters of a fiscal year begin in a different month in each state. */
const FISCAL = /\bs?fy|fiscal/i;

/** The days that a heading names: a day, a range, a month or a quarter; null when it names none. */
interface HeadingDays {
  /** Null: it names no first day. */
  readonly start: Day | null;
  readonly end: Day | null;
  /** Whether the column is for that start alone, not for all days in between. */
  readonly isStart: boolean;
}

function daysOf(heading: string): HeadingDays | null {
  const days = daysIn(heading).filter((day) => day !== null);
  const [first, second] = days;
  if (first !== undefined && second !== undefined) {
    const [start = first, end = second] = [first, second].sort();
    return { start, end, isStart: false };
  }
  if (first !== undefined) {
    const before = heading.replace(/\s+/g, " ").split(DAYS)[0] ?? "";
    return UNTIL.test(before)
      ? { start: null, end: first, isStart: false }
      : { start: first, end: null, isStart: true };
  }
  if (FISCAL.test(heading)) return null;
  const quarter = QUARTER.exec(heading);
  if (quarter !== null) {
    const number = Number(quarter[1] ?? quarter[4]);
    return monthsOf(quarter[2] ?? quarter[3] ?? "", number * 3 - 2, number * 3);
  }
  const [, month = "", year = ""] = MONTH.exec(heading) ?? [];
  const number = MONTHS.indexOf(month.toLowerCase()) + 1;
  return number === 0 ? null : monthsOf(year, number, number);
}

function monthsOf(year: string, first: number, last: number): HeadingDays {
  const day = (month: number, of: string) => `${year}-${String(month).padStart(2, "0")}-${of}` as Day;
  // Days are compared as texts: no month has more than 31.
  return { start: day(first, "01"), end: day(last, "31"), isStart: false };
}

/** Whether a heading names days, none of which is the edition's effective day or the first of its period. */
export function isOfOtherDays(heading: string, asOf: Day, { start }: Period): boolean {
  const days = daysOf(heading);
  if (days === null) return false;
  const edition = [asOf, start];
  if (days.isStart) return days.start !== null && !edition.includes(days.start);
  const within: Period = { start: days.start ?? ("0001-01-01" as Day), end: days.end };
  return !edition.some((day) => contains(within, day));
}

const FIGURE = /^[($-]*\s*[0-9][0-9.,]*[)%]?$/;

type Convert = (field: Field<unknown>, text: string, heading: string) => string | null;
type Refuse = (heading: string, value: string, expected: string) => Error;

/** Reads the dated columns of a row, oldest date first. */
export function datedCellsReader(
  parts: DeclaredFields,
  { groups, others }: DatedLayout,
  convert: Convert,
  refuse: Refuse,
): (row: SourceRow) => readonly DatedCells<string>[] {
  const known = new Set(groups.flatMap(({ columns }) => Object.values(columns)));
  return (row) => {
    for (let column = 0; column < row.width; column += 1) {
      if (known.has(column) || others.has(column) || !FIGURE.test(row.cell(column))) continue;
      throw refuse(
        `column ${columnLetters(column)}`,
        row.cell(column),
        "a date and a caption over a column with figures",
      );
    }
    return groups.map(({ period, heading, columns }) => {
      const cells = Object.entries(parts).map(([name, part]) => {
        const column = columns[name];
        return [name, column === undefined ? null : convert(part, row.cell(column), heading)];
      });
      return { period, cells: Object.fromEntries(cells) as Record<string, string | null> };
    });
  };
}
