import { publication, section } from "../../../imports/declaring/publication.ts";
import { feeSchedule } from "../tables.ts";
import { NO_AMOUNT, priceOf } from "./allowable.ts";
import { DCH, datesOf, GAMMIS, modifier, ownDates, procedureCode } from "./columns.ts";
import { GAMMIS_ADDRESS } from "./pages.ts";
import { facilityAmount } from "./physician.ts";

/** The facility amounts where they are published apart from the physician schedule. */
export const siteOfService = publication({
  folder: "ga",
  name: "site-of-service",
  title: "Site of Service Rates for Physician Services",
  publisher: DCH,
  published: `${GAMMIS}, as an appendix of the physician schedule; not needed where that has a facility column`,
  page: GAMMIS_ADDRESS,
  form: "XLSX or CSV",
  confidence: "guessed",
  sections: [
    section({
      fields: { code: procedureCode, modifier, facility: facilityAmount, ...ownDates },
      feeds: [feeSchedule],
      read: () => ({
        record(fields, intake) {
          if (fields.facility === null) return intake.leaveOut(NO_AMOUNT);
          const price = priceOf(fields.facility);
          intake.sum("site_of_service dollars", price.rate);
          intake.take(feeSchedule, {
            serviceCategory: "site_of_service",
            placeOfService: "facility",
            code: fields.code,
            modifier: fields.modifier,
            ...price,
            ...datesOf(fields),
          });
        },
      }),
    }),
  ],
});
