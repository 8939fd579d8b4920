import { keyText } from "../diff/wire.ts";
import type { ReleaseChange } from "../diff/release-change.ts";

/** A line fits a terminal: the key tells what it is about, the rest is in JSON and CSV. */
const KEY_CHARACTERS_MAX = 70;

/**
 * Keys that stand below each other, as a terminal shows them: with the names of their columns where these fit, else the values alone,
 * cut where they are still too long. Two keys that would read the same once they are cut are told in full.
 */
export function shortKeys(keys: readonly ReleaseChange["key"][]): readonly string[] {
  const named = keys.map(keyText);
  if (named.every((text) => text.length <= KEY_CHARACTERS_MAX)) return named;
  const full = keys.map(valuesText);
  const fullOfShort = new Map<string, Set<string>>();
  for (const text of full) {
    const short = shortened(text);
    fullOfShort.set(short, (fullOfShort.get(short) ?? new Set()).add(text));
  }
  return full.map((text) => (fullOfShort.get(shortened(text))?.size === 1 ? shortened(text) : text));
}

/** `99213, Medicine`; cells that are empty are left out. */
function valuesText(key: ReleaseChange["key"]): string {
  return Object.values(key)
    .filter((value) => value !== null && value !== "")
    .join(", ");
}

function shortened(text: string): string {
  return text.length > KEY_CHARACTERS_MAX ? `${text.slice(0, KEY_CHARACTERS_MAX)}...` : text;
}
