import { GrowingNumbers } from "../dataset/texts/growing-numbers.ts";
import { TextNumbers } from "../dataset/texts/text-numbers.ts";
import type { Setting } from "./definition.ts";
import { NO_CLASS } from "./directory.ts";
import { asNumberPerRow, type NumberPerRow, narrowed, readBytes, readNumbers } from "./index-bytes.ts";
import type { Ranks } from "./ranking.ts";
import { RowSet } from "./row-set.ts";
import { writeRowsByNumber } from "./rows-by-number.ts";
import type { ProviderIndexWriter, ProviderStore } from "./store.ts";

function indexNames(setting: Setting) {
  return {
    classes: `${setting}_classes`,
    representatives: `${setting}_class_representatives`,
    rows: `${setting}_class`,
  };
}

/** Up to this many classes are kept as sets of rows; a million rows take an eighth of a megabyte each. */
const CLASSES_AS_SETS_MAX = 64;

/** Rows that are priced alike, as a class number per row; 0 stands for none. */
export class ClassesBuilder {
  readonly #setting: Setting;
  readonly #names = new TextNumbers();
  readonly #numbers = new GrowingNumbers();
  readonly #representatives = new GrowingNumbers();

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /** Adds the class of the next row. */
  add(name: string | null): void {
    const number = name === null ? 0 : this.#names.numberOf(name) + 1;
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

/** In place of a class's number: the rows that have any. */
const ANY_CLASS = 0;

/** The rows that have a class. */
function classed(numbers: Uint32Array): RowSet {
  const set = RowSet.none(numbers.length);
  for (let row = 0; row < numbers.length; row += 1) if (numbers[row] !== 0) set.add(row);
  return set;
}

/** The classes of one setting in an open release. */
export class Classes {
  readonly #store: ProviderStore;
  readonly #setting: Setting;
  readonly #numbers: NumberPerRow;
  readonly #representatives: Uint32Array;
  #sets: readonly RowSet[] | null = null;
  #classed: RowSet | null = null;

  constructor(store: ProviderStore, setting: Setting) {
    const names = indexNames(setting);
    this.#store = store;
    this.#setting = setting;
    this.#numbers = asNumberPerRow(readBytes(store, names.classes), store.rowCount);
    this.#representatives = readNumbers(store, names.representatives);
  }

  get count(): number {
    return this.#representatives.length;
  }

  of(row: number): number {
    const number = this.#numbers[row] as number;
    return number === 0 ? NO_CLASS : number - 1;
  }

  /** A row of a class. */
  representative(classNumber: number): number {
    return this.#representatives[classNumber] as number;
  }

  /** The rows of each class; null where there are too many classes. */
  sets(): readonly RowSet[] | null {
    if (this.count > CLASSES_AS_SETS_MAX) return null;
    this.#sets ??= Array.from({ length: this.count }, (_, classNumber) => this.#readSet(classNumber + 1));
    return this.#sets;
  }

  /** The rows that have a class, where there are too many classes for sets. */
  classed(): RowSet {
    this.#classed ??= this.#readSet(ANY_CLASS);
    return this.#classed;
  }

  #readSet(number: number): RowSet {
    const rows = this.#store.readRows(indexNames(this.#setting).rows, number);
    if (rows instanceof RowSet) return rows;
    const set = RowSet.none(this.#store.rowCount);
    if (rows !== null) set.addListed(rows);
    return set;
  }
}
