import { GrowingNumbers } from "../dataset/texts/growing-numbers.ts";
import { TextNumbers } from "../dataset/texts/text-numbers.ts";
import type { RowNumbers } from "./directory.ts";
import { asNumberPerRow, type NumberPerRow, narrowed, readBytesInTurns } from "./index-bytes.ts";
import type { Ranks } from "./ranking.ts";
import type { ProviderIndexWriter, ProviderStore } from "./store.ts";

/** The number of rows without a value. */
const NONE = 0;

function indexNames(name: string): { readonly numbers: string; readonly values: string } {
  return { numbers: `${name}_numbers`, values: `${name}_values` };
}

/** An attribute of the rows: each distinct value once, as it is compared, and its number per row. */
export class ValueColumnBuilder {
  readonly #name: string;
  readonly #compared: (value: string) => string;
  readonly #values = new TextNumbers();
  readonly #numbers = new GrowingNumbers();

  constructor(name: string, compared: (value: string) => string) {
    this.#name = name;
    this.#compared = compared;
  }

  /** Adds the value of the next row. */
  add(value: string | null): void {
    this.#numbers.push(value === null ? NONE : this.#values.numberOf(value) + 1);
  }

  /** Values are compared once each, and those that compare alike get one number. */
  write(writer: ProviderIndexWriter, ranks: Ranks): void {
    const compared = new TextNumbers();
    const comparedNumbers = [NONE, ...this.#values.texts.map((value) => compared.numberOf(this.#compared(value)) + 1)];
    const numbers = ranks.inOrder(this.#numbers.view()).map((number) => comparedNumbers[number] as number);
    const names = indexNames(this.#name);
    writer.writeIndex(names.numbers, narrowed(numbers, compared.texts.length));
    writer.writeIndex(names.values, Buffer.from(JSON.stringify(compared.texts)));
  }
}

/** An attribute of the rows in an open release. */
export class ValueColumn {
  readonly #numbers: NumberPerRow;
  readonly #values: readonly string[];

  private constructor(numbers: NumberPerRow, values: readonly string[]) {
    this.#numbers = numbers;
    this.#values = values;
  }

  static async load(store: ProviderStore, name: string): Promise<ValueColumn> {
    const { numbers, values } = indexNames(name);
    const text = Buffer.from(await readBytesInTurns(store, values)).toString("utf8");
    return new ValueColumn(
      asNumberPerRow(await readBytesInTurns(store, numbers), store.rowCount),
      JSON.parse(text) as string[],
    );
  }

  /** The condition that a row has one of the values wanted. */
  condition(isWanted: (value: string) => boolean): RowCondition {
    const wanted = new Uint8Array(this.#values.length + 1);
    this.#values.forEach((value, index) => {
      if (isWanted(value)) wanted[index + 1] = 1;
    });
    const numbers = this.#numbers;
    return (rows, count) => keepWanted(rows, count, numbers, wanted);
  }
}

/** Takes those of the first `count` rows together, in place, that fulfil a condition; how many they are. */
export type RowCondition = (rows: RowNumbers, count: number) => number;

function keepWanted(rows: RowNumbers, count: number, numbers: NumberPerRow, wanted: Uint8Array): number {
  let kept = 0;
  for (let place = 0; place < count; place += 1) {
    const row = rows[place] as number;
    rows[kept] = row;
    // Without a branch: whether a row is wanted cannot be foretold.
    kept += wanted[numbers[row] as number] as number;
  }
  return kept;
}
