import { NPI } from "../../../dataset/column.ts";
import { oneLine, upperCase } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";
import { legendOf } from "../../../imports/declaring/legends.ts";
import { fiscalYearOf } from "../../../imports/declaring/periods.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { foldName } from "../../../text/folding.ts";
import { hospitalRates, providers } from "../tables.ts";
import { fiscalYearStart } from "./fiscal-year-start.ts";
import { hospitalColumns, whyUnrated } from "./hospital-columns.ts";
import { DHCS } from "./publisher.ts";

/** DRG base rates of hospitals across the border. The list has no identifiers: the legend gives them NPIs (ca 8). */
export const borderHospitals = publication({
  folder: "ca",
  name: "border-hospitals",
  title: "Hospital Characteristics List for California Border Providers",
  publisher: DHCS,
  published:
    "on the open data portal of the Health and Human Services Agency, and on the department's DRG page, each state fiscal year",
  page: "https://www.dhcs.ca.gov/provgovpart/Pages/DRG.aspx",
  form: "CSV or XLSX",
  confidence: "seen",
  period: fiscalYearOf,
  asOf: fiscalYearStart,
  legends: { npis: {} },
  sections: [
    section({
      fields: {
        ...hospitalColumns,
        city: heading(["City", /city$/], oneLine),
        state: heading(["State", /state$/], upperCase),
      },
      feeds: [hospitalRates, providers],
      read: ({ legends }) => {
        const npis = new Map([...legendOf(legends, "npis", NPI)].map(([name, npi]) => [foldName(name), npi]));
        return {
          record(fields, intake) {
            const { name: providerName, city, state } = fields;
            const title = [providerName, city, state].filter((part) => part !== null).join(", ");
            const npi = npis.get(foldName(title));
            if (npi === undefined)
              return intake.leaveOut("no NPI: add it to the legend npis of the mapping file", title);
            const reason = whyUnrated(fields);
            if (reason !== null) return intake.leaveOut(reason, title);
            const stateProviderId = `BORDER-${npi}`;
            intake.take(providers, { npi, stateProviderId, providerName, providerType: "hospital", city, state });
            intake.take(hospitalRates, {
              stateProviderId,
              drgBaseRate: fields.drgBaseRate,
              costToChargeRatio: fields.costToChargeRatio,
              designatedNicu: fields.designatedNicu,
              designatedPublicHospital: false,
            });
          },
        };
      },
    }),
  ],
});
