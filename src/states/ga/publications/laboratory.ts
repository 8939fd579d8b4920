import { firstOfYear, lastOfYear } from "../../../core/calendar/period.ts";
import { rounded } from "../../../imports/declaring/conversions.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { clfsFor } from "../../../imports/federal/clfs.ts";
import { labRates, medicareClfs } from "../tables.ts";
import { datesOf, modifier, ownDates, procedureCode } from "./columns.ts";
import { allowable, legends, maximumAllowable, NO_AMOUNT, priceOf } from "./fee-lists.ts";
import { DCH, GAMMIS, GAMMIS_ADDRESS } from "./publishers.ts";

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
  legends,
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

/** Medicare's laboratory fees cap Georgia's (ga 2.5). A rate is effective from its own day in its year to the end of it, unless a later quarter replaces it. */
export const clfs = clfsFor([medicareClfs], ({ asOf }) => ({
  record({ code, modifier, rate, year, effectiveFrom }, intake) {
    if (year !== asOf.slice(0, 4)) intake.refuse(year ?? "", `the year of ${asOf}, which the edition is as of`);
    if (rate === null || rate === "0.00") return intake.leaveOut("no amount", code ?? "");
    if (effectiveFrom === null) {
      intake.find({ title: "rates without an EFF_DATE, taken from the first day of the edition", example: code ?? "" });
    }
    const yearEnd = lastOfYear(asOf);
    if (effectiveFrom !== null && effectiveFrom > yearEnd) {
      intake.refuse(effectiveFrom, `a day no later than ${yearEnd}, the last day of the rates of ${year}`);
    }
    // The rates of earlier years are told by the files of those years.
    const yearStart = firstOfYear(asOf);
    const isOfEarlierYear = effectiveFrom !== null && effectiveFrom < yearStart;
    if (isOfEarlierYear) {
      const title = `rates with an EFF_DATE before their YEAR, taken from ${yearStart} on`;
      intake.find({ title, example: `${code}: ${effectiveFrom}` });
    }
    intake.sum("fees", rate);
    intake.take(medicareClfs, {
      code,
      modifier,
      rate,
      effectiveStartDate: isOfEarlierYear ? yearStart : effectiveFrom,
      effectiveEndDate: yearEnd,
    });
  },
}));
