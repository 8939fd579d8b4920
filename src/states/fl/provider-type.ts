import { withoutLeadingZeros } from "./leading-zeros.ts";
import type { ProviderType } from "./values.ts";

/** The state's own types of providers that are priced here. */
const TYPE_BY_CODE: ReadonlyMap<string, ProviderType> = new Map([
  ["1", "HOSPITAL"],
  ["6", "ASC"],
  ["50", "INDEPENDENT_LAB"],
  ...["25", "26", "27", "28", "29", "30", "31", "34", "35", "62"].map((code) => [code, "PRACTITIONER"] as const),
]);

/** The first matching prefix of the taxonomy decides. */
const TYPE_BY_TAXONOMY: readonly (readonly [prefix: string, type: ProviderType])[] = [
  ["261QA1903X", "ASC"],
  ["291U", "INDEPENDENT_LAB"],
  ["28", "HOSPITAL"],
  ...["20", "111N", "152W", "213E", "363A", "363L", "364S", "367"].map((prefix) => [prefix, "PRACTITIONER"] as const),
];

/** How a provider is priced, by the state's type code; by the NUCC taxonomy where there is none; null: not at all (fl 3 rule 5). */
export function providerTypeOf(typeCode: string | null, taxonomy: string | null): ProviderType | null {
  if (typeCode !== null) return TYPE_BY_CODE.get(withoutLeadingZeros(typeCode)) ?? null;
  const code = taxonomy?.toUpperCase() ?? "";
  return TYPE_BY_TAXONOMY.find(([prefix]) => code.startsWith(prefix))?.[1] ?? null;
}
