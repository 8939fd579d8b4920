import { type NarrowNumbers, narrowed } from "../index-bytes.ts";

/*
 * Where the words of each name start among the words of all names. For every 16th row that is kept in full; for each
 * row, how far behind it its own words start. Sixteen names in a row hardly ever have more than 255 words, so that a
 * byte each will do; where some have more, the distances take two bytes each, or four.
 */

/** Groups are of 16 rows: a row's number without its lowest four bits. */
const GROUP_BITS = 4;

export interface DividedStarts {
  /** The start of the first row of each group. */
  readonly groupStarts: Uint32Array;
  /** How far behind the start of its group each row starts. */
  readonly distances: NarrowNumbers;
}

export function dividedStarts(starts: Uint32Array): DividedStarts {
  const groupStarts = new Uint32Array(groupOf(starts.length - 1) + 1);
  for (let group = 0; group < groupStarts.length; group += 1) {
    groupStarts[group] = starts[group << GROUP_BITS] as number;
  }
  const distances = starts.map((start, row) => start - (groupStarts[groupOf(row)] as number));
  const furthest = distances.reduce((most, distance) => Math.max(most, distance), 0);
  return { groupStarts, distances: narrowed(distances, furthest) };
}

/** Where the words of a row start; for the number after the last row, where all words end. */
export function startOf({ groupStarts, distances }: DividedStarts, row: number): number {
  return (groupStarts[groupOf(row)] as number) + (distances[row] as number);
}

function groupOf(row: number): number {
  return row >>> GROUP_BITS;
}
