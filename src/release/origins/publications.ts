import type { Day } from "../../calendar/day.ts";
import type { Source } from "../../dataset/description.ts";
import type { RowPublication } from "../../pricing/row-origins.ts";

/**
 * The publication that some entries of `dataset.json` speak of; null when there are none. Entries that are told apart only
 * in words are all named and none is chosen: what they do not have in common is left out.
 */
export function publicationIn(sources: readonly Source[], place: string | null): RowPublication | null {
  const [first] = sources;
  if (first === undefined) return null;
  const agreed = (member: Exclude<keyof Source, "synthetic">) =>
    sources.every((source) => source[member] === first[member]) ? first[member] : null;
  const names = new Set(sources.flatMap(({ publication }) => publication ?? []));
  return {
    name: names.size === 0 ? null : [...names].join("; "),
    publisher: agreed("publisher"),
    edition: agreed("edition"),
    file: agreed("file"),
    sha256: agreed("sha256"),
    place,
  };
}

/**
 * The entries of `dataset.json` about rows of a table that no import brought. Where other rows of it name their imports, these are
 * not from them, so that only entries written by hand can be meant.
 */
export function sourcesByHand(sources: readonly Source[], title: string, hasOrigins: boolean): readonly Source[] {
  return sources.filter(({ table, edition }) => table === title && (edition === null || !hasOrigins));
}

/**
 * The newest edition of the publication that rows come from which is later than theirs and not after a day; null when there is none, and
 * for rows of several publications, which no single edition confirms.
 */
export function newestAfter(own: readonly Source[], all: readonly Source[], day: Day): string | null {
  const [first] = own;
  if (first === undefined || first.importer === null || first.edition === null) return null;
  const { table, importer, edition: taken } = first;
  if (own.some((source) => source.importer !== importer || source.edition !== taken)) return null;
  const later = all
    .filter((source) => source.table === table && source.importer === importer)
    .flatMap(({ edition }) => (edition !== null && edition > taken && edition <= day ? [edition] : []));
  return later.sort().at(-1) ?? null;
}
