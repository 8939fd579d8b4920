import { quarterOf } from "../../../core/calendar/period.ts";
import { heading } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { feeSchedule } from "../tables.ts";
import { modifier, procedureCode } from "./columns.ts";
import { allowable, feeList, legends, NO_AMOUNT, orManuallyPriced, priceOf } from "./fee-lists.ts";
import { DCH, GAMMIS, GAMMIS_ADDRESS } from "./publishers.ts";

/** Drug rates hold for the quarter of their list, whenever a code was first put on it. */
export const padl = publication({
  folder: "ga",
  name: "padl",
  title: "Provider Administered Drug List (PADL)",
  publisher: DCH,
  published: `${GAMMIS}, Fee Schedules, quarterly`,
  page: GAMMIS_ADDRESS,
  form: "XLSX or CSV; a PDF must be retyped",
  confidence: "guessed",
  legends,
  period: quarterOf,
  sections: [
    section({
      fields: {
        code: procedureCode,
        modifier,
        rate: orManuallyPriced(
          heading(
            [
              "Rate per Unit",
              "Unit Rate",
              "Rate",
              "Fee",
              /^(?!.*(?:date|type|code|desc|indicator|units)).*\b(?:rates?|prices?|allow\w*)\b/,
            ],
            allowable,
          ),
        ),
      },
      feeds: [feeSchedule],
      read: () => ({
        record(fields, intake) {
          if (fields.rate === null) return intake.leaveOut(NO_AMOUNT);
          const price = priceOf(fields.rate);
          intake.sum("dollars per unit", price.rate);
          const { code, modifier } = fields;
          intake.take(feeSchedule, { serviceCategory: "padl_drug", code, modifier, ...price });
        },
      }),
    }),
  ],
});

export const vaccineAdministration = publication({
  folder: "ga",
  name: "vaccine-administration",
  title: "Adult Vaccine Administration Fees",
  publisher: DCH,
  published: "in the immunization and physician manuals",
  page: GAMMIS_ADDRESS,
  form: "XLSX or CSV, retyped from the manual",
  confidence: "guessed",
  legends,
  sections: [feeList("vaccine_admin", "ADULT")],
});
