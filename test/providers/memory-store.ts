import { FRAGMENT_COUNT } from "../../src/providers/names/fragments.ts";
import type { ProviderIndexWriter, ProviderStore, StoredRow } from "../../src/providers/store.ts";

const PART_BYTES = 1000;

/** Keeps what a release would keep, so that indexes are tested without files. */
export class MemoryStore implements ProviderIndexWriter, ProviderStore {
  readonly #rows: readonly StoredRow[];
  readonly #indexes = new Map<string, Uint8Array>();
  readonly #words = new Map<number, Uint32Array>();
  readonly #sets = new Map<number, Int32Array>();
  readonly #boundaries = new Map<number, Uint32Array>();

  constructor(rows: readonly StoredRow[]) {
    this.#rows = rows;
  }

  get rowCount(): number {
    return this.#rows.length;
  }

  writeIndex(name: string, numbers: Uint8Array | Uint16Array | Uint32Array): void {
    this.#indexes.set(name, new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength).slice());
  }

  writeFragmentWords(fragment: number, words: Uint32Array): void {
    if (fragment >= FRAGMENT_COUNT) throw new Error(`There is no fragment ${fragment}`);
    this.#words.set(fragment, words.slice());
  }

  writeFragmentRows(fragment: number, rowSet: Int32Array): void {
    this.#sets.set(fragment, rowSet.slice());
  }

  writeBoundaryRows(fragment: number, rows: Uint32Array): void {
    this.#boundaries.set(fragment, rows.slice());
  }

  readRow(number: number): StoredRow {
    return this.#rows[number] as StoredRow;
  }

  indexBytes(name: string): number {
    return this.#indexes.get(name)?.length ?? 0;
  }

  readIndexPart(name: string, part: number): Uint8Array {
    return (this.#indexes.get(name) as Uint8Array).subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
  }

  countFragmentWords(fragment: number): number {
    return this.#words.get(fragment)?.length ?? 0;
  }

  readFragmentWords(fragment: number): Uint32Array {
    return this.#words.get(fragment)?.slice() ?? new Uint32Array();
  }

  countBoundaryRows(fragment: number): number {
    return this.#boundaries.get(fragment)?.length ?? 0;
  }

  readBoundaryRows(fragment: number): Uint32Array {
    return this.#boundaries.get(fragment)?.slice() ?? new Uint32Array();
  }

  readFragmentRows(fragment: number): Int32Array | null {
    return this.#sets.get(fragment)?.slice() ?? null;
  }

  get compiledFragmentCount(): number {
    return this.#sets.size;
  }
}
