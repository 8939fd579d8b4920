/** What every spreadsheet program takes. */
const CHARACTERS_MAX = 31;
const NOT_IN_NAMES = /[[\]:*?/\\\p{Control}]/gu;
/** A program keeps this name for itself. */
const RESERVED = "history";

/** Names that a workbook may give its sheets: short enough, without signs that stand for something else, and each once. */
export function sheetNames(asked: readonly string[]): readonly string[] {
  const taken = new Set([RESERVED]);
  return asked.map((name) => {
    const plain =
      name
        .replace(NOT_IN_NAMES, " ")
        .replace(/^'+|'+$/g, "")
        .trim() || "Sheet";
    let free = plain.slice(0, CHARACTERS_MAX).trim();
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) {
      const mark = ` ${number}`;
      free = `${plain.slice(0, CHARACTERS_MAX - mark.length).trim()}${mark}`;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}
