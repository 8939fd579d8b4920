import { type Day, dayAfter, dayBefore } from "../../calendar/day.ts";
import { contains } from "../../calendar/period.ts";
import { KEY_SEPARATOR } from "../../dataset/table.ts";
import type { Timeline, TimelineSegment } from "./timeline.ts";

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
