import { PROVIDER_TYPES, type ProviderType } from "./values.ts";

/** What the first characters of a primary taxonomy say about the type. */
const PREFIXES: Readonly<Record<ProviderType, string>> = {
  ASC: "261QA1903",
  HOSPITAL: "273 275 276 281 282 283 284 286 287",
  CLINICAL_LABORATORY: "291 293",
  PHYSICIAN: "101 103 104 106 111 122 124 126 133 152 156 163 164 176 193 20 211 213 22 23 261 363 364 367",
};

const TYPE_BY_PREFIX = new Map(
  PROVIDER_TYPES.flatMap((type) => PREFIXES[type].split(" ").map((prefix) => [prefix, type] as const)),
);

const LENGTHS_LONGEST_FIRST = [...new Set([...TYPE_BY_PREFIX.keys()].map((prefix) => prefix.length))].sort(
  (a, b) => b - a,
);

interface Typed {
  readonly providerType: ProviderType | null;
  readonly primaryTaxonomyCode: string | null;
}

/** The type of a provider row: its own cell, else its taxonomy, the longest prefix first (ga 3.2). */
export function resolvedType({ providerType, primaryTaxonomyCode }: Typed): ProviderType | null {
  if (providerType !== null || primaryTaxonomyCode === null) return providerType;
  for (const length of LENGTHS_LONGEST_FIRST) {
    const type = TYPE_BY_PREFIX.get(primaryTaxonomyCode.slice(0, length));
    if (type !== undefined) return type;
  }
  return null;
}

/** The type of a row that the dataset accepted: one without any is refused there. */
export function providerTypeOf(provider: Typed): ProviderType {
  return resolvedType(provider) as ProviderType;
}

export function isHospital(provider: Typed): boolean {
  return resolvedType(provider) === "HOSPITAL";
}
