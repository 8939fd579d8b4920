import { randomNumbers } from "../mutate/sample.ts";

/** Choices that look random and are the same for a seed on every machine. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomNumbers(seed);
  }

  /** A whole number from 0 up to, but not, `below`. */
  whole(below: number): number {
    return Math.floor(this.#next() * below);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.whole(items.length)] as Item;
  }

  /** Choices for a part of the work, so that one part does not change those of another. */
  branch(): Random {
    return new Random(this.whole(2 ** 31));
  }
}
