/*
 * A provider's row is stored as one text: a JSON array of its cells, of its line and of whatever its store adds. A cell is a
 * text, null when it is empty, or the number of a text that repeats (`repeated-cells.ts`).
 */

export type RowCell = string | number | null;

const QUOTE = 0x22;
const LETTER_N = 0x6e;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * The first so many members of such a text, which is known to be as JSON.stringify wrote it. JSON.parse takes twice as
 * long: it looks up every short text in V8's table of all texts.
 */
export function rowCells(text: string, count: number): RowCell[] {
  if (text.includes("\\")) return JSON.parse(text) as RowCell[];
  const cells: RowCell[] = [];
  let at = 1;
  while (cells.length < count) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = text.indexOf('"', at + 1);
      cells.push(text.slice(at + 1, end));
      at = end + '",'.length;
    } else if (code === LETTER_N) {
      cells.push(null);
      at += "null,".length;
    } else {
      let number = 0;
      for (let digit = code; digit >= ZERO && digit <= NINE; digit = text.charCodeAt(at)) {
        number = number * 10 + digit - ZERO;
        at += 1;
      }
      cells.push(number);
      at += ",".length;
    }
  }
  return cells;
}
