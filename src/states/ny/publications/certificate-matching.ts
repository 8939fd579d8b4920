import { foldName } from "../../../core/text/folding.ts";
import { certificateDigits } from "../identifiers.ts";
import type { Provider } from "../tables.ts";

/** A licensed facility: a hospital or a clinic, or one of their extension clinics. */
export interface Facility {
  readonly opcert: string;
  readonly name: string;
  readonly operator: string | null;
  readonly city: string | null;
  readonly zipCode: string | null;
  /** Where the list has it. */
  readonly place: string;
}

/** Facilities of different certificates that a provider may be: one when it is certain, several when it is not. */
export type Candidates = readonly Facility[];

/** How a facility was recognised, the surest way first: its own name before its operator's, the ZIP code before the city. */
const WAYS = 4;
const BY_OPERATOR = 2;
const BY_CITY = 1;

const ZIP_DIGITS = 5;

/**
 * Finds the operating certificate of providers by name and place. Neither list has the other's number: a provider gets a
 * certificate when the facilities that have its name, in its ZIP code or else in its city, all have the same one.
 */
export class CertificateMatching {
  readonly #byName = new Map<string, Provider[]>();
  /** Per provider and way of recognition, the first facility of each certificate, by the digits of it. */
  readonly #found = new Map<Provider, readonly Map<string, Facility>[]>();

  constructor(providers: readonly Provider[]) {
    for (const provider of providers) {
      const name = facilityName(provider.providerName);
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), provider]);
    }
  }

  /** Offers a facility to the providers that have its name; false when none of them is in its place. */
  offer(facility: Facility): boolean {
    const own = this.#offerAs(facility.name, facility, 0);
    const operated = facility.operator !== null && this.#offerAs(facility.operator, facility, BY_OPERATOR);
    return own || operated;
  }

  #offerAs(name: string, facility: Facility, way: number): boolean {
    let isFound = false;
    for (const provider of this.#byName.get(facilityName(name)) ?? []) {
      const distance = distanceOf(provider, facility);
      if (distance === null) continue;
      isFound = true;
      const ways = this.#found.get(provider) ?? Array.from({ length: WAYS }, () => new Map<string, Facility>());
      const digits = certificateDigits(facility.opcert);
      const certificates = ways[way + distance];
      if (certificates?.has(digits) === false) certificates.set(digits, facility);
      this.#found.set(provider, ways);
    }
    return isFound;
  }

  /** The surest way in which any facility was recognised decides; a less sure one never overrules it. */
  candidatesFor(provider: Provider): Candidates {
    const decisive = this.#found.get(provider)?.find((certificates) => certificates.size > 0);
    return [...(decisive?.values() ?? [])];
  }
}

/** 0 in the same ZIP code, 1 in the same city, null elsewhere. */
function distanceOf({ zipCode, city }: Provider, facility: Facility): number | null {
  const isSameZip = zipCode !== null && zipCode.slice(0, ZIP_DIGITS) === facility.zipCode?.slice(0, ZIP_DIGITS);
  if (isSameZip) return 0;
  const isSameCity = city !== null && facility.city !== null && foldName(city) === foldName(facility.city);
  return isSameCity ? BY_CITY : null;
}

/** Words that a listing has and another leaves out. */
const SILENT = new Set([
  "THE",
  "OF",
  "AND",
  "AT",
  "INC",
  "INCORPORATED",
  "LLC",
  "CORP",
  "CORPORATION",
  "CO",
  "LTD",
  "PC",
]);

/** What enrolment lists, which cut names to a width, make of words. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  ST: "SAINT",
  MT: "MOUNT",
  FT: "FORT",
  NY: "NEW YORK",
  NYC: "NEW YORK CITY",
  HOSP: "HOSPITAL",
  HOSPS: "HOSPITAL",
  HSP: "HOSPITAL",
  HOSPITALS: "HOSPITAL",
  CTR: "CENTER",
  CNTR: "CENTER",
  CENTRE: "CENTER",
  MED: "MEDICAL",
  MEM: "MEMORIAL",
  MEML: "MEMORIAL",
  UNIV: "UNIVERSITY",
  GEN: "GENERAL",
  COMM: "COMMUNITY",
  HLTH: "HEALTH",
  HLTHCARE: "HEALTHCARE",
  REHAB: "REHABILITATION",
  REG: "REGIONAL",
  SVC: "SERVICE",
  SVCS: "SERVICE",
  SERVICES: "SERVICE",
  DIAG: "DIAGNOSTIC",
  TRMT: "TREATMENT",
  TREAT: "TREATMENT",
};

/** A name without what two listings of the same facility write differently; two names are equal when these are. */
function facilityName(name: string): string {
  // St. Mary's is ST MARYS elsewhere: an apostrophe separates no words.
  const words = foldName(name.replace(/['\u2019`]/g, "")).split(" ");
  return words
    .filter((word) => !SILENT.has(word))
    .map((word) => WRITTEN_OUT[word] ?? word)
    .join(" ");
}
