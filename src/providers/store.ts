import type { StoredCells } from "../dataset/row.ts";

/** Where the indexes of a provider table are written: a release being built. */
export interface ProviderIndexWriter {
  writeIndex(name: string, numbers: Uint8Array | Uint16Array | Uint32Array): void;
  /** The words that contain a fragment. */
  writeFragmentWords(fragment: number, words: Uint32Array): void;
  /** The rows whose names contain a fragment, as the words of a `RowSet`. */
  writeFragmentRows(fragment: number, rowSet: Int32Array): void;
  /** The rows whose names contain a fragment across two words, ascending. */
  writeBoundaryRows(fragment: number, rows: Uint32Array): void;
}

/** A provider table of an open release. */
export interface ProviderStore {
  readonly rowCount: number;
  /** The cells of a row; its CSV line comes after the last of them. */
  readRow(number: number): StoredRow;
  /** The size of an index; 0 when the release has none of this name. */
  indexBytes(name: string): number;
  readIndexPart(name: string, part: number): Uint8Array;
  /** How many words contain a fragment. */
  countFragmentWords(fragment: number): number;
  readFragmentWords(fragment: number): Uint32Array;
  /** Null for fragments that are too rare to have been compiled. */
  readFragmentRows(fragment: number): Int32Array | null;
  countBoundaryRows(fragment: number): number;
  readBoundaryRows(fragment: number): Uint32Array;
}

export interface StoredRow {
  readonly cells: StoredCells;
  readonly line: number;
}
