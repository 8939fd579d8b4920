import { oneLine } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import type { Intake } from "../../../imports/declaring/intake.ts";
import { fill, publication, section } from "../../../imports/declaring/publication.ts";
import { certificateDigits } from "../identifiers.ts";
import { type Provider, providers } from "../tables.ts";
import { providerTypeOf } from "../values.ts";
import { type Candidates, CertificateMatching, type Facility } from "./certificate-matching.ts";
import { certificate } from "./certificate-sheets.ts";
import { dayOfDownload, HEALTH } from "./publishers.ts";

/** Extension clinics have the certificate of their main site, so they are as good as it. */
const HOSPITAL = /hospital|critical access/i;
const CLINIC = /diagnostic and treatment/i;
const EXTENSION = /extension clinic/i;

const NO_MAIN_SITE = "a hospital or center of whose name, or operator's name, no provider is in its ZIP code or city";
const NO_CLINIC = "an extension clinic of whose name no provider is in its ZIP code or city";

/**
 * The state licenses facilities by operating certificate and enrols providers by Medicaid ID and NPI; rates are published
 * by certificate, claims come by NPI. This list is where the two meet, by name and place.
 */
export const facilities = publication({
  ...HEALTH,
  name: "facilities",
  title: "Health Facility General Information",
  published: "on the state's open health data portal, monthly",
  page: "https://health.data.ny.gov/Health/Health-Facility-General-Information/vn5v-hh5r",
  form: "CSV; import ny/enrolled-providers before it, and again after each newer listing",
  confidence: "seen",
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

/** Gives NPIs their operating certificates: all rows of an NPI have the same one, or none gets any. */
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
      if (facility === undefined) tellUnknown(provider, intake);
      else if (others.length > 0) tellAmbiguous(provider, [...facilities.values()], intake);
      else intake.take(providers, { npi: provider.npi, opcert: facility.opcert }, facility.place);
    }
  }
}

function tellAmbiguous(provider: Provider, facilities: readonly Facility[], intake: Intake): void {
  const certificates = facilities.map(({ opcert }) => opcert).join(", ");
  intake.find({ title: AMBIGUOUS, example: `${labelOf(provider)}: ${certificates}` });
}

/** A provider whose certificate was written by hand, or is in a crosswalk, lacks nothing. */
function tellUnknown(provider: Provider, intake: Intake): void {
  if (provider.opcert !== null) return;
  const title = providerTypeOf(provider) === "HOSPITAL" ? UNKNOWN.HOSPITAL : UNKNOWN.OTHER;
  intake.find({ title, example: labelOf(provider) });
}

function labelOf({ npi, providerName, city, zipCode }: Provider): string {
  return [`${npi} ${providerName}`, city, zipCode].filter((part) => part !== null).join(", ");
}
