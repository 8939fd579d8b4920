import type { Format } from "../../answers/answer.ts";

/** The media type of each format. CSV says that its first line is the headings (RFC 7111). */
export const MEDIA_TYPES = {
  json: "application/json; charset=utf-8",
  html: "text/html; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
} as const satisfies Record<Format, string>;

/** The names that clients ask for them by. */
const NAMES: Readonly<Record<Format, string>> = { json: "application/json", html: "text/html", csv: "text/csv" };

/** What nearly all programs send: they are not worth reading, and get JSON. */
const PLAIN: ReadonlySet<string | undefined> = new Set([undefined, "*/*", NAMES.json]);

/** What an answer that is a table may be written as; JSON unless something else is wanted more. */
export const JSON_OR_CSV = ["json", "csv"] as const;

/**
 * Content negotiation (RFC 9110, 12.5.1): the format with the highest weight by its most specific range; among equals one that is
 * named before one that only a wildcard covers, then the one that is named first, then the one that is offered first. Whoever
 * accepts none of them gets JSON, as errors do.
 */
export function formatAccepted<Offered extends Format>(
  accept: string | undefined,
  offered: readonly Offered[],
): Offered | "json" {
  if (accept === undefined || PLAIN.has(accept)) return "json";
  const ranges = accept.toLowerCase().split(",").map(rangeOf);
  let chosen: Offered | "json" = "json";
  let wanted: Wanted = UNWANTED;
  for (const format of offered) {
    const found = wantedBy(ranges, NAMES[format]);
    if (isMore(found, wanted)) [chosen, wanted] = [format, found];
  }
  return chosen;
}

/** A media range, how much it is wanted and where it stands. */
interface Range {
  readonly name: string;
  readonly weight: number;
  readonly place: number;
}

/** A range as it covers a format: the more specific, the larger. */
interface Wanted extends Omit<Range, "name"> {
  readonly specificity: number;
}

const UNWANTED: Wanted = { weight: 0, specificity: 0, place: 0 };

function rangeOf(range: string, place: number): Range {
  const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice("q=".length);
  return { name, weight: quality === undefined ? 1 : Math.min(Number(quality) || 0, 1), place };
}

function wantedBy(ranges: readonly Range[], name: string): Wanted {
  const type = name.slice(0, name.indexOf("/"));
  // The later in this list, the more specific.
  const covering = ["*/*", `${type}/*`, name];
  let wanted: Wanted | null = null;
  for (const { name: covers, weight, place } of ranges) {
    const specificity = covering.indexOf(covers);
    if (specificity >= 0 && (wanted === null || specificity > wanted.specificity)) {
      wanted = { weight, specificity, place };
    }
  }
  return wanted ?? UNWANTED;
}

function isMore(found: Wanted, than: Wanted): boolean {
  if (found.weight !== than.weight) return found.weight > than.weight;
  if (found.weight === 0) return false;
  if (found.specificity !== than.specificity) return found.specificity > than.specificity;
  return found.place < than.place;
}
