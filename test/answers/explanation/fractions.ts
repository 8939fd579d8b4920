/* Exact fractions, written for the check of explanations alone: nothing here comes from the program that is checked. */

export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** Plain decimal notation as a fraction. */
export function fraction(text: string): Fraction {
  const [, sign, whole, decimals = ""] = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`Not a decimal: ${text}`);
  const over = BigInt(whole + decimals);
  return { over: sign === "-" ? -over : over, under: 10n ** BigInt(decimals.length) };
}

const OPERATIONS: Readonly<Record<string, (a: Fraction, b: Fraction) => Fraction>> = {
  add: (a, b) => ({ over: a.over * b.under + b.over * a.under, under: a.under * b.under }),
  subtract: (a, b) => ({ over: a.over * b.under - b.over * a.under, under: a.under * b.under }),
  multiply: (a, b) => ({ over: a.over * b.over, under: a.under * b.under }),
  divide: (a, b) => {
    if (b.over === 0n) throw new Error("Something is divided by zero");
    return b.over < 0n
      ? { over: -a.over * b.under, under: -a.under * b.over }
      : { over: a.over * b.under, under: a.under * b.over };
  },
  min: (a, b) => (order(b, a) < 0 ? b : a),
  max: (a, b) => (order(b, a) > 0 ? b : a),
};

export function computed(operation: string, values: readonly Fraction[]): Fraction {
  const compute = OPERATIONS[operation];
  if (compute === undefined) throw new Error(`No such operation: ${operation}`);
  return values.reduce(compute);
}

/** Below, at or above zero. */
export function order(a: Fraction, b: Fraction): number {
  const difference = a.over * b.under - b.over * a.under;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Rounded half-up, a tie away from zero. */
export function roundedHalfUp({ over, under }: Fraction, decimals: number): Fraction {
  const scale = 10n ** BigInt(decimals);
  const size = (over < 0n ? -over : over) * scale;
  const units = (2n * size + under) / (2n * under);
  return { over: over < 0n ? -units : units, under: scale };
}
