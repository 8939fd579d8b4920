import { comparisonDeclaration } from "../../comparing/rate-comparison-request.ts";
import { historyDeclaration } from "../../history/history-request.ts";
import { componentName, type Json } from "../../http/openapi/json-schema.ts";
import { manyPricesAnswers } from "../../http/openapi/many-prices-operations.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { Parameters } from "../../request/parameter.ts";
import type { State } from "../../state/state.ts";
import type { Backend } from "../backend.ts";

export function parametersOfHistory(state: State, lookup: RateLookup): Parameters {
  return historyDeclaration(state, lookup).parameters;
}

export function parametersOfComparison(state: State, lookup: RateLookup): Parameters {
  return comparisonDeclaration(state, lookup).parameters;
}

/** The schema that OpenAPI has of an answer; those of all lookups differ in their results alone. */
export function manyPricesSchema({ states }: Backend, kind: "history" | "comparison", title: string): Json {
  for (const state of states) {
    for (const lookup of state.lookups) {
      const schema = manyPricesAnswers(state, lookup)[componentName(state, lookup.setting, kind)] as Json;
      return { ...schema, title };
    }
  }
  return { type: "object", title, properties: {}, required: [] };
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
