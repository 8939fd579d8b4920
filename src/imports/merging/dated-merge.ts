import type { Day } from "../../calendar/day.ts";
import type { Layer } from "./layers.ts";
import type { MergedRow, RowOrigin } from "./merged-row.ts";
import { sideBySide } from "./side-by-side.ts";
import { before, contradiction, joined, overlaid, painted, type Timeline, type TimelineSegment } from "./timeline.ts";
import { BY_HAND, type Piece } from "./work-store.ts";

/** What becomes of a key that one edition lists twice with different values. */
export type OnRepeat = (first: Piece, again: Piece) => void;

/**
 * The rows of one key of a dated table. An edition determines everything from its first day on; of several
 * publications the one declared first counts on its days, unless they know different columns and stand side by side;
 * what was written by hand counts before all of them.
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
