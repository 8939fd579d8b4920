import { closest, distance } from "fastest-levenshtein";

/** The known name a misspelt one most likely meant, or null when none is near. */
export function closestName(name: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  const candidate = closest(name.toLowerCase(), known as string[]);
  const tolerance = Math.max(2, Math.floor(candidate.length / 2));
  return distance(name.toLowerCase(), candidate) <= tolerance ? candidate : null;
}
