import { oneLine, upperCase } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, rowsOf, section } from "../../../imports/declaring/publication.ts";
import { isHospital } from "../provider-type.ts";
import { providers } from "../tables.ts";
import { npi, taxonomy, zipCode } from "./provider-numbers.ts";
import { DHCS } from "./publisher.ts";
import { symbol } from "./symbol.ts";

/** Enrolled providers other than California's hospitals, which are known by their HCAI ID (ca 8). */
export const ffsProviders = publication({
  folder: "ca",
  name: "ffs-providers",
  title: "Profile of Enrolled Medi-Cal Fee-for-Service (FFS) Providers",
  publisher: DHCS,
  published: "on the open data portal of the Health and Human Services Agency, monthly",
  form: "CSV",
  confidence: "seen",
  sections: [
    section({
      fields: {
        providerNumber: heading("PROVIDER_NUMBER", symbol),
        npi: heading("NPI", npi),
        name: heading(["LEGAL_NAME", "PROVIDER_NAME"], oneLine),
        taxonomy: optional(heading(["PROVIDER_TAXONOMY", "TAXONOMY"], taxonomy)),
        address: optional(heading("ADDRESS", oneLine)),
        address2: optional(heading("ADDRESS2", oneLine)),
        city: optional(heading("CITY", oneLine)),
        state: optional(heading("STATE", upperCase)),
        zip: optional(heading("ZIP")),
        zip4: optional(heading("ZIP_4")),
        county: optional(heading("COUNTY", oneLine)),
      },
      // A provider is listed once per service location; the first one is its address.
      feeds: [rowsOf(providers, { repeats: "first" })],
      read: async ({ known }) => {
        const borderHospitals = await known(providers, ({ npi: number, stateProviderId }) =>
          stateProviderId?.startsWith("BORDER-") ? number : null,
        );
        return {
          record(fields, intake) {
            const { providerNumber, npi: number, name, taxonomy: primaryTaxonomy, state } = fields;
            if (providerNumber === null && number === null)
              return intake.leaveOut("neither NPI nor provider number", name ?? "");
            if (name === null) return intake.leaveOut("no name", number ?? providerNumber ?? "");
            if (isHospital({ providerType: null, primaryTaxonomy })) {
              if (state === "CA")
                return intake.leaveOut("a hospital of California: ca/hcai-npi-crosswalk has it", name);
              if (borderHospitals(number).length > 0) return intake.leaveOut("a hospital of ca/border-hospitals", name);
            }
            intake.take(providers, {
              npi: number,
              stateProviderId: providerNumber,
              providerName: name,
              primaryTaxonomy,
              streetAddress: [fields.address, fields.address2].filter((part) => part !== null).join(" "),
              city: fields.city,
              state,
              zipCode: zipCode(fields.zip, fields.zip4),
              county: fields.county,
            });
          },
        };
      },
    }),
  ],
});
