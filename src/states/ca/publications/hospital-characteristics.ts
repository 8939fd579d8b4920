import { yesNo } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";
import { fiscalYearOf } from "../../../imports/declaring/periods.ts";
import { fill, publication, rowsOf, section } from "../../../imports/declaring/publication.ts";
import { hospitalRates, providers } from "../tables.ts";
import { fiscalYearStart } from "./fiscal-year-start.ts";
import { hospitalColumns, whyUnrated } from "./hospital-columns.ts";
import { DHCS } from "./publisher.ts";
import { symbol } from "./symbol.ts";

/** DRG base rates and cost-to-charge ratios of California's hospitals by state fiscal year (ca 8). */
export const hospitalCharacteristics = publication({
  folder: "ca",
  name: "hospital-characteristics",
  title: "Hospital Characteristics List for California Providers",
  publisher: DHCS,
  published:
    "on the open data portal of the Health and Human Services Agency, and on the department's DRG page, each state fiscal year",
  page: "https://www.dhcs.ca.gov/provgovpart/Pages/DRG.aspx",
  form: "CSV or XLSX",
  confidence: "seen",
  period: fiscalYearOf,
  asOf: fiscalYearStart,
  sections: [
    section({
      fields: {
        ...hospitalColumns,
        hospitalId: heading(["OSHPD ID", "HCAI ID", /^(?:oshpd|hcai) ?(?:id|number)/], symbol),
        designatedPublic: heading(["DPH", "Designated Public Hospital", /^dph/], yesNo),
      },
      // A hospital that no list of providers has is one all the same.
      feeds: [rowsOf(hospitalRates), fill(providers, ["stateProviderId"], { adds: true })],
      read: async ({ known }) => {
        const knownHospitals = await known(providers, ({ stateProviderId }) => stateProviderId);
        return {
          record(fields, intake) {
            const { hospitalId, name, designatedPublic } = fields;
            if (hospitalId === null) return intake.leaveOut("no OSHPD ID", name ?? "");
            const reason = whyUnrated(fields);
            if (reason !== null) return intake.leaveOut(reason, hospitalId);
            if (designatedPublic === null)
              return intake.leaveOut("not said whether it is a designated public hospital", hospitalId);
            if (knownHospitals(hospitalId).length === 0) {
              intake.find({
                title: "hospitals that no other list has: without an NPI until ca/hcai-npi-crosswalk is imported",
                example: `${hospitalId} ${name ?? ""}`,
              });
            }
            intake.take(hospitalRates, {
              stateProviderId: hospitalId,
              drgBaseRate: fields.drgBaseRate,
              costToChargeRatio: fields.costToChargeRatio,
              designatedNicu: fields.designatedNicu,
              designatedPublicHospital: designatedPublic,
            });
            intake.take(providers, { stateProviderId: hospitalId, providerName: name, providerType: "hospital" });
          },
        };
      },
    }),
  ],
});
