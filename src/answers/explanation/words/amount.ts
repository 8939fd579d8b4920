import type { Unit } from "../../../pricing/worksheet/calculation.ts";

/** A value of the record with its sign, digit for digit: `$24.00`, `-$12.50`, `1.4344`. */
export function amountText(value: string, unit: Unit | null): string {
  if (unit !== "dollars") return value;
  return value.startsWith("-") ? `-$${value.slice(1)}` : `$${value}`;
}

/** The decimals that a value was rounded to, half up. */
export function roundingText(decimals: number | null, unit: Unit | null): string {
  if (decimals === null) return "not rounded";
  if (decimals === 2 && unit === "dollars") return "to cents";
  return decimals === 0 ? "to a whole number" : `to ${decimals} ${decimals === 1 ? "decimal" : "decimals"}`;
}
