import { failure } from "../runtime/failure.ts";
import { quoted } from "../text/refusal.ts";
import type { CataloguedRelease } from "./release-catalogue.ts";

/** As much of a hash as tells releases apart on a terminal. */
const SHORT_HASH_CHARACTERS = 12;

/** Fewer characters of a hash would be a guess. */
const PREFIX_CHARACTERS_MIN = 6;
const HASH_PREFIX = new RegExp(`^[0-9a-f]{${PREFIX_CHARACTERS_MIN},64}$`);

export function shortHash({ contentHash }: Pick<CataloguedRelease, "contentHash">): string {
  return contentHash.slice(0, SHORT_HASH_CHARACTERS);
}

/**
 * The release that a version or the beginning of a content hash names; throws a failure when there is none or more than
 * one: which of two is meant decides prices, and is never guessed.
 */
export function namedRelease(releases: readonly CataloguedRelease[], name: string): CataloguedRelease {
  const isPrefix = HASH_PREFIX.test(name);
  const named = releases.filter(
    ({ version, contentHash }) => version === name || (isPrefix && contentHash.startsWith(name)),
  );
  const [only, ...others] = named;
  if (only === undefined) throw failure(`There is no release ${quoted(name)}. ${known(releases)}`);
  if (others.length === 0) return only;
  const hashes = named.map((release) => `${shortHash(release)} (${release.version}, pushed ${release.pushedAt})`);
  throw failure(`${quoted(name)} names ${named.length} releases. Name one by its hash: ${hashes.join(", ")}.`);
}

/** Enough for a misspelt version to be seen. */
const KNOWN_TOLD = 5;

function known(releases: readonly CataloguedRelease[]): string {
  if (releases.length === 0) return 'None has been pushed: see "ratebook releases push".';
  const told = releases.slice(0, KNOWN_TOLD).map((release) => `${release.version} (${shortHash(release)})`);
  const more = releases.length > KNOWN_TOLD ? ' and more, see "ratebook releases list"' : "";
  return `Known are ${told.join(", ")}${more}.`;
}
