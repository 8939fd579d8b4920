import type { Conversion } from "../../../imports/declaring/conversions.ts";

/** The lines that a rule depends on, by the spellings that the state uses for them (fl 2.7). */
const LINES: readonly (readonly [spelling: RegExp, line: string])[] = [
  [/^neonat(?:al|es?)$/i, "Neonatal"],
  [/^pediatrics?$/i, "Pediatric"],
  [/^(?:transplant\W*pediatrics?|pediatrics?\W*transplants?)$/i, "Transplant Pediatric"],
];

/** A service line as published, and in one spelling where a rule depends on it. */
export const serviceLine: Conversion = (cell) => {
  const line = cell.replace(/\s+/g, " ");
  return LINES.find(([spelling]) => spelling.test(line))?.[1] ?? line;
};
