import type { ProviderType } from "./values.ts";

/** The first matching prefix of the primary taxonomy decides. */
const TYPE_BY_TAXONOMY: readonly (readonly [prefix: string, type: ProviderType])[] = [
  ["261QA1903", "surgical_clinic"],
  ["261QC1500", "free_clinic"],
  ["261QF0400", "free_clinic"],
  ["261QR1300", "free_clinic"],
  ["261Q", "other_clinic"],
  ["27", "hospital"],
  ["28", "hospital"],
  ["213E", "podiatrist"],
  ["3675", "nurse_anesthetist"],
];

interface Typed {
  readonly providerType: ProviderType | null;
  readonly primaryTaxonomy: string | null;
}

/** The type of a provider row: its own cell, else its taxonomy, else a physician office (ca 3.2). */
export function providerTypeOf({ providerType, primaryTaxonomy }: Typed): ProviderType {
  if (providerType !== null) return providerType;
  const taxonomy = primaryTaxonomy?.toUpperCase() ?? "";
  return TYPE_BY_TAXONOMY.find(([prefix]) => taxonomy.startsWith(prefix))?.[1] ?? "physician_office";
}

export function isHospital(provider: Typed): boolean {
  return providerTypeOf(provider) === "hospital";
}
