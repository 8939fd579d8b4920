import { createHash } from "node:crypto";

/** Characters of a group's name: longer than any provider, payer or plan is called. A cell of a file can have a million. */
const GROUP_NAME_CHARACTERS_MAX = 200;

const HASH_CHARACTERS = 16;

/**
 * The name of a group. A longer one is cut and ends with a hash of all of it: two long names that begin alike stay two groups, and a reader
 * sees that something is missing.
 */
export function groupName(key: string): string {
  if (key.length <= GROUP_NAME_CHARACTERS_MAX) return key;
  const hash = createHash("sha256").update(key).digest("hex").slice(0, HASH_CHARACTERS);
  return cutTo(key, `... [cut, ${hash}]`);
}

/** A label only describes its group: its beginning is enough. */
export function groupLabel(label: string): string {
  return label.length <= GROUP_NAME_CHARACTERS_MAX ? label : cutTo(label, "... [cut]");
}

function cutTo(text: string, sign: string): string {
  const start = text.slice(0, GROUP_NAME_CHARACTERS_MAX - sign.length);
  // Half of a character that takes two places (a surrogate) is none.
  return `${start.replace(/[\ud800-\udbff]$/, "")}${sign}`;
}
