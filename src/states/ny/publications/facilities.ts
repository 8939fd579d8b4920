import { foldName } from "../../../core/text/folding.ts";
import { listed } from "../../../dataset/published.ts";
import { type Conversion, oneLine } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import type { Intake } from "../../../imports/declaring/intake.ts";
import { fill, publication, section } from "../../../imports/declaring/publication.ts";
import { certificateDigits } from "../identifiers.ts";
import { type Provider, providers } from "../tables.ts";
import { providerTypeOf } from "../values.ts";
import { dayOfDownload } from "./enrolled-providers.ts";

const CERTIFICATE = /^[0-9]{7}[A-Z]?$/;

/** An operating certificate; a spreadsheet may have taken its leading zero. Null for any other text. */
const certificate: Conversion = (cell) => {
  const text = cell.toUpperCase();
  const whole = /^[0-9]{6}[A-Z]?$/.test(text) ? `0${text}` : text;
  return CERTIFICATE.test(whole) ? whole : null;
};

/** Extension clinics have the certificate of their main site, so they count too. */
const HOSPITAL = /hospital|critical access/i;
const CLINIC = /diagnostic and treatment/i;
const EXTENSION = /extension clinic/i;

const NO_MAIN_SITE = "a hospital or center of whose name, or operator's name, no provider is in its ZIP code or city";
const NO_CLINIC = "an extension clinic of whose name no provider is in its ZIP code or city";

/**
 * The state licenses facilities by operating certificate, and enrols providers by Medicaid ID and NPI. Rates have
 * certificates, claims have NPIs. This list connects them by name and place.
 */
export const facilities = publication({
  ...listed("ny/facilities"),
  asOf: dayOfDownload,
  sections: [
    section({
      fields: {
        // The portal's API has short names for some of the columns of its downloads.
        opcert: heading(["Operating Certificate Number", "opcert_num"], certificate),
        name: heading("Facility Name", oneLine),
        description: heading("Description"),
        city: heading(["Facility City", "city"], oneLine),
        zipCode: heading(["Facility Zip Code", "fac_zip"]),
        operator: optional(heading("Operator Name", oneLine)),
      },
      feeds: [fill(providers, ["npi"])],
      read: async ({ known }) => {
        const licensed = await known(providers, licensedType);
        const hospitals = new CertificateMatching(licensed("HOSPITAL"));
        const clinics = new CertificateMatching(licensed("OUTPATIENT_CLINIC_ASC"));
        return {
          record({ opcert, name, description, city, zipCode, operator }, intake) {
            const matching = matchingFor(description ?? "", hospitals, clinics);
            if (matching === null) {
              return intake.leaveOut("neither a hospital nor a diagnostic and treatment center", description ?? "");
            }
            if (opcert === null || name === null) return intake.leaveOut("no operating certificate", name ?? "");
            const isExtension = EXTENSION.test(description ?? "");
            // An operator of several hospitals may have a clinic of any of them where its office is.
            const mainOperator = isExtension ? null : operator;
            if (matching.offer({ opcert, name, city, zipCode, operator: mainOperator, place: intake.place })) return;
            intake.leaveOut(isExtension ? NO_CLINIC : NO_MAIN_SITE, `${opcert} ${name}, ${city}`);
          },
          end(intake) {
            const certificates = new CertificatesByNpi();
            for (const provider of licensed("HOSPITAL")) certificates.add(provider, hospitals.candidatesFor(provider));
            for (const provider of licensed("OUTPATIENT_CLINIC_ASC")) {
              certificates.add(provider, clinics.candidatesFor(provider));
            }
            certificates.takeAll(intake);
          },
        };
      },
    }),
  ],
});

/** The types of provider that hold operating certificates. */
function licensedType(row: Provider): string | null {
  const type = providerTypeOf(row);
  return type === "HOSPITAL" || type === "OUTPATIENT_CLINIC_ASC" ? type : null;
}

function matchingFor(
  description: string,
  hospitals: CertificateMatching,
  clinics: CertificateMatching,
): CertificateMatching | null {
  if (CLINIC.test(description)) return clinics;
  return HOSPITAL.test(description) ? hospitals : null;
}

const AMBIGUOUS =
  "NPIs whose names and places fit several operating certificates; say in ny/certificates which is theirs";
const UNKNOWN = {
  HOSPITAL:
    "hospitals of whose name and place there is no facility; name their operating certificate in ny/certificates",
  OTHER: "clinics of whose name and place there is no facility; name their operating certificate in ny/certificates",
};

interface Found {
  readonly provider: Provider;
  /** By the digits of their certificates. */
  readonly facilities: Map<string, Facility>;
}

/** Assigns operating certificates to NPIs: all rows of an NPI get the same one, or none does. */
class CertificatesByNpi {
  readonly #byNpi = new Map<string, Found>();

  add(provider: Provider, candidates: Candidates): void {
    const found = this.#byNpi.get(provider.npi) ?? { provider, facilities: new Map() };
    this.#byNpi.set(provider.npi, found);
    for (const facility of candidates) found.facilities.set(certificateDigits(facility.opcert), facility);
  }

  takeAll(intake: Intake): void {
    for (const { provider, facilities } of this.#byNpi.values()) {
      const [facility, ...others] = facilities.values();
      if (facility === undefined) reportUnknown(provider, intake);
      else if (others.length > 0) reportAmbiguous(provider, [...facilities.values()], intake);
      else intake.take(providers, { npi: provider.npi, opcert: facility.opcert }, facility.place);
    }
  }
}

function reportAmbiguous(provider: Provider, facilities: readonly Facility[], intake: Intake): void {
  const certificates = facilities.map(({ opcert }) => opcert).join(", ");
  intake.find({ title: AMBIGUOUS, example: `${labelOf(provider)}: ${certificates}` });
}

/** Reports a provider without a certificate, unless another source has one. */
function reportUnknown(provider: Provider, intake: Intake): void {
  if (provider.opcert !== null) return;
  const title = providerTypeOf(provider) === "HOSPITAL" ? UNKNOWN.HOSPITAL : UNKNOWN.OTHER;
  intake.find({ title, example: labelOf(provider) });
}

function labelOf({ npi, providerName, city, zipCode }: Provider): string {
  return [`${npi} ${providerName}`, city, zipCode].filter((part) => part !== null).join(", ");
}

/** A licensed facility: a hospital or a clinic, or one of their extension clinics. */
interface Facility {
  readonly opcert: string;
  readonly name: string;
  readonly operator: string | null;
  readonly city: string | null;
  readonly zipCode: string | null;
  readonly place: string;
}

/** Facilities with different certificates that may be the provider: one if certain, several if not. */
type Candidates = readonly Facility[];

/** Ways to match a facility, the surest first: its own name before its operator's, ZIP code before city. */
const WAYS = 4;
const BY_OPERATOR = 2;
const BY_CITY = 1;

const ZIP_DIGITS = 5;

/**
 * Matches providers to operating certificates by name and place, since neither list has the other's number. A provider
 * gets a certificate if all facilities with its name, in its ZIP code or otherwise its city, have the same one.
 */
class CertificateMatching {
  readonly #byName = new Map<string, Provider[]>();
  /** Per provider and way of recognition, the first facility of each certificate, by the digits of it. */
  readonly #found = new Map<Provider, readonly Map<string, Facility>[]>();

  constructor(providers: readonly Provider[]) {
    for (const provider of providers) {
      const name = facilityName(provider.providerName);
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), provider]);
    }
  }

  /** Matches a facility with the providers of its name; false if none of them is in its place. */
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

  /** The surest match decides; a less sure one never overrules it. */
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

/** Abbreviations of enrolment lists, which cut names to a width. */
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

/** The compared form of a facility's name: without the differences between listings. */
function facilityName(name: string): string {
  // St. Mary's is ST MARYS elsewhere: an apostrophe separates no words.
  const words = foldName(name.replace(/['\u2019`]/g, "")).split(" ");
  return words
    .filter((word) => !SILENT.has(word))
    .map((word) => WRITTEN_OUT[word] ?? word)
    .join(" ");
}
