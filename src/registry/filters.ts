import { isSliceOver, nextSlice } from "../core/runtime/scheduler.ts";
import { foldName } from "../core/text/folding.ts";
import { GrowingNumbers, TextNumbers } from "../core/text/text-tables.ts";
import type { SearchFilter } from "./definition.ts";
import type { RowNumbers } from "./directory.ts";
import type { Ranks } from "./ranking.ts";
import { firstRows, inSlices, intersected, ROWS_PER_WORD, RowSet, type Rows } from "./row-set.ts";
import {
  asNarrowNumbers,
  type NarrowNumbers,
  narrowed,
  type ProviderIndexWriter,
  type ProviderStore,
  readBytesInSlices,
  readNumbersInSlices,
  writeRowsByNumber,
} from "./store.ts";

/*
 * ZIP codes in a provider search (conventions 6): five digits match the first five of the
 * stored code; nine, with or without a hyphen, match all nine; anything else finds nothing.
 */

interface ZipCode {
  readonly five: string;
  /** The last four of nine digits; null when there are not nine. */
  readonly plusFour: string | null;
}

/** A ZIP code as a provider's row has it; null when it has fewer than five digits. */
export function storedZip(value: string): ZipCode | null {
  const usual = zipQuery(value);
  if (usual !== null) return usual;
  const digits = value.replace(/[^0-9]/g, "");
  if (digits.length < 5) return null;
  return { five: digits.slice(0, 5), plusFour: digits.length === 9 ? digits.slice(5) : null };
}

const SEARCHED = /^([0-9]{5})(?:-?([0-9]{4}))?$/;

/** A ZIP code that is searched for; null when it cannot match any. */
export function zipQuery(value: string): ZipCode | null {
  const parts = SEARCHED.exec(value);
  return parts === null ? null : { five: parts[1] as string, plusFour: parts[2] ?? null };
}

type Match = SearchFilter<unknown>["match"];

/** Compiles the values of one search filter. */
export interface FilterBuilder {
  add(value: string | null): void;
  write(writer: ProviderIndexWriter, ranks: Ranks): void;
}

export function filterBuilder(name: string, match: Match): FilterBuilder {
  if (match === "zip") return zipBuilder(name);
  return new ValueColumnBuilder(`${name}_filter`, match === "partial" ? foldName : (value) => value.toUpperCase());
}

/** A search filter of an open release: the conditions of a row with the requested value. */
export type Filter = (requested: string) => readonly RowCondition[];

export async function loadFilter(store: ProviderStore, name: string, match: Match): Promise<Filter> {
  if (match === "zip") return await loadZipFilter(store, name);
  const column = await ValueColumn.load(store, `${name}_filter`);
  if (match === "partial") {
    return (requested) => [column.condition((value) => requested !== "" && value.includes(requested))];
  }
  return (requested) => {
    const compared = requested.toUpperCase();
    return [column.condition((value) => value === compared)];
  };
}

function zipBuilder(name: string): FilterBuilder {
  const five = new ValueColumnBuilder(`${name}_five_filter`, asItIs);
  const plusFour = new ValueColumnBuilder(`${name}_plus_four_filter`, asItIs);
  return {
    add(value) {
      const zip = value === null ? null : storedZip(value);
      five.add(zip?.five ?? null);
      plusFour.add(zip?.plusFour ?? null);
    },
    write(writer, ranks) {
      five.write(writer, ranks);
      plusFour.write(writer, ranks);
    },
  };
}

async function loadZipFilter(store: ProviderStore, name: string): Promise<Filter> {
  const five = await ValueColumn.load(store, `${name}_five_filter`);
  const plusFour = await ValueColumn.load(store, `${name}_plus_four_filter`);
  return (requested) => {
    const zip = zipQuery(requested);
    if (zip === null) return [five.condition(() => false)];
    const hasFive = five.condition((value) => value === zip.five);
    return zip.plusFour === null ? [hasFive] : [hasFive, plusFour.condition((value) => value === zip.plusFour)];
  };
}

function asItIs(value: string): string {
  return value;
}

interface SelectedRows {
  readonly total: number;
  /** The first rows selected, as many as were requested. */
  readonly first: readonly number[];
}

/**
 * Selects the rows that fulfil every condition, among some rows or (null) all. Starts with the rarest condition, so
 * that the time depends on what is found. Works in slices.
 */
export async function selectRows(
  among: Rows | null,
  rowCount: number,
  conditions: readonly RowCondition[],
  limit: number,
): Promise<SelectedRows> {
  const [rarest, ...others] = conditions.toSorted((a, b) => a.rowCount - b.rowCount);
  if (rarest === undefined) return among === null ? firstOfAll(rowCount, limit) : firstRows(among, limit);
  if (among === null) return await firstThatFulfil(await rarest.rows(), others, limit);
  if (among instanceof RowSet) return await firstThatFulfil(intersected(among, await rarest.rows()), others, limit);
  return await firstThatFulfil(among, [rarest, ...others], limit);
}

function firstOfAll(rowCount: number, limit: number): SelectedRows {
  return { total: rowCount, first: Array.from({ length: Math.min(limit, rowCount) }, (_, number) => number) };
}

async function firstThatFulfil(rows: Rows, conditions: readonly RowCondition[], limit: number): Promise<SelectedRows> {
  if (conditions.length === 0) return firstRows(rows, limit);
  const first: number[] = [];
  let total = 0;
  const select = (block: RowNumbers) => {
    total += selectBlock(block, conditions, first, limit);
  };
  if (rows instanceof RowSet) await rows.inBlocks(select);
  else await inSlices(rows.length, (from, to) => select(rows.subarray(from, to)));
  return { total, first };
}

/** How many rows of a block fulfil all conditions; the first of them are added to those found before. */
function selectBlock(block: RowNumbers, conditions: readonly RowCondition[], first: number[], limit: number): number {
  let count = block.length;
  for (const { keep } of conditions) count = keep(block, count);
  for (let place = 0; place < count && first.length < limit; place += 1) first.push(block[place] as number);
  return count;
}

/** Value number of rows without a value. */
const NONE = 0;

/** Distinct values are stored in lists of this many: one is parsed in a fraction of a millisecond. */
const VALUES_PER_LIST = 1_000;

/** With more values than this, every row is checked: reading a list takes as long as a thousand rows. */
const VALUES_READ_MAX = 16;

function indexNames(name: string) {
  return { numbers: `${name}_numbers`, values: `${name}_values`, counts: `${name}_counts`, rows: name };
}

/** An attribute of the rows: each distinct value once, as it is compared, and its number per row. */
class ValueColumnBuilder {
  readonly #name: string;
  readonly #compared: (value: string) => string;
  readonly #values = new TextNumbers();
  readonly #numbers = new GrowingNumbers();

  constructor(name: string, compared: (value: string) => string) {
    this.#name = name;
    this.#compared = compared;
  }

  add(value: string | null): void {
    this.#numbers.push(value === null ? NONE : this.#values.numberOf(value) + 1);
  }

  /** Values are compared once each, and those that compare alike get one number. */
  write(writer: ProviderIndexWriter, ranks: Ranks): void {
    const compared = new TextNumbers();
    const comparedNumbers = [NONE, ...this.#values.texts.map((value) => compared.numberOf(this.#compared(value)) + 1)];
    const numbers = ranks.inOrder(this.#numbers.view()).map((number) => comparedNumbers[number] as number);
    const largest = compared.texts.length;
    const counts = new Uint32Array(largest + 1);
    for (const number of numbers) counts[number] = (counts[number] as number) + 1;

    const names = indexNames(this.#name);
    writer.writeIndex(names.numbers, narrowed(numbers, largest));
    writer.writeIndex(names.values, Buffer.from(linesOf(compared.texts)));
    writer.writeIndex(names.counts, counts);
    writeRowsByNumber(writer, names.rows, numbers, largest);
  }
}

/** The condition that a row has one of some values. */
export interface RowCondition {
  readonly rowCount: number;
  readonly rows: () => Promise<Rows>;
  /** Moves the matching ones of the first `count` rows to the front of the list; returns how many they are. */
  readonly keep: (rows: RowNumbers, count: number) => number;
}

/** An attribute of the rows in an open release. */
class ValueColumn {
  readonly #store: ProviderStore;
  readonly #name: string;
  readonly #numbers: NarrowNumbers;
  readonly #values: readonly string[];
  readonly #counts: Uint32Array;

  private constructor(
    store: ProviderStore,
    name: string,
    numbers: NarrowNumbers,
    values: readonly string[],
    counts: Uint32Array,
  ) {
    this.#store = store;
    this.#name = name;
    this.#numbers = numbers;
    this.#values = values;
    this.#counts = counts;
  }

  static async load(store: ProviderStore, name: string): Promise<ValueColumn> {
    const names = indexNames(name);
    const numbers = asNarrowNumbers(await readBytesInSlices(store, names.numbers), store.rowCount);
    const text = Buffer.from(await readBytesInSlices(store, names.values)).toString("utf8");
    const counts = await readNumbersInSlices(store, names.counts);
    return new ValueColumn(store, name, numbers, await valuesIn(text), counts);
  }

  condition(isWanted: (value: string) => boolean): RowCondition {
    const wanted = new Uint8Array(this.#values.length + 1);
    const wantedNumbers: number[] = [];
    this.#values.forEach((value, index) => {
      if (!isWanted(value)) return;
      wanted[index + 1] = 1;
      wantedNumbers.push(index + 1);
    });
    const numbers = this.#numbers;
    return {
      rowCount: wantedNumbers.reduce((sum, number) => sum + (this.#counts[number] as number), 0),
      rows: () => this.#rowsOf(wantedNumbers, wanted),
      keep: (rows, count) => keepWanted(rows, count, numbers, wanted),
    };
  }

  async #rowsOf(numbers: readonly number[], wanted: Uint8Array): Promise<Rows> {
    const { rows: of } = indexNames(this.#name);
    const [first, ...others] = numbers;
    if (first === undefined) return new Uint32Array();
    if (others.length === 0) return this.#store.readRows(of, first) as Rows;
    if (numbers.length > VALUES_READ_MAX) return await this.#scanned(wanted);

    const set = RowSet.none(this.#store.rowCount);
    for (const number of numbers) {
      if (isSliceOver()) await nextSlice();
      const rows = this.#store.readRows(of, number) as Rows;
      if (rows instanceof RowSet) set.unite(rows);
      else set.addListed(rows);
    }
    return set;
  }

  async #scanned(wanted: Uint8Array): Promise<RowSet> {
    const set = RowSet.none(this.#store.rowCount);
    await inSlices(set.words.length, (from, to) => scanRows(this.#numbers, wanted, set.words, from, to));
    return set;
  }
}

/** Values as JSON, each list of them on a line. */
function linesOf(values: readonly string[]): string {
  let lines = "";
  for (let from = 0; from < values.length; from += VALUES_PER_LIST) {
    lines += `${JSON.stringify(values.slice(from, from + VALUES_PER_LIST))}\n`;
  }
  return lines;
}

/** The values of all lines. Works in slices. */
async function valuesIn(lines: string): Promise<readonly string[]> {
  const values: string[] = [];
  for (const line of lines.split("\n").slice(0, -1)) {
    if (isSliceOver()) await nextSlice();
    values.push(...(JSON.parse(line) as string[]));
  }
  return values;
}

/** Sets the bits of wanted rows in the words `from` to `to` of a set. */
function scanRows(numbers: NarrowNumbers, wanted: Uint8Array, words: Int32Array, from: number, to: number): void {
  for (let index = from; index < to; index += 1) {
    const first = index * ROWS_PER_WORD;
    const end = Math.min(numbers.length, first + ROWS_PER_WORD);
    let bits = 0;
    for (let row = first; row < end; row += 1) bits |= (wanted[numbers[row] as number] as number) << (row - first);
    words[index] = bits;
  }
}

function keepWanted(rows: RowNumbers, count: number, numbers: NarrowNumbers, wanted: Uint8Array): number {
  let kept = 0;
  for (let place = 0; place < count; place += 1) {
    const row = rows[place] as number;
    rows[kept] = row;
    // Branch-free: the processor cannot predict which rows match.
    kept += wanted[numbers[row] as number] as number;
  }
  return kept;
}
