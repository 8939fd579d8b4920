import { rounded } from "../../../imports/declaring/conversions.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { labRates } from "../tables.ts";
import { allowable, NO_AMOUNT, priceOf } from "./allowable.ts";
import { DCH, datesOf, GAMMIS, maximumAllowable, modifier, ownDates, procedureCode } from "./columns.ts";
import { GAMMIS_ADDRESS } from "./pages.ts";

/** Laboratory rates are money; the fee schedule's own may have more decimals (ga 2.5). */
const dollarsAndCents = { ...maximumAllowable, convert: rounded(2, allowable) };

export const laboratory = publication({
  folder: "ga",
  name: "laboratory",
  title: "Independent Laboratory Services Fee Schedule",
  publisher: DCH,
  published: `${GAMMIS}, Fee Schedules (Part II Independent Laboratory Services)`,
  page: GAMMIS_ADDRESS,
  form: "XLSX or CSV; a PDF must be retyped",
  confidence: "guessed",
  sections: [
    section({
      fields: { code: procedureCode, modifier, fee: dollarsAndCents, ...ownDates },
      feeds: [labRates],
      read: () => ({
        record(fields, intake) {
          if (fields.fee === null) return intake.leaveOut(NO_AMOUNT);
          const price = priceOf(fields.fee);
          intake.sum("laboratory dollars", price.rate);
          const { code, modifier } = fields;
          intake.take(labRates, { code, modifier, ...price, ...datesOf(fields) });
        },
      }),
    }),
  ],
});
