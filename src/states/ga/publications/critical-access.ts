import { foldName } from "../../../core/text/folding.ts";
import { code, oneLine, upperCase } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import type { Opening } from "../../../imports/declaring/intake.ts";
import { fill, publication, section } from "../../../imports/declaring/publication.ts";
import { type Provider, providers } from "../tables.ts";
import { isHospital, STATE } from "../values.ts";
import { fiveDigits, foldStreet, withoutCounty } from "./places.ts";

/** Which hospitals of federal/nppes have critical access status, and their counties (ga 2.1). */
export const criticalAccess = publication({
  folder: "ga",
  name: "critical-access",
  title: "Hospital General Information",
  publisher: "Centers for Medicare & Medicaid Services",
  published: "in the Provider Data Catalog, topic Hospitals, quarterly",
  page: "https://data.cms.gov/provider-data/topics/hospitals",
  form: "CSV (Hospital_General_Information.csv)",
  confidence: "remembered",
  sections: [
    section({
      fields: {
        state: heading(["State", "State Code"], upperCase),
        type: heading("Hospital Type", oneLine),
        name: heading(["Facility Name", "Hospital Name"], oneLine),
        address: optional(heading(["Address", "Address 1", "Street Address"], oneLine)),
        zip: heading(["ZIP Code", "ZIP"], (cell) => code(5)(cell.slice(0, 5))),
        county: optional(heading(["County/Parish", "County Name", "County"], oneLine)),
      },
      feeds: [fill(providers, ["npi"])],
      read: async (opening) => {
        const matchesOf = await hospitalMatches(opening);
        return {
          record(fields, intake) {
            if (fields.state !== STATE) return intake.leaveOut("a hospital of another state");
            const name = fields.name ?? "";
            const [found, ...others] = matchesOf(fields);
            if (found === undefined)
              return intake.leaveOut("no hospital of ga/providers has its name or address", name);
            if (others.length > 0) {
              const npis = [found, ...others].map(({ npi }) => npi).join(", ");
              return intake.leaveOut("several hospitals of ga/providers have its name or address", `${name}: ${npis}`);
            }
            const isCriticalAccess = /^critical access/i.test(fields.type ?? "");
            if (!isCriticalAccess && found.criticalAccessHospital) {
              const title = "hospitals that ga/providers calls critical access and this list does not";
              intake.find({ title, example: `${name}: ${found.npi}` });
            }
            intake.take(providers, {
              npi: found.npi,
              criticalAccessHospital: isCriticalAccess,
              county: fields.county === null ? null : withoutCounty(fields.county),
            });
          },
        };
      },
    }),
  ],
});

/** General acute care hospitals. Their units share the address and have NPIs and taxonomies of their own. */
const GENERAL_HOSPITAL = /^282N/;

interface ListedHospital {
  readonly name: string | null;
  readonly address: string | null;
  readonly zip: string | null;
}

/** The rows of ga/providers, one per NPI, that may be a hospital of a list without NPIs. */
type HospitalMatches = (hospital: ListedHospital) => readonly Provider[];

/** Finds hospitals by name and ZIP code, else by street and ZIP code. */
async function hospitalMatches({ known }: Opening): Promise<HospitalMatches> {
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
