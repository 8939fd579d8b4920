import { TextSpool } from "../text/text-tables.ts";
import type { ChangeKind, ReleaseChange } from "./release-change.ts";

/** What an analyst looks at first: amounts that moved, then what is gone, then what is new. */
const RANKS: Readonly<Record<ChangeKind, number>> = {
  raised: 0,
  cut: 0,
  lost: 1,
  ended: 2,
  gained: 3,
  added: 4,
  changed: 5,
  extended: 6,
};

/** Nothing is a part of zero, so what rose from it moved most. */
const FROM_ZERO = Number.POSITIVE_INFINITY;

/**
 * The changes of one table, the largest first: as text outside of the JavaScript heap, since a new registry changes a million rows.
 * With a limit, it holds the largest alone.
 */
export class ChangeList {
  readonly #keepMax: number;
  #texts = new TextSpool();
  #ranks: number[] = [];
  #sizes: number[] = [];

  constructor(keepMax: number = Number.POSITIVE_INFINITY) {
    this.#keepMax = keepMax;
  }

  get length(): number {
    return Math.min(this.#ranks.length, this.#keepMax);
  }

  add(change: ReleaseChange): void {
    this.#put(JSON.stringify(change), RANKS[change.kind], sizeOf(change));
    // Cut back now and then rather than for each: sorting a list twice as long costs little.
    if (this.#ranks.length >= 2 * this.#keepMax) this.#cutBack();
  }

  /** From the largest on; those of one size in the order they came in, which is that of their keys. */
  *inOrder(from = 0, count: number = Number.POSITIVE_INFINITY): Generator<ReleaseChange> {
    const order = this.#order();
    const end = Math.min(this.length, from + count);
    for (let place = from; place < end; place += 1) {
      yield JSON.parse(this.#texts.text(order[place] as number)) as ReleaseChange;
    }
  }

  #put(text: string, rank: number, size: number): void {
    this.#texts.add(text);
    this.#ranks.push(rank);
    this.#sizes.push(size);
  }

  #order(): Uint32Array {
    const order = Uint32Array.from({ length: this.#ranks.length }, (_, index) => index);
    return order.sort((a, b) => {
      const byRank = (this.#ranks[a] as number) - (this.#ranks[b] as number);
      if (byRank !== 0) return byRank;
      const [one, other] = [this.#sizes[a] as number, this.#sizes[b] as number];
      return one === other ? a - b : one > other ? -1 : 1;
    });
  }

  #cutBack(): void {
    const kept = [...this.#order().subarray(0, this.#keepMax)].sort((a, b) => a - b);
    const [texts, ranks, sizes] = [this.#texts, this.#ranks, this.#sizes];
    this.#texts = new TextSpool();
    this.#ranks = [];
    this.#sizes = [];
    for (const index of kept) this.#put(texts.text(index), ranks[index] as number, sizes[index] as number);
  }
}

/** A place in an order and no amount: two percentages that are told apart by no number are listed by their keys. */
function sizeOf({ kind, figure }: ReleaseChange): number {
  if (kind === "lost") return Math.abs(Number(figure?.before));
  if (kind !== "raised" && kind !== "cut") return 0;
  return figure === null || figure.percent === null ? FROM_ZERO : Math.abs(Number(figure.percent));
}
