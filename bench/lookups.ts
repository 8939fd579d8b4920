import { Random } from "./data/random.ts";
import { npiOf } from "./data/registry.ts";
import { get } from "./load.ts";

/* The requests of clients to a large registry of California. Equal seeds give equal requests. */

/** Procedure codes of the sample that any provider can bill. */
const CODES = "99213 99214 99203 71045 11042 77280 80053 85025 J0897 E0110 00840 17000".split(" ");
const DAYS = ["2024-03-01", "2025-10-01", "2026-10-01", "2026-11-01"];

export interface Lookup {
  readonly npi: string;
  readonly billing_code: string;
  readonly date_of_service: string;
  readonly child_patient: boolean;
}

/** Outpatient lookups of as many providers as there are lookups, or of fewer, anywhere in the registry. */
export function lookupsOf(count: number, providers: number, { seed = 7, billing = count } = {}): Lookup[] {
  const random = new Random(seed);
  const npis = Array.from({ length: billing }, () => npiOf(random.below(providers)));
  return Array.from({ length: count }, (_, index) => ({
    npi: npis[index % billing] as string,
    billing_code: random.pick(CODES),
    date_of_service: random.pick(DAYS),
    child_patient: random.next() < 0.1,
  }));
}

/** `endpoint`: what follows `/rate`, such as `/explain`. */
export function pathOf(lookup: Lookup, endpoint = ""): string {
  const fields = Object.entries(lookup).map(([name, value]): [string, string] => [name, String(value)]);
  return `/api/v1/ca/outpatient/rate${endpoint}?${new URLSearchParams(fields)}`;
}

/** Single lookups as requests. */
export function singles(count: number, providers: number, key: string, endpoint = ""): Buffer[] {
  return lookupsOf(count, providers).map((lookup) => get(pathOf(lookup, endpoint), key));
}

/** Parts of names from two characters up: common and rare, inside one word and across two. */
const NAME_PARTS = [
  ...["an", "er", "ma", "st", "so", "qu", "zz", "son", "med", "ber", "ian"],
  ...["maria", "medical", "center", "medical center", "johns", "golden", "pacific", "family med"],
  ...["smith", "berg", "ez, m", "n, j", "anesthesia", "community clinic", "hospital"],
];

/** Lookups in both settings and searches by part of a name. */
export function byName(key: string): Buffer[] {
  return NAME_PARTS.flatMap((name) => {
    const query = new URLSearchParams({ provider_name: name });
    return [
      get(`/api/v1/ca/outpatient/rate?billing_code=99213&${query}`, key),
      get(`/api/v1/ca/inpatient/rate?billing_code=560-1&${query}`, key),
      get(`/api/v1/ca/providers/search?limit=20&${query}`, key),
    ];
  });
}
