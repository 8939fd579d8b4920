import { snakeCase } from "../../core/text/spelling.ts";
import type { Spelling } from "../declaring/fields.ts";
import type { CellText } from "../declaring/publication.ts";

/* Declarations find headings, sheets and files by patterns; people are told words. */

/** `dischargeRate` is the discharge rate. */
export function fieldWords(name: string): string {
  return snakeCase(name).replaceAll("_", " ");
}

/** `"Proc Code" or "Code"`; what is found by patterns alone is called by its name: `of the discharge rate`. */
export function headingWords(name: string, spellings: readonly Spelling[]): string {
  const printed = spellings.filter((spelling) => typeof spelling === "string");
  if (printed.length > 0) return printed.map((spelling) => JSON.stringify(spelling)).join(" or ");
  return `of the ${fieldWords(name)}`;
}

/** The text of a cell that is looked for. */
export function cellWords(text: CellText): string {
  return typeof text === "string" ? text : nameWords(text);
}

/** The name of a sheet or file as people write patterns: `rates*.xlsx or csv`. */
export function nameWords(pattern: RegExp): string {
  let words = pattern.source.replace(/\(\?[=!][^()]*\)/g, "").replace(/\(\?:?/g, "(");
  // Groups from the inside out: `(a|b)` is a or b, and what may be missing is left out.
  for (let before = ""; before !== words; ) {
    before = words;
    words = words.replace(/\(([^()]*)\)(\??)/g, (_, group: string, mayMiss: string) =>
      mayMiss === "" ? group.replaceAll("|", " or ") : "",
    );
  }
  return words
    .replace(/(?:\[[^\]]*\]|\\[dwsS]|\.)(?:\{[^}]*\}|[*+])/g, "*")
    .replace(/\[[^\]]*\]\??|\\[dw]\??/g, "*")
    .replace(/\\s\??/g, " ")
    .replace(/\\b|[\^$?+]/g, "")
    .replaceAll("|", " or ")
    .replace(/\\(.)/g, "$1")
    .trim()
    .replace(/^\./, "*.")
    .replace(/\*+/g, "*");
}
