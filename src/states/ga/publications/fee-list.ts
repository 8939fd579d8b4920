import { type Section, section } from "../../../imports/declaring/publication.ts";
import { feeSchedule } from "../tables.ts";
import type { FeeCategory } from "../values.ts";
import { NO_AMOUNT, priceOf } from "./allowable.ts";
import { datesOf, maximumAllowable, modifier, ownDates, procedureCode } from "./columns.ts";

/** A plain list of codes and amounts, which is one category of the fee schedule (ga 2.3). */
export function feeList(serviceCategory: FeeCategory, ageGroup: string | null = null): Section {
  return section({
    fields: { code: procedureCode, modifier, fee: maximumAllowable, ...ownDates },
    feeds: [feeSchedule],
    read: () => ({
      record(fields, intake) {
        if (fields.fee === null) return intake.leaveOut(NO_AMOUNT);
        const price = priceOf(fields.fee);
        intake.sum(`${serviceCategory} dollars`, price.rate);
        const { code, modifier } = fields;
        intake.take(feeSchedule, { serviceCategory, code, modifier, ageGroup, ...price, ...datesOf(fields) });
      },
    }),
  });
}
