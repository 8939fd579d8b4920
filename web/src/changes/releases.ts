import type { ListedRelease } from "../../../src/diff/wire.ts";

export type { ListedRelease, Releases } from "../../../src/diff/wire.ts";

/** As much of a hash as the API asks for to tell releases apart. */
const HASH_CHARACTERS = 12;

/** How an address names a release: by its version, which people know, or by its hash where several have that version. */
export function nameOfRelease(release: ListedRelease, all: readonly ListedRelease[]): string {
  const isAlone = all.filter(({ version }) => version === release.version).length === 1;
  return isAlone ? release.version : release.content_hash.slice(0, HASH_CHARACTERS);
}

/** "2026.11, in service, Ratebook sample": what tells releases apart comes first, for fields that are narrow. */
export function titleOfRelease(release: ListedRelease, all: readonly ListedRelease[]): string {
  const name = nameOfRelease(release, all);
  const hash = name === release.version ? [] : [name];
  return [release.version, ...hash, ...(release.in_service ? ["in service"] : []), release.name].join(", ");
}

/** Which releases are compared, by the names that the API knows them by. */
export interface Pair {
  readonly from: string;
  readonly to: string;
}

/** Those that the address names, else as the API chooses: to the one in service, from the first other one of the list. */
export function chosenPair(query: URLSearchParams, all: readonly ListedRelease[]): Pair {
  const nameOf = (release: ListedRelease | undefined) => (release === undefined ? "" : nameOfRelease(release, all));
  const to = query.get("to") || nameOf(all.find(({ in_service }) => in_service));
  const from = query.get("from") || nameOf(all.find((each) => !each.in_service && nameOfRelease(each, all) !== to));
  return { from, to };
}
