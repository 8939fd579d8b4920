import { plainText, powerOfTen } from "./rounding.ts";

/**
 * A weight, ratio, multiplier, conversion factor or count: an exact decimal that keeps
 * the digits it was published with, because results print them digit for digit.
 */
export class Factor {
  readonly units: bigint;
  readonly scale: number;
  /** Published digits (`0.5320`), or plain notation without trailing zeros when derived. */
  readonly text: string;
  /** Published factors serve many lookups, so the number is read once. */
  #number: number | null = null;

  constructor(units: bigint, scale: number, text: string) {
    this.units = units;
    this.scale = scale;
    this.text = text;
  }

  /** As `float` fields carry it. */
  get number(): number {
    this.#number ??= Number(this.text);
    return this.#number;
  }

  toString(): string {
    return this.text;
  }
}

const PLAIN_DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** Far beyond any published figure; longer text would make BigInt do hostile amounts of work. */
const TEXT_LENGTH_MAX = 400;

export function parseFactor(text: string): Factor | null {
  if (text.length > TEXT_LENGTH_MAX || !PLAIN_DECIMAL.test(text)) return null;
  const point = text.indexOf(".");
  if (point < 0) return new Factor(BigInt(text), 0, text);
  const scale = text.length - point - 1;
  return new Factor(BigInt(text.slice(0, point) + text.slice(point + 1)), scale, text);
}

/** A figure written in the code, such as a built-in parameter default. */
export function factor(text: string): Factor {
  const parsed = parseFactor(text);
  if (parsed === null) throw new Error(`Not a plain decimal: ${text}`);
  return parsed;
}

export function whole(count: number): Factor {
  return new Factor(BigInt(count), 0, String(count));
}

/** A factor the service derives: plain notation without trailing zeros (conventions 1.5). */
export function derived(units: bigint, scale: number): Factor {
  let digits = units;
  let decimals = scale;
  while (decimals > 0 && digits % 10n === 0n) {
    digits /= 10n;
    decimals -= 1;
  }
  return new Factor(digits, decimals, plainText(digits, decimals));
}

/** How many decimals a published figure really needs: `1.50` needs one. */
export function decimalsNeeded(value: Factor): number {
  return derived(value.units, value.scale).scale;
}

/** Both factors at one scale, for adding and comparing. */
export function aligned(a: Factor, b: Factor): readonly [left: bigint, right: bigint, scale: number] {
  if (a.scale === b.scale) return [a.units, b.units, a.scale];
  if (a.scale > b.scale) return [a.units, b.units * powerOfTen(a.scale - b.scale), a.scale];
  return [a.units * powerOfTen(b.scale - a.scale), b.units, b.scale];
}
