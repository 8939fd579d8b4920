import { delimiterByCount } from "../../../text/csv/delimiter-by-count.ts";
import { HEADINGS_ROWS_MAX, type JudgeHeadings, worthOf } from "./headings-row.ts";

/** What stands between the cells of a text. */
export interface Delimiter {
  readonly sign: string;
  /** As it is told. */
  readonly name: string;
}

export const COMMAS: Delimiter = { sign: ",", name: "commas" };
export const SEMICOLONS: Delimiter = { sign: ";", name: "semicolons" };
const DELIMITERS: readonly Delimiter[] = [
  COMMAS,
  SEMICOLONS,
  { sign: "\t", name: "tabs" },
  { sign: "|", name: "pipes" },
];

/**
 * The delimiter by which the first lines have the best headings. Counting signs would take lists inside cells, such as
 * diagnoses with pipes between them, for columns; where no heading is known, the line with most cells must do.
 */
export function delimiterOf(head: string, judge: JudgeHeadings): Delimiter {
  const lines = head.split("\n", HEADINGS_ROWS_MAX);
  let best: Delimiter | null = null;
  let bestWorth = 0;
  for (const delimiter of DELIMITERS) {
    for (const line of lines) {
      const worth = worthOf(roughCells(line, delimiter.sign), judge);
      if (worth <= bestWorth) continue;
      best = delimiter;
      bestWorth = worth;
      if (worth === Number.POSITIVE_INFINITY) return best;
    }
  }
  if (best !== null) return best;
  return delimiterByCount(lines, DELIMITERS, ({ sign }) => sign);
}

/** Good enough for names, which seldom have a delimiter in them. */
function roughCells(line: string, sign: string): string[] {
  return line.split(sign).map((cell) => cell.trim().replace(/^"|"$/g, ""));
}
