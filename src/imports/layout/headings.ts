import type { Spelling } from "../declaring/fields.ts";

/** A heading without what editions change at will: case, spaces, punctuation, accents. */
export function foldHeading(heading: string): string {
  return heading
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "");
}

/** A heading as patterns see it: lower case, on one line. */
function plainHeading(heading: string): string {
  return heading.toLowerCase().replace(/\s+/g, " ").trim();
}

export function matches(spelling: Spelling, heading: string): boolean {
  return spelling instanceof RegExp
    ? spelling.test(plainHeading(heading))
    : foldHeading(spelling) === foldHeading(heading);
}

/** `"Proc Code"`, or the pattern as it is written. */
export function spellingText(spelling: Spelling): string {
  return spelling instanceof RegExp ? String(spelling) : JSON.stringify(spelling);
}

const LETTER_A = 65;
const LETTERS = 26;

/** The place, from 0, of a column that spreadsheets call `B` or `AC`. */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * LETTERS + letter.charCodeAt(0) - LETTER_A + 1;
  return index - 1;
}
