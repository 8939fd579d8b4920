import { type Day, dayBefore } from "../../calendar/day.ts";
import type { Period } from "../../calendar/period.ts";
import type { DeclaredFields, Field } from "../declaring/fields.ts";
import { dayOfHeading, isLikeDay } from "./heading-day.ts";
import { columnLetters, FoldedHeadings } from "./headings.ts";
import { headingWords } from "./plain-words.ts";

/** The columns under one date. */
interface DatedGroup {
  readonly period: Period;
  /** The date as it is printed. */
  readonly heading: string;
  /** By part; a part that may be lacking and is has none. */
  readonly columns: Readonly<Record<string, number | undefined>>;
}

/** Where the dated columns of a list are. */
export interface DatedLayout {
  /** From the oldest on. */
  readonly groups: readonly DatedGroup[];
  /** Columns that are known to be something else; any other one that has figures lacks its date. */
  readonly others: ReadonlySet<number>;
  /** Why the columns cannot be read, though it is these that are meant. */
  readonly faults: readonly string[];
}

/** A row of captions with those above it, the nearest first. */
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

/** Finds the dated columns; null where no row of captions has a date. */
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

/** Headings that are meant as dates and are none: passing one over would lose a period without a word. */
function unreadable(dates: readonly string[], claimed: ReadonlySet<number>): string[] {
  return dates.flatMap((heading, column) => {
    if (claimed.has(column) || !isLikeDay(heading) || dayOfHeading(heading) !== null) return [];
    return [`column ${columnLetters(column)}: the heading ${JSON.stringify(heading)} names no day, such as 1/31/2026`];
  });
}

/** The columns before the first date that have a caption of their own, which is none of the parts. */
function captionedBefore(first: number, row: readonly string[], parts: DeclaredFields): number[] {
  const spellings = Object.values(parts).flatMap(spellingsOf);
  return row.slice(0, first).flatMap((caption, column) => {
    const heading = new FoldedHeadings([caption]);
    const isPart = spellings.some((each) => heading.columnOf(each, NONE) >= 0);
    return caption === "" || isPart ? [] : [column];
  });
}

/** The columns of the parts that stand under one date, from its own column until the next date's. */
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
