import { type Day, dayAfter, dayBefore } from "../../calendar/day.ts";
import { overlap, type Period } from "../../calendar/period.ts";

/** What one key says for a while. */
export interface Stretch {
  readonly period: Period;
  /** The cells, in one text. */
  readonly cells: string;
  /** Where it comes from: one place, or one for each publication that knows some of its cells. */
  readonly sources: readonly number[];
}

/** Stretches of one key that do not overlap, in order. */
export type Timeline = readonly Stretch[];

/** Everything before a day; what reaches beyond ends the day before. */
export function before(timeline: Timeline, day: Day): Timeline {
  return timeline
    .filter(({ period }) => period.start < day)
    .map((stretch) => {
      const { start, end } = stretch.period;
      return end !== null && end < day ? stretch : { ...stretch, period: { start, end: dayBefore(day) } };
    });
}

function after(timeline: Timeline, day: Day): Timeline {
  return timeline
    .filter(({ period }) => period.end === null || period.end > day)
    .map((stretch) => {
      const { start, end } = stretch.period;
      return start > day ? stretch : { ...stretch, period: { start: dayAfter(day), end } };
    });
}

/** A stretch laid over others: on its days it counts, on all others they do. */
export function painted(timeline: Timeline, stretch: Stretch): Timeline {
  const { start, end } = stretch.period;
  return [...before(timeline, start), stretch, ...(end === null ? [] : after(timeline, end))];
}

/** A whole timeline laid over another. */
export function overlaid(below: Timeline, above: Timeline): Timeline {
  return above.reduce(painted, below);
}

/** Neighbours that say the same are one stretch, from where the first of them comes. */
export function joined(timeline: Timeline, mayJoin: (stretch: Stretch) => boolean = () => true): Timeline {
  const result: Stretch[] = [];
  for (const stretch of timeline) {
    const last = result.at(-1);
    const isGoingOn =
      last !== undefined &&
      last.cells === stretch.cells &&
      last.period.end !== null &&
      dayAfter(last.period.end) === stretch.period.start &&
      mayJoin(last) &&
      mayJoin(stretch);
    if (isGoingOn)
      result[result.length - 1] = { ...last, period: { start: last.period.start, end: stretch.period.end } };
    else result.push(stretch);
  }
  return result;
}

/**
 * The stretch of a list that says something else about the same days as the next one. In a list of successive rates
 * without ends, all end together and each takes over from the one before: that is no contradiction.
 */
export function contradiction(stretches: readonly Stretch[], next: Stretch): Stretch | null {
  const contradicts = ({ period, cells }: Stretch) =>
    cells !== next.cells && overlap(period, next.period) && !takesOver(next.period, period);
  return stretches.find(contradicts) ?? null;
}

function takesOver(later: Period, earlier: Period): boolean {
  return later.start > earlier.start && later.end === earlier.end;
}

/** Whether a timeline says these cells on every day of a period. */
export function says(timeline: Timeline, cells: string, { start, end }: Period): boolean {
  const equal = joined(timeline.filter((stretch) => stretch.cells === cells));
  return equal.some(
    ({ period }) => period.start <= start && (period.end === null || (end !== null && end <= period.end)),
  );
}
