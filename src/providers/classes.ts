import { GrowingNumbers } from "../dataset/texts/growing-numbers.ts";
import { TextNumbers } from "../dataset/texts/text-numbers.ts";
import type { Setting } from "./definition.ts";
import { NO_CLASS } from "./directory.ts";
import { asNumberPerRow, type NumberPerRow, narrowed, readBytes, readNumbers } from "./index-bytes.ts";
import type { Ranks } from "./ranking.ts";
import type { ProviderIndexWriter, ProviderStore } from "./store.ts";

function indexNames(setting: Setting): { readonly classes: string; readonly representatives: string } {
  return { classes: `${setting}_classes`, representatives: `${setting}_class_representatives` };
}

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
    const { classes, representatives } = indexNames(this.#setting);
    writer.writeIndex(classes, narrowed(ranks.inOrder(this.#numbers.view()), this.#representatives.length));
    writer.writeIndex(
      representatives,
      this.#representatives.view().map((row) => ranks.of(row)),
    );
  }
}

/** The classes of one setting in an open release. */
export class Classes {
  readonly #numbers: NumberPerRow;
  readonly #representatives: Uint32Array;

  constructor(store: ProviderStore, setting: Setting) {
    const { classes, representatives } = indexNames(setting);
    this.#numbers = asNumberPerRow(readBytes(store, classes), store.rowCount);
    this.#representatives = readNumbers(store, representatives);
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
}
