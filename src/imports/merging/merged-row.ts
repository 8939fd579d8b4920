import type { Day } from "../../core/calendar/day.ts";
import { KEY_SEPARATOR } from "../../dataset/table.ts";
import type { Layer } from "./layers.ts";
import {
  before,
  contradiction,
  joined,
  overlaid,
  painted,
  sideBySide,
  type Timeline,
  type TimelineSegment,
} from "./timeline.ts";
import { BY_HAND, type Piece } from "./work-store.ts";

/** Where a row, or some of its cells, comes from. */
export interface RowOrigin {
  /** The place of the publication among those that feed the table; `BY_HAND` for a row written by hand. */
  readonly layer: number;
  readonly edition: number;
  readonly place: string;
}

/** A row of the table as it will be. */
export interface MergedRow {
  readonly key: string;
  readonly start: Day | null;
  readonly end: Day | null;
  /** In one text, dates excluded. */
  readonly cells: string;
  readonly isByHand: boolean;
  readonly origins: readonly RowOrigin[];
}

/** What becomes of a key that one edition lists twice with different values. */
type OnRepeat = (first: Piece, again: Piece) => void;

/**
 * The rows of one key of a dated table. An edition determines everything from its first day on; of several
 * publications the one declared first counts on its days, unless they know different columns and stand side by side;
 * what was written by hand counts before all of them.
 */
export function mergedTimeline(pieces: readonly Piece[], layers: readonly Layer[], onRepeat: OnRepeat): MergedRow[] {
  const isDerived = ({ sources }: TimelineSegment) => sources.every((source) => pieces[source]?.layer !== BY_HAND);
  let timeline: Timeline = [];
  for (let layer = layers.length - 1; layer >= 0; layer -= 1) {
    const own = until(
      continuedFrom(pieces[0]?.key ?? "", layers[layer] as Layer, layers),
      layerTimeline(pieces, layer, layers[layer] as Layer, onRepeat),
    );
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

/**
 * The first day on which an import of the table speaks for a key in place of a list whose layout was never seen: from then on, what
 * that list said is no longer so. Null where nothing does, and for all other layers.
 */
function continuedFrom(key: string, { isContinued }: Layer, layers: readonly Layer[]): Day | null {
  if (!isContinued) return null;
  const starts = layers.flatMap(({ speaksFor, editions }) =>
    speaksFor?.(key) === true ? editions.map(({ edition }) => edition.period.start) : [],
  );
  return starts.sort()[0] ?? null;
}

function until(day: Day | null, timeline: Timeline): Timeline {
  return day === null ? timeline : before(timeline, day);
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
 * The row of one key of an undated table: what was written by hand, as it is; otherwise what the publication declared
 * first says, its empty cells filled by the others.
 */
export function mergedRow(pieces: readonly Piece[], layers: readonly Layer[], onRepeat: OnRepeat): MergedRow | null {
  const derived = pieces.filter(
    ({ layer, key }) => layer > BY_HAND && continuedFrom(key, layers[layer] as Layer, layers) === null,
  );
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

/** The row with its empty cells filled; it says so in its origins when there was anything to fill. */
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
