import { type Day, dayAfter, dayBefore } from "../../core/calendar/day.ts";
import { contains, overlap, type Period } from "../../core/calendar/period.ts";
import { KEY_SEPARATOR } from "../../dataset/table.ts";

/** What one key says for a while. */
export interface TimelineSegment {
  readonly period: Period;
  /** The cells, in one text. */
  readonly cells: string;
  /** Where it comes from: one place, or one for each publication that knows some of its cells. */
  readonly sources: readonly number[];
}

/** Segments of one key that do not overlap, in order. */
export type Timeline = readonly TimelineSegment[];

/** Everything before a day; what reaches beyond ends the day before. */
export function before(timeline: Timeline, day: Day): Timeline {
  return timeline
    .filter(({ period }) => period.start < day)
    .map((segment) => {
      const { start, end } = segment.period;
      return end !== null && end < day ? segment : { ...segment, period: { start, end: dayBefore(day) } };
    });
}

function after(timeline: Timeline, day: Day): Timeline {
  return timeline
    .filter(({ period }) => period.end === null || period.end > day)
    .map((segment) => {
      const { start, end } = segment.period;
      return start > day ? segment : { ...segment, period: { start: dayAfter(day), end } };
    });
}

/** A segment laid over others: on its days it counts, on all others they do. */
export function painted(timeline: Timeline, segment: TimelineSegment): Timeline {
  const { start, end } = segment.period;
  return [...before(timeline, start), segment, ...(end === null ? [] : after(timeline, end))];
}

/** A whole timeline laid over another. */
export function overlaid(below: Timeline, above: Timeline): Timeline {
  return above.reduce(painted, below);
}

/** Neighbours that say the same are one segment, from where the first of them comes. */
export function joined(timeline: Timeline, mayJoin: (segment: TimelineSegment) => boolean = () => true): Timeline {
  const result: TimelineSegment[] = [];
  for (const segment of timeline) {
    const last = result.at(-1);
    const isGoingOn =
      last !== undefined &&
      last.cells === segment.cells &&
      last.period.end !== null &&
      dayAfter(last.period.end) === segment.period.start &&
      mayJoin(last) &&
      mayJoin(segment);
    if (isGoingOn)
      result[result.length - 1] = { ...last, period: { start: last.period.start, end: segment.period.end } };
    else result.push(segment);
  }
  return result;
}

/**
 * The segment of a list that says something else about the same days as the next one. In a list of successive rates
 * without ends, all end together and each takes over from the one before: that is no contradiction.
 */
export function contradiction(segments: readonly TimelineSegment[], next: TimelineSegment): TimelineSegment | null {
  const contradicts = ({ period, cells }: TimelineSegment) =>
    cells !== next.cells && overlap(period, next.period) && !takesOver(next.period, period);
  return segments.find(contradicts) ?? null;
}

function takesOver(later: Period, earlier: Period): boolean {
  return later.start > earlier.start && later.end === earlier.end;
}

/** Whether a timeline says these cells on every day of a period. */
export function says(timeline: Timeline, cells: string, { start, end }: Period): boolean {
  const equal = joined(timeline.filter((segment) => segment.cells === cells));
  return equal.some(
    ({ period }) => period.start <= start && (period.end === null || (end !== null && end <= period.end)),
  );
}

/**
 * What two publications say that know different columns of the same rows: cut at every day on which either changes. On
 * days of which one of them says nothing, the other one stands alone.
 */
export function sideBySide(first: Timeline, second: Timeline): Timeline {
  if (first.length === 0 || second.length === 0) return [...first, ...second];
  const days = cuts([...first, ...second]);
  return days.flatMap((start, index) => {
    const next = days[index + 1];
    const period = { start, end: next === undefined ? null : dayBefore(next) };
    const both = [first, second].flatMap((timeline) => timeline.find((each) => contains(each.period, start)) ?? []);
    const [one, other] = both;
    if (one === undefined) return [];
    return [other === undefined ? { ...one, period } : { ...together(one, other), period }];
  });
}

/** The days on which a segment begins, or nothing does after one has ended. */
function cuts(segments: Timeline): readonly Day[] {
  const days = segments.flatMap(({ period: { start, end } }) => (end === null ? [start] : [start, dayAfter(end)]));
  return [...new Set(days)].sort();
}

/** The cells that either knows; the key, which both know, is the same. */
function together(one: TimelineSegment, other: TimelineSegment): Omit<TimelineSegment, "period"> {
  const offered = other.cells.split(KEY_SEPARATOR);
  const cells = one.cells.split(KEY_SEPARATOR).map((cell, index) => cell || (offered[index] ?? ""));
  return { cells: cells.join(KEY_SEPARATOR), sources: [...one.sources, ...other.sources] };
}
