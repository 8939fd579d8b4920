import { randomNumbers } from "../mutate/sample.ts";

/** Choices that look random and are the same for a seed on every machine. */
export class Random {
  /** From 0 up to, but not, 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = randomNumbers(seed);
  }

  /** A whole number from 0 up to, but not, `below`. */
  whole(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.whole(items.length)] as Item;
  }

  /** True in this share of all cases. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.whole(256)));
  }

  /** The items in another order (Fisher-Yates). */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const order = [...items];
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = this.whole(last + 1);
      [order[last], order[other]] = [order[other] as Item, order[last] as Item];
    }
    return order;
  }

  /** Choices of their own for a part of the work, so that one part does not change those of another. */
  branch(name: string): Random {
    let seed = this.whole(2 ** 31);
    for (const character of name) seed = (Math.imul(seed, 31) + character.charCodeAt(0)) >>> 0;
    return new Random(seed);
  }
}
