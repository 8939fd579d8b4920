import { firstOfYear, lastOfYear } from "../../../core/calendar/period.ts";
import { clfsFor } from "../../../imports/federal/clfs.ts";
import { medicareClfs } from "../tables.ts";

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
