import type { ProviderType } from "./values.ts";

/** No prefix begins another, so the order in which they are tried does not matter. */
const TYPE_BY_TAXONOMY: readonly (readonly [type: ProviderType, prefixes: readonly string[]])[] = [
  ["HOSPITAL", ["273", "275", "281", "282", "283", "284", "286"]],
  ["OUTPATIENT_CLINIC_ASC", ["261Q"]],
  ["LABORATORY", ["291", "292", "293"]],
  ["PHYSICIAN", ["10", "111", "122", "133", "152", "163", "17", "193", "20", "213", "22", "23", "363", "364", "367"]],
];

interface Typed {
  readonly providerType: ProviderType | null;
  readonly primaryTaxonomyCode: string | null;
}

/** The type that a taxonomy code stands for (ny 3.5); null when none does. */
export function typeOfTaxonomy(code: string | null): ProviderType | null {
  if (code === null) return null;
  return TYPE_BY_TAXONOMY.find(([, prefixes]) => prefixes.some((prefix) => code.startsWith(prefix)))?.[0] ?? null;
}

/** The type of a provider row: its own cell, else its taxonomy (ny 3.5). Rows with neither are refused. */
export function providerTypeOf({ providerType, primaryTaxonomyCode }: Typed): ProviderType {
  return providerType ?? (typeOfTaxonomy(primaryTaxonomyCode) as ProviderType);
}

export function isHospital(provider: Typed): boolean {
  return providerTypeOf(provider) === "HOSPITAL";
}
