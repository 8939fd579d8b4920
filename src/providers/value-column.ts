import { GrowingNumbers } from "../dataset/growing-numbers.ts";
import { asNumberPerRow, type NumberPerRow, narrowed, readBytesInTurns } from "./index-bytes.ts";
import type { Ranks } from "./ranking.ts";
import type { ProviderIndexWriter, ProviderStore } from "./store.ts";

/** The number of rows without a value. */
const NONE = 0;

function indexNames(name: string): { readonly numbers: string; readonly values: string } {
  return { numbers: `${name}_numbers`, values: `${name}_values` };
}

/** A column repeats few values often, and comparing each of them once is enough; beyond this many it may not. */
const VALUES_REMEMBERED_MAX = 100_000;

/** An attribute of the rows: each distinct value once, as it is compared, and its number per row. */
export class ValueColumnBuilder {
  readonly #name: string;
  readonly #compared: (value: string) => string;
  readonly #numberByCompared = new Map<string, number>();
  readonly #numberByValue = new Map<string, number>();
  readonly #numbers = new GrowingNumbers(Uint32Array);

  constructor(name: string, compared: (value: string) => string) {
    this.#name = name;
    this.#compared = compared;
  }

  /** Adds the value of the next row. */
  add(value: string | null): void {
    this.#numbers.push(value === null ? NONE : (this.#numberByValue.get(value) ?? this.#numberOf(value)));
  }

  #numberOf(value: string): number {
    const compared = this.#compared(value);
    const number = this.#numberByCompared.get(compared) ?? this.#numberByCompared.size + 1;
    this.#numberByCompared.set(compared, number);
    if (this.#numberByValue.size < VALUES_REMEMBERED_MAX) this.#numberByValue.set(value, number);
    return number;
  }

  write(writer: ProviderIndexWriter, ranks: Ranks): void {
    const { numbers, values } = indexNames(this.#name);
    writer.writeIndex(numbers, narrowed(ranks.inOrder(this.#numbers.view()), this.#numberByCompared.size));
    writer.writeIndex(values, Buffer.from(JSON.stringify([...this.#numberByCompared.keys()])));
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
  rowsWith(isWanted: (value: string) => boolean): (row: number) => boolean {
    const wanted = new Uint8Array(this.#values.length + 1);
    this.#values.forEach((value, index) => {
      if (isWanted(value)) wanted[index + 1] = 1;
    });
    const numbers = this.#numbers;
    return (row) => wanted[numbers[row] as number] === 1;
  }
}
