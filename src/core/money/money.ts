import { plainText, rescale } from "./rounding.ts";

/**
 * A dollar amount in whole cents. Money is never a JavaScript number: the only way
 * to get one is to parse it or to compute it with the operations of this folder.
 */
export class Money {
  readonly cents: bigint;
  /** An amount is printed in its field and in each step that uses it, so its text is kept. */
  #text: string | null = null;

  constructor(cents: bigint) {
    this.cents = cents;
  }

  get units(): bigint {
    return this.cents;
  }

  get scale(): number {
    return 2;
  }

  /** As `decimal` fields carry it: exactly two decimals (`1234.50`). */
  get text(): string {
    this.#text ??= plainText(this.cents, 2);
    return this.#text;
  }

  /** As calculation lines print it (`$1234.50`). */
  toString(): string {
    return `$${this.text}`;
  }
}

export const ZERO_DOLLARS = new Money(0n);

/** An exact decimal, `units` / 10^`scale`, with its printed digits: money or a factor. */
export interface Exact {
  readonly units: bigint;
  readonly scale: number;
  readonly text: string;
}

export const CENTS_DECIMALS = 2;

/** Dollars as results print them: with two decimals, or every digit where there are more (conventions 1.5). */
export function dollarText({ units, scale, text }: Exact): string {
  return scale > CENTS_DECIMALS ? text : plainText(rescale(units, scale, CENTS_DECIMALS), CENTS_DECIMALS);
}

const THOUSANDS = /\B(?=(?:[0-9]{3})+$)/g;

/** An amount for people, with all digits: `$1,204.50`, `-$3.00`. */
export function dollarsForReaders(amount: string): string {
  const [whole = "", decimals] = amount.replace("-", "").split(".");
  const digits = whole.replace(THOUSANDS, ",");
  return `${amount.startsWith("-") ? "-" : ""}$${digits}${decimals === undefined ? "" : `.${decimals}`}`;
}
