import { heading } from "../../../imports/declaring/fields.ts";
import { quarterOf } from "../../../imports/declaring/periods.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { feeSchedule } from "../tables.ts";
import { allowable, NO_AMOUNT, priceOf } from "./allowable.ts";
import { DCH, GAMMIS, modifier, procedureCode } from "./columns.ts";
import { GAMMIS_ADDRESS } from "./pages.ts";

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
  period: quarterOf,
  sections: [
    section({
      fields: {
        code: procedureCode,
        modifier,
        rate: heading(["Rate per Unit", "Unit Rate", "Rate", "Fee", /^(?!.*date).*(?:rate|price|allow)/], allowable),
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
