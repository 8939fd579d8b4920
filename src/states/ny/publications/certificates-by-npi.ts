import type { Intake } from "../../../imports/declaring/intake.ts";
import { certificateDigits } from "../operating-certificate.ts";
import { providerTypeOf } from "../provider-type.ts";
import { type Provider, providers } from "../tables.ts";
import type { Candidates, Facility } from "./certificate-matching.ts";

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
export class CertificatesByNpi {
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
