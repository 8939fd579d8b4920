import { GrowingNumbers, sortedByHash, textHash } from "../core/text/text-tables.ts";
import type { RowPlace } from "../dataset/table.ts";
import type { Identifier, ProviderDefinition } from "./definition.ts";
import type { Ranks } from "./ranking.ts";
import { asShortNumbers, type ProviderIndexWriter, type ProviderStore, readNumbers } from "./store.ts";

const LOWER_HASHES = "identifier_lower_hashes";
const ROWS = "identifier_rows";
const STARTS = "identifier_starts";

/** The upper 18 of 32 bits lead to a few hashes among two million; the lower bits distinguish them. */
const LOWER_BITS = 14;

/** Every identifier of every row as a 32-bit hash. On a collision the row itself decides. */
export class IdentifierIndexBuilder<Row extends RowPlace> {
  readonly #identifiers: readonly (readonly [name: string, identifier: Identifier<Row>])[];
  readonly #hashes = new GrowingNumbers();
  readonly #rows = new GrowingNumbers();
  #rowCount = 0;

  constructor({ identifiers }: ProviderDefinition<Row>) {
    this.#identifiers = Object.entries(identifiers);
  }

  add(row: Row): void {
    for (const [name, { of, fold }] of this.#identifiers) {
      for (const value of of(row)) {
        if (value === null) continue;
        this.#hashes.push(identifierHash(name, fold(value)));
        this.#rows.push(this.#rowCount);
      }
    }
    this.#rowCount += 1;
  }

  write(writer: ProviderIndexWriter, ranks: Ranks): void {
    const rows = this.#rows.view().map((row) => ranks.of(row));
    const sorted = sortedByHash(this.#hashes.view(), rows);
    writer.writeIndex(LOWER_HASHES, Uint16Array.from(sorted.hashes.map(lowerBits)));
    writer.writeIndex(ROWS, sorted.rows);
    writer.writeIndex(STARTS, startsOf(sorted.hashes));
  }
}

/** Finds the rows that may have an identifier: 6 bytes per identifier, always in memory. */
export class IdentifierIndex {
  /** The lower bits of every hash; the hashes ascend. */
  readonly #lowerHashes: Uint16Array;
  readonly #rows: Uint32Array;
  /** Where the hashes with the same upper bits start, and where the last ones end: a lookup goes straight there. */
  readonly #starts: Uint32Array;

  constructor(store: ProviderStore) {
    this.#lowerHashes = asShortNumbers(store.readIndex(LOWER_HASHES));
    this.#rows = readNumbers(store, ROWS);
    this.#starts = readNumbers(store, STARTS);
  }

  /** Each row once, in ascending order. */
  candidates(name: string, folded: string): number[] {
    const hash = identifierHash(name, folded);
    const upper = upperBits(hash);
    const lower = lowerBits(hash);
    const end = this.#starts[upper + 1] as number;
    let place = this.#starts[upper] as number;
    while (place < end && (this.#lowerHashes[place] as number) < lower) place += 1;
    const rows: number[] = [];
    for (; place < end && this.#lowerHashes[place] === lower; place += 1) {
      const row = this.#rows[place] as number;
      if (!rows.includes(row)) rows.push(row);
    }
    return rows.length > 1 ? rows.sort((a, b) => a - b) : rows;
  }
}

/** For each value of the upper bits, and for one more, the place of the first hash that has it or a higher one. */
function startsOf(sortedHashes: Uint32Array): Uint32Array {
  const starts = new Uint32Array(2 ** (32 - LOWER_BITS) + 1);
  let place = 0;
  for (let upper = 0; upper < starts.length; upper += 1) {
    while (place < sortedHashes.length && upperBits(sortedHashes[place] as number) < upper) place += 1;
    starts[upper] = place;
  }
  return starts;
}

function upperBits(hash: number): number {
  return hash >>> LOWER_BITS;
}

function lowerBits(hash: number): number {
  return hash & ((1 << LOWER_BITS) - 1);
}

function identifierHash(name: string, folded: string): number {
  return textHash(folded, textHash(name));
}
