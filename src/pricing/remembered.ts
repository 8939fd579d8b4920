import type { RateData } from "../dataset/rate-data.ts";
import { RecentlyUsed } from "../dataset/recently-used.ts";
import { oncePerRelease } from "./once-per-release.ts";

/** Outcomes kept per rule and release: the codes, days and provider types of a busy day's claims. */
const OUTCOMES_KEPT_MAX = 20_000;

/**
 * A pure rule that remembers its outcomes as long as a release is open. Claims repeat: what a
 * code pays a type of provider on a day does not change with the provider's name. The key must
 * hold everything that the rule looks at besides the data.
 */
export function remembered<Arguments extends readonly unknown[], Outcome>(
  keyOf: (...given: Arguments) => string,
  rule: (data: RateData, ...given: Arguments) => Outcome,
): (data: RateData, ...given: Arguments) => Outcome {
  const outcomesOf = oncePerRelease(() => new RecentlyUsed<string, { readonly outcome: Outcome }>(OUTCOMES_KEPT_MAX));
  return (data, ...given) => {
    const outcomes = outcomesOf(data);
    const key = keyOf(...given);
    const known = outcomes.get(key);
    if (known !== undefined) return known.outcome;
    const outcome = rule(data, ...given);
    outcomes.set(key, { outcome });
    return outcome;
  };
}
