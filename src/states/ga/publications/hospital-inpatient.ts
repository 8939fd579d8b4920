import { amount, rounded, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { fiscalYearOf } from "../../../imports/declaring/periods.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { hospitalInpatientRates } from "../tables.ts";
import { DCH } from "./columns.ts";
import { fractionOfCharges } from "./fraction-of-charges.ts";
import { hospitalColumns, hospitalNpis } from "./hospitals.ts";
import { DCH_ADDRESS } from "./pages.ts";

/** Base rates and cost-to-charge ratios of a state fiscal year (ga 2.7). */
export const hospitalInpatient = publication({
  folder: "ga",
  name: "hospital-inpatient",
  title: "Inpatient Rate Sheets",
  publisher: DCH,
  published: "on the department's web site for each state fiscal year; ratios change every July 1",
  page: DCH_ADDRESS,
  form: "XLSX or CSV",
  confidence: "guessed",
  period: fiscalYearOf,
  sections: [
    section({
      fields: {
        ...hospitalColumns,
        baseRate: heading(
          [
            "Base Rate",
            "Hospital Base Rate",
            "Inpatient Base Rate",
            "IP Base Rate",
            "Hospital Specific Base Rate",
            /base rate/,
          ],
          zeroAbsent(rounded(2, amount)),
        ),
        costToChargeRatio: optional(
          heading(
            ["Operating CCR", "CCR", "Inpatient CCR", "IP CCR", "Cost to Charge Ratio", /\bccr\b|cost.to.charge/],
            zeroAbsent(fractionOfCharges),
          ),
        ),
      },
      feeds: [hospitalInpatientRates],
      read: async (opening) => {
        const npiOf = await hospitalNpis(opening);
        return {
          record(fields, intake) {
            if (fields.baseRate === null) return intake.leaveOut("no base rate");
            const npi = npiOf(fields, intake);
            if (npi === null) return;
            intake.sum("base rates, dollars", fields.baseRate);
            intake.take(hospitalInpatientRates, {
              npi,
              campusName: fields.campus,
              ipBaseRate: fields.baseRate,
              ipCcr: fields.costToChargeRatio,
            });
          },
        };
      },
    }),
  ],
});
