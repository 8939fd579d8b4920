import type { Rows } from "./row-set.ts";

/** Where the indexes of a provider table are written: a release being built. */
export interface ProviderIndexWriter {
  /** A named array, read as a whole. One that holds nothing is written too: what is not there was lost. */
  writeIndex(name: string, numbers: Uint8Array | Uint16Array | Uint32Array): void;
  /** The words that contain a fragment. */
  writeFragmentWords(fragment: number, words: Uint32Array): void;
  /** The rows that have the numbered one of something: a fragment, a class, a value. Rows are never none. */
  writeRows(of: string, number: number, rows: Rows): void;
}

/** A provider table of an open release. */
export interface ProviderStore {
  readonly rowCount: number;
  /** By column: the texts that numbers in its rows stand for. */
  readonly repeatedCells: readonly (readonly string[])[];
  /** The text of a row, as `row-cells.ts` tells, proved to be the one that was stored. */
  readRow(number: number): string;
  /** An index that is needed from the start, as a whole. */
  readIndex(name: string): Uint8Array;
  /** The size of an index, which is there even when it holds nothing. */
  indexBytes(name: string): number;
  /** The bytes are the caller's, who may give their memory back. */
  readIndexPart(name: string, part: number): Uint8Array;
  /** How many words contain a fragment. */
  countFragmentWords(fragment: number): number;
  readFragmentWords(fragment: number): Uint32Array;
  /** How many rows were written; 0 when none were. */
  countRows(of: string, number: number): number;
  readRows(of: string, number: number): Rows | null;
}
