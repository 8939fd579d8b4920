import { snakeCase } from "../../core/text/spelling.ts";
import type { Spelling } from "../declaring/fields.ts";
import type { CellText } from "../declaring/publication.ts";

// Declarations use patterns for headings, sheets and files; messages use words.

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

export function cellWords(text: CellText): string {
  return typeof text === "string" ? text : nameWords(text);
}

/** A pattern for a sheet or file in words: `rates*.xlsx or csv`. */
export function nameWords(pattern: RegExp): string {
  let words = pattern.source.replace(/\(\?[=!][^()]*\)/g, "").replace(/\(\?:?/g, "(");
  // Groups from the inside out: `(a|b)` is a or b; optional parts are left out.
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
