import type { JudgeHeadings } from "./headings-row.ts";

/** Headings that span several columns leave some of them without a name; no table leaves this many. */
const EMPTY_HEADINGS_BETWEEN = 10;

/** How wide the table under a row of headings is, and the cells of that row which stand too far away to be headings of it. */
export interface TableWidth {
  readonly width: number;
  readonly stray: readonly string[];
}

/** A column that is recognised is one, however far away it stands. */
export function tableWidth(headings: readonly string[], judge: JudgeHeadings): TableWidth {
  const filled = headings.flatMap((heading, index) => (heading.trim() === "" ? [] : [index]));
  const place = filled.findIndex((index, at) => at > 0 && index - (filled[at - 1] as number) > EMPTY_HEADINGS_BETWEEN);
  if (place < 0) return { width: headings.length, stray: [] };
  const stray = filled.slice(place).map((index) => headings[index] as string);
  const isKnown = stray.some((heading) => judge([heading]) > 0);
  return isKnown ? { width: headings.length, stray: [] } : { width: (filled[place - 1] as number) + 1, stray };
}
