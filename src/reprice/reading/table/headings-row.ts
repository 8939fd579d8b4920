/**
 * How much a row looks like the headings of a table of lookups: how many columns are recognised, and endlessly much when
 * all are there that a lookup needs.
 */
export type JudgeHeadings = (names: readonly string[]) => number;

/** Titles and notes above a table take a few rows. */
export const HEADINGS_ROWS_MAX = 20;
/** Longer texts are no headings, and comparing them with names takes long. */
const HEADING_CHARACTERS_MAX = 500;
/** Wider than any table of claims; what a sheet could hold beyond it would take seconds to compare. */
export const HEADINGS_MAX = 2_000;

/** Which of the first rows has the headings: the first that has all that are needed, else the one that has most of them. */
export function headingsRow(rows: readonly (readonly string[])[], judge: JudgeHeadings): number {
  let best = 0;
  let bestWorth = 0;
  for (const [index, names] of rows.slice(0, HEADINGS_ROWS_MAX).entries()) {
    const worth = worthOf(names, judge);
    if (worth === Number.POSITIVE_INFINITY) return index;
    if (worth <= bestWorth) continue;
    best = index;
    bestWorth = worth;
  }
  return best;
}

export function worthOf(names: readonly string[], judge: JudgeHeadings): number {
  if (names.length > HEADINGS_MAX || names.some((name) => name.length > HEADING_CHARACTERS_MAX)) return 0;
  return judge(names);
}

/** Judges no row twice, and no more names than `namesMax` in all: a row beyond that is worth nothing. */
export function withinBudget(judge: JudgeHeadings, namesMax: number): JudgeHeadings {
  const worths = new Map<string, number>();
  let left = namesMax;
  return (names) => {
    const row = JSON.stringify(names);
    const known = worths.get(row);
    if (known !== undefined) return known;
    if (names.length > left) return 0;
    left -= names.length;
    const worth = judge(names);
    worths.set(row, worth);
    return worth;
  };
}
