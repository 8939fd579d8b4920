import { listed } from "../../../dataset/published.ts";
import { oneLine } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import type { GivenRow } from "../../../imports/declaring/intake.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { type Provider, providers } from "../tables.ts";
import { npi, symbol, zipCode } from "./cells.ts";

interface Hospital {
  readonly place: string;
  readonly row: GivenRow<Provider>;
  /** In the order of the list: the first one is the hospital's own. */
  readonly npis: Set<string>;
}

/** Licensed hospitals with their HCAI IDs and NPIs (ca 8); one line for each NPI. */
export const hcaiNpiCrosswalk = publication({
  ...listed("ca/hcai-npi-crosswalk"),
  sections: [
    section({
      fields: {
        hospitalId: heading(["HCAI_ID", "OSHPD_ID"], symbol),
        npi: heading("NPI", npi),
        name: heading(["FACNAME", "Facility Name"], oneLine),
        facilityType: heading(["FAC_TYPE_DESCRIPTION", "Facility Type"], oneLine),
        licenseStatus: optional(heading(["LICENSE_STATUS_DESCRIPTION", "License Status"], oneLine)),
        address: optional(heading("ADDRESS", oneLine)),
        city: optional(heading("CITY", oneLine)),
        zip: optional(heading(["ZIP", "ZIP_CODE"])),
        county: optional(heading(["COUNTY_NAME", "COUNTY"], oneLine)),
      },
      feeds: [providers],
      read: () => {
        const hospitals = new Map<string, Hospital>();
        return {
          record(fields, intake) {
            const { hospitalId, name, facilityType, licenseStatus, address, city, county } = fields;
            if (!/hospital/i.test(facilityType ?? "")) return intake.leaveOut("not a hospital", facilityType ?? "");
            if (hospitalId === null) return intake.leaveOut("no HCAI ID", name ?? "");
            if (/closed|inactive|expired|revoked|surrendered/i.test(licenseStatus ?? "")) {
              return intake.leaveOut(`license ${licenseStatus?.toLowerCase()}`, name ?? "");
            }
            const hospital = hospitals.get(hospitalId) ?? {
              place: intake.place,
              row: {
                stateProviderId: hospitalId,
                providerName: name,
                providerType: "hospital",
                entityType: "Organization",
                streetAddress: address,
                city,
                state: "CA",
                zipCode: zipCode(fields.zip, null),
                county,
              },
              npis: new Set<string>(),
            };
            hospitals.set(hospitalId, hospital);
            if (fields.npi === null)
              intake.find({ title: "hospitals listed without an NPI", example: name ?? hospitalId });
            else hospital.npis.add(fields.npi);
          },
          end(intake) {
            for (const { place, row, npis } of hospitals.values()) {
              const [primary = null, ...alternates] = npis;
              intake.take(providers, { npi: primary, alternateNpis: alternates.join("|"), ...row }, place);
            }
          },
        };
      },
    }),
  ],
});
