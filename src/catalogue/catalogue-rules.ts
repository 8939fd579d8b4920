import { failure } from "../runtime/failure.ts";
import type { CataloguedRelease } from "./release-catalogue.ts";

/*
 * What activating and pruning mean, whatever the records are kept in. A catalogue reads what a rule asks for and writes what it decides
 * while nobody else can: nothing is pruned that is being activated.
 */

/** The release that is to become the active one; null when it is. Throws a failure when it is not there (any longer). */
export function toActivate(
  contentHash: string,
  known: CataloguedRelease | null,
  active: CataloguedRelease | null,
): CataloguedRelease | null {
  if (known === null) throw failure(`There is no release ${contentHash} any longer. Push it again.`);
  return active?.contentHash === contentHash ? null : known;
}

/** All but the last so many, the active one and those that nodes serve. */
export function toPrune(
  /** The last one that was pushed comes first. */
  releases: readonly CataloguedRelease[],
  keep: number,
  active: CataloguedRelease | null,
  /** Content hashes. */
  served: readonly string[],
): readonly CataloguedRelease[] {
  const inUse = new Set([active?.contentHash, ...served]);
  return releases.slice(keep).filter(({ contentHash }) => !inUse.has(contentHash));
}
