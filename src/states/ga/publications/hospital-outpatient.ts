import { heading } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { hospitalOutpatientRates } from "../tables.ts";
import { DCH, datesOf, ownDates } from "./columns.ts";
import { fractionOfCharges } from "./fraction-of-charges.ts";
import { hospitalColumns, hospitalNpis } from "./hospitals.ts";
import { DCH_ADDRESS } from "./pages.ts";

/** Interim shares of charges, which a cost settlement replaces later (ga 2.7). */
export const hospitalOutpatient = publication({
  folder: "ga",
  name: "hospital-outpatient",
  title: "Hospital Outpatient Interim Rates",
  publisher: DCH,
  published: "by the department to each hospital, and on request",
  page: DCH_ADDRESS,
  form: "XLSX or CSV",
  confidence: "guessed",
  sections: [
    section({
      fields: {
        ...hospitalColumns,
        interimRate: heading(
          [
            "Outpatient Interim Rate",
            "Interim Rate",
            "Rate",
            /\b(?:outpatient|op|interim)\b.*(?:rate|percent|%)|^percent/,
          ],
          fractionOfCharges,
        ),
        ...ownDates,
      },
      feeds: [hospitalOutpatientRates],
      read: async (opening) => {
        const npiOf = await hospitalNpis(opening);
        return {
          record(fields, intake) {
            const outpatientInterimRate = fields.interimRate;
            if (outpatientInterimRate === null) return intake.leaveOut("no interim rate");
            const npi = npiOf(fields, intake);
            if (npi === null) return;
            const campusName = fields.campus;
            intake.take(hospitalOutpatientRates, { npi, campusName, outpatientInterimRate, ...datesOf(fields) });
          },
        };
      },
    }),
  ],
});
