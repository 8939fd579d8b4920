/** How a cell is shown; `styles.ts` has the format of each. */
export type CellStyle =
  | "title"
  | "note"
  | "heading"
  | "text"
  | "wrapped"
  | "money"
  | "figure"
  | "number"
  | "count"
  | "day"
  | "strong"
  | "strongMoney"
  | "strongCount";

/** A cell: a text with how it is meant. What does not read as a number or a day where one is meant stays a text. */
export interface Cell {
  readonly style: CellStyle;
  readonly text: string;
}

export type Row = readonly (Cell | null)[];

export function cell(style: CellStyle, text: string | null): Cell | null {
  return text === null || text === "" ? null : { style, text };
}

/** Styles whose cells are numbers. */
export const NUMERIC: ReadonlySet<CellStyle> = new Set([
  "money",
  "figure",
  "number",
  "count",
  "strongMoney",
  "strongCount",
]);
