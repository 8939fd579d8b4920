import { compare } from "../../../money/arithmetic.ts";
import { factor } from "../../../money/factor.ts";

/** The larger of two figures that may be missing. */
export function largest(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return compare(factor(b), factor(a)) > 0 ? b : a;
}
