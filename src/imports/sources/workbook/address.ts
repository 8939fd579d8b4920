import { COLUMNS_MAX } from "../width.ts";

/** What a sheet of every spreadsheet program can hold. */
export const ROWS_MAX = 1_048_576;

const LETTER_A = 65;
const LETTERS = 26;
const ZERO = 48;
const TEN = 10;

/** The place of a cell in its sheet, both counted from 1. */
export interface CellAddress {
  readonly row: number;
  readonly column: number;
}

/** Reads `XFD1048576`; null when it is no address, or of a cell that no sheet has. */
export function addressOf(text: string): CellAddress | null {
  let at = 0;
  let column = 0;
  for (; at < text.length; at += 1) {
    const letter = text.charCodeAt(at) - LETTER_A;
    if (letter < 0 || letter >= LETTERS) break;
    column = column * LETTERS + letter + 1;
    if (column > COLUMNS_MAX) return null;
  }
  let row = 0;
  for (; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit >= TEN) return null;
    row = row * TEN + digit;
    if (row > ROWS_MAX) return null;
  }
  return row === 0 || column === 0 ? null : { row, column };
}

/** `B7` */
export function addressText({ row, column }: CellAddress): string {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(LETTER_A + ((rest - 1) % LETTERS)) + letters;
  }
  return `${letters}${row}`;
}
