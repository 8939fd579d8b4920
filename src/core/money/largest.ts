import { compare, size } from "./arithmetic.ts";
import type { Factor } from "./factor.ts";

/** A list of the items with the largest amounts, whatever their sign: largest first, of equal ones the earlier. */
export class Largest<Item> {
  readonly #max: number;
  readonly #ranked: { readonly size: Factor; readonly item: Item }[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** `itemOf` is called only for an amount that has a place: some items are dear to describe. */
  add(amount: Factor, itemOf: () => Item): void {
    const far = size(amount);
    const last = this.#ranked.at(-1);
    if (this.#ranked.length >= this.#max && (last === undefined || compare(far, last.size) <= 0)) return;
    const place = this.#ranked.findIndex((each) => compare(far, each.size) > 0);
    this.#ranked.splice(place < 0 ? this.#ranked.length : place, 0, { size: far, item: itemOf() });
    if (this.#ranked.length > this.#max) this.#ranked.pop();
  }

  get items(): readonly Item[] {
    return this.#ranked.map(({ item }) => item);
  }
}
