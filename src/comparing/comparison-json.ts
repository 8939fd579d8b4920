import type { RateLookup } from "../pricing/lookup.ts";
import type { RateComparison } from "./rate-comparison.ts";

/** A comparison as JSON; its results are written as the lookup writes them. */
export function comparisonJson(
  { kind, total, statistics, members }: RateComparison,
  { resultsJson }: RateLookup,
): string {
  const written = members.map(({ billingCode, identifiers, results, standings }) => {
    const head = `"billing_code":${JSON.stringify(billingCode)},"identifiers":${JSON.stringify(identifiers)}`;
    return `{${head},"results":${resultsJson(results)},"standings":${JSON.stringify(standings)}}`;
  });
  const head = `"compared":"${kind}","total_results":${total},"statistics":${JSON.stringify(statistics)}`;
  return `{${head},"members":[${written.join(",")}]}`;
}
