import { type Day, dayAfter, dayBefore } from "../../core/calendar/day.ts";
import { contains, overlap, type Period } from "../../core/calendar/period.ts";
import { KEY_SEPARATOR } from "../../dataset/table.ts";
import type { Layer } from "./layers.ts";
import { BY_HAND, type Piece } from "./work-store.ts";

export interface RowOrigin {
  /** The index of the publication among those of the table; `BY_HAND` for a row written by hand. */
  readonly layer: number;
  readonly edition: number;
  readonly place: string;
}

export interface MergedRow {
  readonly key: string;
  readonly start: Day | null;
  readonly end: Day | null;
  /** As one text, without dates. */
  readonly cells: string;
  readonly isByHand: boolean;
  readonly origins: readonly RowOrigin[];
}

/** Called for a key that one edition lists twice with different values. */
type OnRepeat = (first: Piece, again: Piece) => void;

/**
 * The rows of one key of a dated table. An edition determines everything from its first day. Of several publications the first
 * declared counts on its days, unless they have different columns and are combined. Rows written by hand precede all.
 */
export function mergedTimeline(pieces: readonly Piece[], layers: readonly Layer[], onRepeat: OnRepeat): MergedRow[] {
  const isDerived = ({ sources }: TimelineSegment) => sources.every((source) => pieces[source]?.layer !== BY_HAND);
  let timeline: Timeline = [];
  for (let layer = layers.length - 1; layer >= 0; layer -= 1) {
    const own = layerTimeline(pieces, layer, layers[layer] as Layer, onRepeat);
    timeline = layers[layer]?.feed.columns === null ? overlaid(timeline, own) : sideBySide(own, timeline);
  }
  pieces.forEach((piece, source) => {
    if (piece.layer === BY_HAND) timeline = painted(timeline, segmentOf(piece, source));
  });
  return joined(timeline, isDerived).map(({ period: { start, end }, cells, sources }) => {
    const origins = sources.map((source) => pieces[source] as Piece);
    const { key, layer } = origins[0] as Piece;
    return { key, start, end, cells, isByHand: layer === BY_HAND, origins: origins.map(originOf) };
  });
}

function originOf({ layer, edition, place }: Piece): RowOrigin {
  return { layer, edition, place };
}

function layerTimeline(pieces: readonly Piece[], layer: number, { editions }: Layer, onRepeat: OnRepeat): Timeline {
  const own = pieces.flatMap((piece, source) => (piece.layer === layer ? [{ piece, source }] : []));
  if (own.length === 0) return [];
  let timeline: Timeline = [];
  editions.forEach(({ edition: { period } }, number) => {
    timeline = before(timeline, period.start);
    const listed: TimelineSegment[] = [];
    for (const { piece, source } of own) {
      if (piece.edition !== number) continue;
      const segment = segmentOf(piece, source);
      const other = contradiction(listed, segment);
      if (other !== null) {
        onRepeat(pieces[other.sources[0] as number] as Piece, piece);
        continue;
      }
      listed.push(segment);
      timeline = painted(timeline, segment);
    }
  });
  return joined(timeline);
}

function segmentOf({ start, end, cells }: Piece, source: number): TimelineSegment {
  return { period: { start: start as Day, end: end === "" ? null : (end as Day) }, cells, sources: [source] };
}

/**
 * The row of one key of an undated table: the one written by hand, unchanged; otherwise that of the first declared publication,
 * with its empty cells filled by the others.
 */
export function mergedRow(pieces: readonly Piece[], onRepeat: OnRepeat): MergedRow | null {
  const derived = pieces.filter(({ layer }) => layer > BY_HAND);
  const own = pieces.find(({ layer }) => layer === BY_HAND);
  if (own !== undefined) return rowOf(own);
  const [first, ...others] = oncePerLayer(derived, onRepeat);
  if (first === undefined) return null;
  return others.reduce((row, piece) => filled(row, piece), rowOf(first));
}

function rowOf({ key, cells, layer, edition, place }: Piece): MergedRow {
  return { key, start: null, end: null, cells, isByHand: layer === BY_HAND, origins: [{ layer, edition, place }] };
}

function oncePerLayer(pieces: readonly Piece[], onRepeat: OnRepeat): Piece[] {
  const once: Piece[] = [];
  for (const piece of pieces) {
    const last = once.at(-1);
    if (last === undefined || last.layer !== piece.layer) once.push(piece);
    else if (last.cells !== piece.cells) onRepeat(last, piece);
  }
  return once;
}

/** The row with its empty cells filled, and the origins of the filled cells. */
export function filled(
  row: MergedRow,
  from: { readonly cells: string; readonly layer: number; readonly edition: number; readonly place: string },
): MergedRow {
  const offered = from.cells.split(KEY_SEPARATOR);
  const cells = row.cells.split(KEY_SEPARATOR).map((cell, index) => cell || (offered[index] ?? ""));
  const packed = cells.join(KEY_SEPARATOR);
  if (packed === row.cells) return row;
  const { layer, edition, place } = from;
  return { ...row, cells: packed, origins: [...row.origins, { layer, edition, place }] };
}

/** The cells of one key for a period. */
interface TimelineSegment {
  readonly period: Period;
  readonly cells: string;
  /** Its sources: one, or one for each publication with some of its cells. */
  readonly sources: readonly number[];
}

/** Segments of one key that do not overlap, in order. */
type Timeline = readonly TimelineSegment[];

/** Everything before a day; longer segments end the day before. */
function before(timeline: Timeline, day: Day): Timeline {
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

/** A segment laid over others: it counts on its days, they on all others. */
function painted(timeline: Timeline, segment: TimelineSegment): Timeline {
  const { start, end } = segment.period;
  return [...before(timeline, start), segment, ...(end === null ? [] : after(timeline, end))];
}

function overlaid(below: Timeline, above: Timeline): Timeline {
  return above.reduce(painted, below);
}

/** Joins equal neighbours; the source of the first one counts. */
function joined(timeline: Timeline, mayJoin: (segment: TimelineSegment) => boolean = () => true): Timeline {
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
 * A segment of a list that contradicts the next one on the same days. In a list of successive rates without ends, all end together
 * and each replaces the one before: that is no contradiction.
 */
function contradiction(segments: readonly TimelineSegment[], next: TimelineSegment): TimelineSegment | null {
  const contradicts = ({ period, cells }: TimelineSegment) =>
    cells !== next.cells && overlap(period, next.period) && !takesOver(next.period, period);
  return segments.find(contradicts) ?? null;
}

function takesOver(later: Period, earlier: Period): boolean {
  return later.start > earlier.start && later.end === earlier.end;
}

/** Whether a timeline has these cells on every day of a period. */
export function says(timeline: Timeline, cells: string, { start, end }: Period): boolean {
  const equal = joined(timeline.filter((segment) => segment.cells === cells));
  return equal.some(
    ({ period }) => period.start <= start && (period.end === null || (end !== null && end <= period.end)),
  );
}

/**
 * Combines two publications with different columns of the same rows, cut at every day on which either changes. On days with only
 * one of them, that one stands alone.
 */
function sideBySide(first: Timeline, second: Timeline): Timeline {
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

/** The days on which a segment begins, or on which none follows an ended one. */
function cuts(segments: Timeline): readonly Day[] {
  const days = segments.flatMap(({ period: { start, end } }) => (end === null ? [start] : [start, dayAfter(end)]));
  return [...new Set(days)].sort();
}

/** The cells of both; the key is the same. */
function together(one: TimelineSegment, other: TimelineSegment): Omit<TimelineSegment, "period"> {
  const offered = other.cells.split(KEY_SEPARATOR);
  const cells = one.cells.split(KEY_SEPARATOR).map((cell, index) => cell || (offered[index] ?? ""));
  return { cells: cells.join(KEY_SEPARATOR), sources: [...one.sources, ...other.sources] };
}
