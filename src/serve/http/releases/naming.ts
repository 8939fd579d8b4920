import { quoted } from "../../../core/text/refusal.ts";
import type { Problem } from "../problem.ts";
import type { ComparableRelease } from "./catalogue-folder.ts";

/** As much of a hash as tells releases apart, and as every answer names its release by. */
const HASH_CHARACTERS_MIN = 12;

/** The one release that a request names by its version or the beginning of its hash; a problem when there is none, or there are several. */
export function releaseNamed(
  parameter: string,
  name: string,
  releases: readonly ComparableRelease[],
): ComparableRelease | Problem {
  const byHash = releases.filter(
    ({ description }) => name.length >= HASH_CHARACTERS_MIN && description.contentHash.startsWith(name.toLowerCase()),
  );
  const named = byHash.length > 0 ? byHash : releases.filter(({ description }) => description.version === name);
  const hashes = new Set(named.map(({ description }) => description.contentHash));
  const [release] = named;
  if (release === undefined) {
    const detail = `There is no release ${quoted(name)} here (${parameter}); GET /releases lists those that there are.`;
    return { code: "release_unavailable", detail };
  }
  if (hashes.size === 1) return release;
  const choices = [...hashes].map((hash) => hash.slice(0, HASH_CHARACTERS_MIN)).join(", ");
  const message = `${parameter} ${quoted(name)} is not valid: expected one release, and ${hashes.size} have it; name one by its hash: ${choices}.`;
  return {
    code: "invalid_parameter",
    detail: message,
    errors: [{ field: parameter, code: "invalid_parameter", message }],
  };
}
