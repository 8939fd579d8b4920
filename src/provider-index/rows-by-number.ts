import { compacted, RowSet } from "./row-set.ts";
import type { ProviderIndexWriter, ProviderStore } from "./store.ts";

/** Writes the rows of each of the numbers 1 to `largest`, from one number per row; 0 stands for none. */
export function writeRowsByNumber(
  writer: ProviderIndexWriter,
  of: string,
  numbers: Uint32Array,
  largest: number,
): void {
  const starts = new Uint32Array(largest + 2);
  for (const number of numbers) starts[number + 1] = (starts[number + 1] as number) + 1;
  for (let number = 0; number <= largest; number += 1) {
    starts[number + 1] = (starts[number + 1] as number) + (starts[number] as number);
  }
  const places = starts.slice();
  const rows = new Uint32Array(numbers.length);
  for (let row = 0; row < numbers.length; row += 1) {
    const number = numbers[row] as number;
    rows[places[number] as number] = row;
    places[number] = (places[number] as number) + 1;
  }
  for (let number = 1; number <= largest; number += 1) {
    const own = rows.subarray(starts[number], starts[number + 1]);
    if (own.length > 0) writer.writeRows(of, number, compacted(own, numbers.length));
  }
}

/** The rows that have the numbered one of something, as a set; none where nothing was written. */
export function readRowSet(store: ProviderStore, of: string, number: number): RowSet {
  const rows = store.readRows(of, number);
  if (rows instanceof RowSet) return rows;
  const set = RowSet.none(store.rowCount);
  if (rows !== null) set.addListed(rows);
  return set;
}
