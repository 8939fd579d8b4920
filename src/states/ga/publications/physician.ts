import { heading, optional } from "../../../imports/declaring/fields.ts";
import type { GivenRow } from "../../../imports/declaring/intake.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { type FeeRow, feeSchedule } from "../tables.ts";
import { datesOf, modifier, ownDates, procedureCode } from "./columns.ts";
import { allowable, legends, maximumAllowable, NO_AMOUNT, orManuallyPriced, priceOf } from "./fee-lists.ts";
import { DCH, GAMMIS, GAMMIS_ADDRESS } from "./publishers.ts";

/** Looked for before the standard amount, whose generous spellings would match it too. */
const facilityAmount = orManuallyPriced(
  heading(
    [
      "Facility Rate",
      "Facility Fee",
      "Facility",
      "Site of Service Rate",
      "Site of Service",
      /^(?!.*non).*facility/,
      /site.of.service|^sos\b/,
    ],
    allowable,
  ),
);

/** Physician services: standard rows, and the lower amounts in facilities where they are published (ga 2.3). */
export const physician = publication({
  folder: "ga",
  name: "physician",
  title: "Schedule of Maximum Allowable Payments for Physician Services",
  publisher: DCH,
  published: `${GAMMIS}, Fee Schedules, quarterly`,
  page: GAMMIS_ADDRESS,
  form: "XLSX or CSV; a PDF must be retyped",
  confidence: "guessed",
  legends,
  sections: [
    section({
      fields: {
        code: procedureCode,
        modifier,
        facility: optional(facilityAmount),
        standard: maximumAllowable,
        ...ownDates,
      },
      feeds: [feeSchedule],
      read: () => ({
        record(fields, intake) {
          const { standard, facility } = fields;
          if (standard === null && facility === null) return intake.leaveOut(NO_AMOUNT);
          const take = (row: GivenRow<FeeRow>, published: string) => {
            const price = priceOf(published);
            intake.sum(`${row.serviceCategory} dollars`, price.rate);
            intake.take(feeSchedule, {
              code: fields.code,
              modifier: fields.modifier,
              ...row,
              ...price,
              ...datesOf(fields),
            });
          };
          // Where a facility has an amount of its own, the standard one is for all other places.
          if (standard !== null) {
            take(
              { serviceCategory: "physician_fs", placeOfService: facility === null ? null : "non_facility" },
              standard,
            );
          }
          if (facility !== null) take({ serviceCategory: "site_of_service", placeOfService: "facility" }, facility);
        },
      }),
    }),
  ],
});

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
  legends,
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
