import { asMoney } from "./arithmetic.ts";
import { parseFactor } from "./factor.ts";
import { Money } from "./money.ts";

/** Dollars with cents that fit a number many times over. */
const PLAIN = /^(-?[0-9]{1,12})\.([0-9]{2})$/;

/** An exact sum of amounts, for columns of a million cells. */
export class DollarSum {
  #cents = 0n;
  /** Whole cents as a number, which are added faster; below 2^53. */
  #small = 0;

  add(amount: Money): this {
    this.#cents += amount.cents;
    return this;
  }

  addSum(other: DollarSum): this {
    return this.add(other.total);
  }

  /** Adds an amount by its text; a text that is no number counts as nothing. */
  addText(text: string): this {
    const parts = PLAIN.exec(text);
    if (parts === null) {
      const figure = text === "" ? null : parseFactor(text);
      return figure === null ? this : this.add(asMoney(figure));
    }
    this.#small += Number(`${parts[1]}${parts[2]}`);
    if (Math.abs(this.#small) > Number.MAX_SAFE_INTEGER / 2) this.#settle();
    return this;
  }

  get total(): Money {
    this.#settle();
    return new Money(this.#cents);
  }

  #settle(): void {
    this.#cents += BigInt(this.#small);
    this.#small = 0;
  }
}
