import { sharedWork } from "../core/runtime/ending.ts";
import { isSliceOver, nextSlice } from "../core/runtime/scheduler.ts";
import { GrowingNumbers, TextNumbers } from "../core/text/text-tables.ts";
import type { CareSetting } from "./definition.ts";
import { NO_CLASS } from "./directory.ts";
import type { Ranks } from "./ranking.ts";
import { RowSet } from "./row-set.ts";
import {
  asNarrowNumbers,
  type NarrowNumbers,
  narrowed,
  type ProviderIndexWriter,
  type ProviderStore,
  readBytesInSlices,
  readNumbers,
  readRowSet,
  writeRowsByNumber,
} from "./store.ts";

function indexNames(setting: CareSetting) {
  return {
    classes: `${setting}_classes`,
    representatives: `${setting}_class_representatives`,
    rows: `${setting}_class`,
  };
}

/** Most classes that are kept as sets of rows; a set takes an eighth of a megabyte per million rows. */
const CLASSES_AS_SETS_MAX = 64;

/** Rows that are priced alike, as a class number per row. */
export class ClassesBuilder {
  readonly #setting: CareSetting;
  readonly #names = new TextNumbers();
  readonly #numbers = new GrowingNumbers();
  readonly #representatives = new GrowingNumbers();

  constructor(setting: CareSetting) {
    this.#setting = setting;
  }

  add(name: string | null): void {
    const number = name === null ? NO_CLASS : this.#names.numberOf(name) + 1;
    if (number > this.#representatives.length) this.#representatives.push(this.#numbers.length);
    this.#numbers.push(number);
  }

  write(writer: ProviderIndexWriter, ranks: Ranks): void {
    const names = indexNames(this.#setting);
    const numbers = ranks.inOrder(this.#numbers.view());
    const count = this.#representatives.length;
    writer.writeIndex(names.classes, narrowed(numbers, count));
    writer.writeIndex(
      names.representatives,
      this.#representatives.view().map((row) => ranks.of(row)),
    );
    if (count <= CLASSES_AS_SETS_MAX) writeRowsByNumber(writer, names.rows, numbers, count);
    else writer.writeRows(names.rows, ANY_CLASS, classed(numbers));
  }
}

/** In place of a class number: the rows with any class. */
const ANY_CLASS = 0;

function classed(numbers: Uint32Array): RowSet {
  const set = RowSet.none(numbers.length);
  for (let row = 0; row < numbers.length; row += 1) if (numbers[row] !== NO_CLASS) set.add(row);
  return set;
}

/** The classes of one setting in an open release. Data for every row is read on first use. */
export class Classes {
  readonly #store: ProviderStore;
  readonly #setting: CareSetting;
  readonly #representatives: Uint32Array;
  #ofRows: Promise<NarrowNumbers> | null = null;
  #sets: Promise<readonly RowSet[]> | null = null;
  #classed: RowSet | null = null;

  constructor(store: ProviderStore, setting: CareSetting) {
    this.#store = store;
    this.#setting = setting;
    this.#representatives = readNumbers(store, indexNames(setting).representatives);
  }

  get count(): number {
    return this.#representatives.length;
  }

  representative(classNumber: number): number {
    return this.#representatives[classNumber - 1] as number;
  }

  /** The class of each row, or `NO_CLASS`. */
  ofRows(): Promise<NarrowNumbers> {
    this.#ofRows ??= sharedWork(() => this.#readOfRows());
    return this.#ofRows;
  }

  async #readOfRows(): Promise<NarrowNumbers> {
    const bytes = await readBytesInSlices(this.#store, indexNames(this.#setting).classes);
    return asNarrowNumbers(bytes, this.#store.rowCount);
  }

  /** The rows of each class; null if there are too many classes. */
  async sets(): Promise<readonly RowSet[] | null> {
    if (this.count > CLASSES_AS_SETS_MAX) return null;
    this.#sets ??= sharedWork(() => this.#readSets());
    return await this.#sets;
  }

  async #readSets(): Promise<readonly RowSet[]> {
    const sets: RowSet[] = [];
    for (let classNumber = 1; classNumber <= this.count; classNumber += 1) {
      if (isSliceOver()) await nextSlice();
      sets.push(this.#readSet(classNumber));
    }
    return sets;
  }

  /** The rows that have a class, if there are too many classes for sets. */
  classed(): RowSet {
    this.#classed ??= this.#readSet(ANY_CLASS);
    return this.#classed;
  }

  #readSet(number: number): RowSet {
    return readRowSet(this.#store, indexNames(this.#setting).rows, number);
  }
}
