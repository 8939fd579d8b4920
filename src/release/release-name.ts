import type { ReleaseDescription } from "./release.ts";

/** As much of the content hash as tells two releases apart. */
const HASH_CHARACTERS = 12;

/** A version is free text of the dataset; headers hold printable ASCII. */
const UNPRINTABLE = /[^\x21-\x7e]+/g;

/** A release in a word or two: its version and the beginning of its content hash. */
export function releaseName({ version, contentHash }: Pick<ReleaseDescription, "version" | "contentHash">): string {
  return `${version.replace(UNPRINTABLE, "_")} ${contentHash.slice(0, HASH_CHARACTERS)}`;
}
