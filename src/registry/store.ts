import { free } from "../core/runtime/memory.ts";
import { isSliceOver, nextSlice } from "../core/runtime/scheduler.ts";
import { compacted, RowSet, type Rows } from "./row-set.ts";

/** Where the indexes of a provider table are written: a release being built. */
export interface ProviderIndexWriter {
  /** A named array, read as a whole. An empty one is written too: a missing one was lost. */
  writeIndex(name: string, numbers: Uint8Array | Uint16Array | Uint32Array): void;
  writeFragmentWords(fragment: number, words: Uint32Array): void;
  /** The rows of a numbered fragment, class or value; at least one row. */
  writeRows(of: string, number: number, rows: Rows): void;
}

export interface ProviderStore {
  readonly rowCount: number;
  /** By column: the texts that numbers in its rows stand for. */
  readonly repeatedCells: readonly (readonly string[])[];
  /** The text of a row for `rowCells`, verified to be the stored one. */
  readRow(number: number): string;
  /** An index that is needed from the start, as a whole. */
  readIndex(name: string): Uint8Array;
  /** The size of an index, which may be empty. */
  indexBytes(name: string): number;
  /** The bytes belong to the caller, who may free their memory. */
  readIndexPart(name: string, part: number): Uint8Array;
  countFragmentWords(fragment: number): number;
  readFragmentWords(fragment: number): Uint32Array;
  /** How many rows were written; 0 when none were. */
  countRows(of: string, number: number): number;
  readRows(of: string, number: number): Rows | null;
}

/*
 * Indexes are typed arrays, stored as their bytes in parts. Those that are needed from the start are read at once;
 * the others are read when they are first needed, part by part, so that no request waits for all of them.
 */

/** Reads an index while other requests are answered. Works in slices. */
export async function readBytesInSlices(store: ProviderStore, name: string): Promise<Uint8Array> {
  const bytes = roomFor(store.indexBytes(name));
  for (let at = 0, part = 0; at < bytes.length; part += 1) {
    if (isSliceOver()) await nextSlice();
    const read = store.readIndexPart(name, part);
    bytes.set(read, at);
    at += read.length;
    free(read);
  }
  return bytes;
}

export function readNumbers(store: ProviderStore, name: string): Uint32Array {
  return asNumbers(store.readIndex(name));
}

export async function readNumbersInSlices(store: ProviderStore, name: string): Promise<Uint32Array> {
  return asNumbers(await readBytesInSlices(store, name));
}

/** Whole numbers of 8, 16 or 32 bits each. */
export type NarrowNumbers = Uint8Array | Uint16Array | Uint32Array;

/** Reads so many numbers, stored in as few bytes as they needed. */
export function asNarrowNumbers(bytes: Uint8Array, count: number): NarrowNumbers {
  const width = count === 0 ? 1 : bytes.length / count;
  if (width === 1) return bytes;
  return width === 2 ? asShortNumbers(bytes) : asNumbers(bytes);
}

/** Numbers in as few bytes each as the largest needs. */
export function narrowed(numbers: Uint32Array, largest: number): NarrowNumbers {
  if (largest <= 0xff) return Uint8Array.from(numbers);
  return largest <= 0xffff ? Uint16Array.from(numbers) : numbers;
}

export function asShortNumbers(bytes: Uint8Array): Uint16Array {
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint16Array.BYTES_PER_ELEMENT);
}

function asNumbers(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint32Array.BYTES_PER_ELEMENT);
}

/** Uninitialised memory for an index: filling a large one with zeros takes milliseconds. */
function roomFor(byteCount: number): Uint8Array {
  return new Uint8Array(Buffer.allocUnsafeSlow(byteCount).buffer);
}

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

/** The rows of a numbered fragment, class or value, as a set; empty if nothing was written. */
export function readRowSet(store: ProviderStore, of: string, number: number): RowSet {
  const rows = store.readRows(of, number);
  if (rows instanceof RowSet) return rows;
  const set = RowSet.none(store.rowCount);
  if (rows !== null) set.addListed(rows);
  return set;
}
