import type { StoredCells } from "../../src/dataset/row.ts";
import { FRAGMENT_COUNT } from "../../src/registry/names/fragments.ts";
import { RowSet, type Rows } from "../../src/registry/row-set.ts";
import type { ProviderIndexWriter, ProviderStore } from "../../src/registry/store.ts";
import { RepeatedCells } from "../../src/registry/stored-row-reader.ts";
import { rowText } from "../../src/release/format.ts";

const PART_BYTES = 1000;

interface GivenRow {
  readonly cells: StoredCells;
  readonly line: number;
}

/** Keeps what a release would keep, so that indexes are tested without files. */
export class MemoryStore implements ProviderIndexWriter, ProviderStore {
  readonly #rows: readonly string[];
  readonly repeatedCells: readonly (readonly string[])[];
  readonly #indexes = new Map<string, Uint8Array>();
  readonly #words = new Map<number, Uint32Array>();
  readonly #rowsOf = new Map<string, Rows>();

  constructor(rows: readonly GivenRow[]) {
    const repeated = (rows[0]?.cells ?? []).map(() => new RepeatedCells());
    this.#rows = rows.map(({ cells, line }) => {
      const numbered = cells.map((cell, index) => cell && (repeated[index] as RepeatedCells).numbered(cell));
      return rowText(numbered, line);
    });
    this.repeatedCells = repeated.map(({ texts }) => texts);
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

  writeRows(of: string, number: number, rows: Rows): void {
    if (!(rows instanceof RowSet) && rows.length === 0) throw new Error(`${of} ${number} has no rows`);
    this.#rowsOf.set(`${of} ${number}`, copyOf(rows));
  }

  readRow(number: number): string {
    return this.#rows[number] as string;
  }

  readIndex(name: string): Uint8Array {
    return this.#indexes.get(name)?.slice() ?? new Uint8Array();
  }

  indexBytes(name: string): number {
    return this.#indexes.get(name)?.length ?? 0;
  }

  readIndexPart(name: string, part: number): Uint8Array {
    return (this.#indexes.get(name) as Uint8Array).slice(part * PART_BYTES, (part + 1) * PART_BYTES);
  }

  countFragmentWords(fragment: number): number {
    return this.#words.get(fragment)?.length ?? 0;
  }

  readFragmentWords(fragment: number): Uint32Array {
    return this.#words.get(fragment)?.slice() ?? new Uint32Array();
  }

  countRows(of: string, number: number): number {
    const rows = this.#rowsOf.get(`${of} ${number}`);
    return rows instanceof RowSet ? rows.size : (rows?.length ?? 0);
  }

  readRows(of: string, number: number): Rows | null {
    const rows = this.#rowsOf.get(`${of} ${number}`);
    return rows === undefined ? null : copyOf(rows);
  }

  /** How many fragments have their rows compiled as sets. */
  get commonFragmentCount(): number {
    return [...this.#rowsOf.keys()].filter((key) => key.startsWith("fragment ")).length;
  }
}

/** Whoever reads rows may change them, as he may what comes from a file. */
function copyOf(rows: Rows): Rows {
  return rows instanceof RowSet ? new RowSet(rows.words.slice()) : rows.slice();
}
