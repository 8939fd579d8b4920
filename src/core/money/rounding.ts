/** Powers of ten as BigInt, so that scaling a decimal never computes one twice. */
const POWERS = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent));

export function powerOfTen(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}

/** Integer quotient, half-up: a tie goes away from zero (conventions 1.2). */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const remainder = dividend % divisor;
  if (remainder === 0n) return quotient;

  const twice = remainder < 0n ? -2n * remainder : 2n * remainder;
  const size = divisor < 0n ? -divisor : divisor;
  if (twice < size) return quotient;
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n;
}

/** `units` at `scale` decimals, rounded half-up to `decimals`. */
export function rescale(units: bigint, scale: number, decimals: number): bigint {
  if (scale <= decimals) return units * powerOfTen(decimals - scale);
  return divideHalfUp(units, powerOfTen(scale - decimals));
}

/** Plain decimal notation with exactly `scale` decimals, no exponent, no separators. */
export function plainText(units: bigint, scale: number): string {
  if (scale === 0) return units.toString();
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  return `${negative ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
}
