import { type Day, dayAfter, dayBefore, LAST_DAY } from "../calendar/day.ts";
import { contains, type Period } from "../calendar/period.ts";
import type { StoredCells } from "../dataset/row.ts";

/** A row of a key and when it holds; null: at every date. */
export interface HeldRow {
  readonly period: Period | null;
  readonly cells: StoredCells;
}

/** Days on which two releases say the same two things of a key; null where one says nothing. */
export interface ComparedPeriod {
  readonly from: Day | null;
  readonly to: Day | null;
  readonly before: StoredCells | null;
  readonly after: StoredCells | null;
  /** Set where `before` is the row that ended the day before these days. */
  readonly beforeUntil: Day | null;
}

/** Whether two rows of a key say the same, whenever they hold. */
type SaysTheSame = (one: StoredCells, other: StoredCells) => boolean;

/** The days on which what two releases say of a key differs, from the earliest on; rows of one key never overlap. */
export function differingPeriods(
  before: readonly HeldRow[],
  after: readonly HeldRow[],
  isSame: SaysTheSame,
): ComparedPeriod[] {
  const found: ComparedPeriod[] = [];
  const days = boundaries([...before, ...after]);
  for (const [index, from] of days.entries()) {
    const next = days[index + 1] ?? null;
    const to = next === null ? null : dayBefore(next);
    const compared = comparedPeriod(from, to, before, after);
    if (compared === null || saysNothingNew(compared, isSame)) continue;
    const last = found.at(-1);
    if (last !== undefined && isContinued(last, compared, isSame)) found[found.length - 1] = { ...last, to };
    else found.push(compared);
  }
  return found;
}

/** The same on one day, whatever holds before and after it. */
export function differingOn(
  day: Day,
  before: readonly HeldRow[],
  after: readonly HeldRow[],
  isSame: SaysTheSame,
): ComparedPeriod[] {
  const compared: ComparedPeriod = {
    from: day,
    to: day,
    before: inForceOn(before, day),
    after: inForceOn(after, day),
    beforeUntil: null,
  };
  const isNothing = compared.before === null && compared.after === null;
  return isNothing || saysNothingNew(compared, isSame) ? [] : [compared];
}

/** The days on which something begins or has ended; a row that holds at every date begins with null. */
function boundaries(rows: readonly HeldRow[]): (Day | null)[] {
  const days = new Set<Day | null>();
  for (const { period } of rows) {
    days.add(period?.start ?? null);
    if (period !== null && period.end !== null && period.end < LAST_DAY) days.add(dayAfter(period.end));
  }
  return [...days].sort();
}

function comparedPeriod(
  from: Day | null,
  to: Day | null,
  before: readonly HeldRow[],
  after: readonly HeldRow[],
): ComparedPeriod | null {
  const was = inForceOn(before, from);
  const is = inForceOn(after, from);
  if (was !== null || is === null || from === null) {
    return was === null && is === null ? null : { from, to, before: was, after: is, beforeUntil: null };
  }
  // A year's rates that end with the year are followed by the next year's: that is a raise or a cut, not a new key.
  const eve = dayBefore(from);
  const ended = before.find(({ period }) => period?.end === eve);
  return { from, to, before: ended?.cells ?? null, after: is, beforeUntil: ended === undefined ? null : eve };
}

function inForceOn(rows: readonly HeldRow[], day: Day | null): StoredCells | null {
  return rows.find(({ period }) => period === null || (day !== null && contains(period, day)))?.cells ?? null;
}

/** Days that the earlier release says nothing of are news even when the later one says of them what was said before. */
function saysNothingNew({ before, after, beforeUntil }: ComparedPeriod, isSame: SaysTheSame): boolean {
  return beforeUntil === null && before !== null && after !== null && isSame(before, after);
}

/** Whether a period follows another without a gap and says the same on both sides. */
function isContinued(last: ComparedPeriod, next: ComparedPeriod, isSame: SaysTheSame): boolean {
  if (last.to === null || next.from === null || dayAfter(last.to) !== next.from || next.beforeUntil !== null)
    return false;
  const areSame = (one: StoredCells | null, other: StoredCells | null) =>
    one === null || other === null ? one === other : isSame(one, other);
  if (!areSame(last.after, next.after)) return false;
  // Behind a row that was renewed, the earlier release goes on saying nothing.
  return last.beforeUntil === null ? areSame(last.before, next.before) : next.before === null;
}
