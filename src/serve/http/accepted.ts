/** An entry of a header that lists what a client accepts, with its weight and its position. */
export interface AcceptedRange {
  readonly name: string;
  readonly weight: number;
  readonly place: number;
}

/** No client lists as many. A header of 16 kB could have thousands, and each takes time of the thread that answers lookups. */
const RANGES_MAX = 32;

/** The first entries of an Accept or Accept-Encoding header (RFC 9110, 12.4.2). A weight that is no number counts as 0. */
export function acceptedRanges(header: string): readonly AcceptedRange[] {
  return header.toLowerCase().split(",", RANGES_MAX).map(rangeOf);
}

function rangeOf(range: string, place: number): AcceptedRange {
  const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice("q=".length);
  return { name, weight: quality === undefined ? 1 : Math.min(Number(quality) || 0, 1), place };
}

/** The content codings that answers are sent in. */
export type ContentCoding = "zstd" | "gzip";

/** Names that clients have for a coding. `*` stands for gzip alone: a client that can read zstd says so. */
const NAMES: Readonly<Record<ContentCoding, readonly string[]>> = { zstd: ["zstd"], gzip: ["gzip", "x-gzip", "*"] };

/**
 * The content coding of an answer (RFC 9110, 12.5.3); null: as it is. The one with the highest weight is taken; among equals the one that
 * is offered first, and any of them before none. A client that accepts nothing that there is gets the answer as it is, never a 406.
 */
export function codingAccepted(header: string | undefined, offered: readonly ContentCoding[]): ContentCoding | null {
  if (header === undefined || header === "") return null;
  const ranges = acceptedRanges(header);
  let chosen: ContentCoding | null = null;
  let highest = weightOf(["identity"], ranges);
  for (const coding of offered) {
    const weight = weightOf(NAMES[coding], ranges);
    const isMore = chosen === null ? weight >= highest : weight > highest;
    if (weight > 0 && isMore) [chosen, highest] = [coding, weight];
  }
  return chosen;
}

/** The weight of the first of the names that the client lists; 0 when it lists none. */
function weightOf(names: readonly string[], ranges: readonly AcceptedRange[]): number {
  for (const name of names) {
    const listed = ranges.find((range) => range.name === name);
    if (listed !== undefined) return listed.weight;
  }
  return 0;
}
