import { npiOf } from "./dataset.ts";
import { Random } from "./random.ts";

/** Procedure codes of the sample that any provider can bill. */
const CODES = [
  "99213",
  "99214",
  "99203",
  "71045",
  "11042",
  "77280",
  "80053",
  "36415",
  "J0897",
  "E0110",
  "00840",
  "17000",
];
const DAYS = ["2024-03-01", "2025-10-01", "2026-10-01", "2026-11-01"];

interface Lookup {
  readonly npi: string;
  readonly billing_code: string;
  readonly date_of_service: string;
  readonly modifier?: string;
  readonly child_patient?: boolean;
}

/** Outpatient lookups of as many providers as there are lookups, or of fewer, anywhere in the registry. */
export function outpatientLookups(count: number, providers: number, seed = 7, billing = count): Lookup[] {
  const random = new Random(seed);
  const npis = Array.from({ length: billing }, () => npiOf(random.below(providers)));
  return Array.from({ length: count }, (_, index) => ({
    npi: npis[index % billing] as string,
    billing_code: random.pick(CODES),
    date_of_service: random.pick(DAYS),
    ...(random.next() < 0.1 ? { child_patient: true } : {}),
  }));
}

export function queryOf(lookup: Lookup): string {
  return new URLSearchParams(
    Object.entries(lookup).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

/** Name fragments from two characters up: common and rare, inside one word and across two. */
export const NAME_FRAGMENTS = [
  "an",
  "er",
  "ma",
  "st",
  "so",
  "qu",
  "zz",
  "son",
  "med",
  "ber",
  "ian",
  "maria",
  "medical",
  "center",
  "medical center",
  "johns",
  "golden",
  "pacific",
  "family med",
  "smith",
  "berg",
  "ez, m",
  "n, j",
  "anesthesia",
  "community clinic",
  "hospital",
] as const;
