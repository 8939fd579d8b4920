import type { Opening } from "../../../imports/declaring/intake.ts";
import { foldName } from "../../../text/folding.ts";
import { isHospital } from "../provider-type.ts";
import { type Provider, providers } from "../tables.ts";
import { foldStreet } from "./street.ts";
import { fiveDigits } from "./zip-code.ts";

/** General acute care hospitals. Their units share the address and have NPIs and taxonomies of their own. */
const GENERAL_HOSPITAL = /^282N/;

interface ListedHospital {
  readonly name: string | null;
  readonly address: string | null;
  readonly zip: string | null;
}

/** The rows of ga/providers, one per NPI, that may be a hospital of a list without NPIs. */
export type HospitalMatches = (hospital: ListedHospital) => readonly Provider[];

/** Finds hospitals by name and ZIP code, else by street and ZIP code. */
export async function hospitalMatches({ known }: Opening): Promise<HospitalMatches> {
  const byName = await known(providers, (row) =>
    isHospital(row) ? within(row.zipCode, foldName(row.providerName)) : null,
  );
  const byStreet = await known(providers, ({ primaryTaxonomyCode, streetAddress, zipCode }) =>
    streetAddress !== null && GENERAL_HOSPITAL.test(primaryTaxonomyCode ?? "")
      ? within(zipCode, foldStreet(streetAddress))
      : null,
  );
  return ({ name, address, zip }) => {
    const sameName = oncePerNpi(byName(name === null ? null : within(zip, foldName(name))));
    if (sameName.length > 0) return sameName;
    return oncePerNpi(byStreet(address === null ? null : within(zip, foldStreet(address))));
  };
}

function within(zip: string | null, folded: string): string | null {
  return zip === null ? null : `${fiveDigits(zip)} ${folded}`;
}

function oncePerNpi(rows: readonly Provider[]): readonly Provider[] {
  return [...new Map(rows.map((row) => [row.npi, row])).values()];
}
