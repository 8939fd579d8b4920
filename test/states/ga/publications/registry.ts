import { heading, optional } from "../../../../src/imports/declaring/fields.ts";
import { publication, section } from "../../../../src/imports/declaring/publication.ts";
import { providers } from "../../../../src/states/ga/tables.ts";
import { importing } from "../../../imports/support.ts";

/** Stands for the national registry, which brings the rows that other publications fill. */
export const registry = publication({
  folder: "ga",
  name: "registry",
  title: "Registry",
  publisher: "Test",
  sections: [
    section({
      fields: {
        npi: heading("npi"),
        name: heading("name"),
        taxonomy: heading("taxonomy"),
        street: optional(heading("street")),
        zip: heading("zip"),
        county: optional(heading("county")),
        criticalAccess: optional(heading("critical access")),
      },
      feeds: [providers],
      read: () => ({
        record(fields, intake) {
          intake.take(providers, {
            npi: fields.npi,
            providerName: fields.name,
            primaryTaxonomyCode: fields.taxonomy,
            streetAddress: fields.street,
            zipCode: fields.zip,
            county: fields.county,
            criticalAccessHospital: fields.criticalAccess,
          });
        },
      }),
    }),
  ],
});

/** A dataset with these providers. */
export async function registered(registrants: string): Promise<string> {
  const file = { name: "registry.csv", content: registrants };
  return (await importing(registry, file, { asOf: "2025-07-01" })).dataset;
}
