import {
  AT_THE_PROVIDER,
  type Benchmarked,
  includesFacility,
  medicareRatio,
} from "../../answers/benchmark/compared.ts";
import type { MedicareRatio } from "../../answers/benchmark/schema.ts";
import type { LookupRequest } from "../../pricing/lookup.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import { MODIFIER } from "../values/column-names.ts";
import { changesPayment } from "../values/modifiers.ts";

/**
 * Medicare's price beside the result of a claim line. A state may price a modifier by another parameter, or alike with and
 * without it; Medicare's price has only the modifier of its own row. A line with another one that changes a payment is not compared.
 */
export function lineBesideMedicare(
  priced: ProviderResult,
  request: LookupRequest,
  modifiers: readonly string[],
  subject: Benchmarked,
): MedicareRatio {
  const asked = priced.result[MODIFIER] ?? (request as unknown as Readonly<Record<string, unknown>>)[MODIFIER];
  const left = modifiers.filter((modifier) => modifier !== asked && changesPayment(modifier));
  if (left.length === 0) return medicareRatio(priced, request, AT_THE_PROVIDER, subject);
  const names = left.length === 1 ? `Modifier ${left[0]} changes` : `Modifiers ${left.join(", ")} change`;
  const not_compared = `${names} the payment, and Medicare's price here would be without ${left.length === 1 ? "it" : "them"}.`;
  const medicaid_includes_facility = includesFacility(priced, subject);
  return { payment_rate: null, ratio: null, locality: null, schedule: null, medicaid_includes_facility, not_compared };
}
