import type { Explanation } from "../../explanation/explanation.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { Parameters } from "../../request/parameter.ts";
import type { State } from "../../state/state.ts";

/** The parameters of a lookup that is priced or explained: its own. */
export function parametersOfLookup(_state: State, { parameters }: RateLookup): Parameters {
  return parameters;
}

/** What makes the prices of an explanation doubtful, in words. */
export function warningsIn({ stale, empty_tables }: Explanation): readonly string[] {
  return [...empty_tables, ...stale].map(({ message }) => message);
}

/** What the headers of an answer say against its prices, in words. */
export function headerWarnings({ stale, empty }: { readonly stale: string | null; readonly empty: string | null }) {
  const warnings: string[] = [];
  if (empty !== null) {
    warnings.push(
      `Some prices looked into tables that have no rows in the loaded data, as if the state published nothing there: ${empty}.`,
    );
  }
  if (stale !== null) {
    warnings.push(
      `Some prices are made of old editions, which newer ones may have changed (table and edition): ${stale}. The tool \`coverage\` tells their age.`,
    );
  }
  return warnings;
}
