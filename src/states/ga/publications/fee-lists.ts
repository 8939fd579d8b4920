import { Refusal } from "../../../core/text/refusal.ts";
import { amount, type Conversion, rounded, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { type Field, heading, orPricedByHand, PRICED_BY_HAND } from "../../../imports/declaring/fields.ts";
import { type Section, section } from "../../../imports/declaring/publication.ts";
import { feeSchedule } from "../tables.ts";
import type { FeeCategory } from "../values.ts";
import { datesOf, modifier, ownDates, procedureCode } from "./columns.ts";

/** What stands in the place of an amount where each claim is priced by hand. */
const MANUALLY_PRICED = "manually priced";

const WORDS = /^(?:b[./]?r\.?|by report|m\.?r\.?|m\.?p\.?|manual(?:ly)?(?: (?:review|price|priced|pricing))?)$/i;

const AN_AMOUNT = new Refusal("an amount such as 40.00, or BR or manual review where there is none");

/** Rates of the fee schedule have six decimals at most (ga 2.3). */
const RATE_DECIMALS_MAX = 6;
/** A maximum of 0.00 is no price that anybody is paid: it says that there is none. */
const rate = zeroAbsent(rounded(RATE_DECIMALS_MAX, amount));

/** The reason for which a row without any of them is left out. */
export const NO_AMOUNT = "no amount, or one of 0.00";

/** An amount, or the word that the state prices each claim by hand. */
export const allowable: Conversion = (cell) => {
  if (WORDS.test(cell.replace(/\s+/g, " "))) return MANUALLY_PRICED;
  const value = rate(cell);
  return value instanceof Refusal ? AN_AMOUNT : value;
};

/** The words that are known; a mapping file may add others. */
export const legends = {
  [PRICED_BY_HAND]: { BR: true, "By Report": true, MR: true, MP: true, "Manual Review": true, "Manually Priced": true },
};

/** A column of allowable amounts, which a mapping file may teach other words. */
export function orManuallyPriced<Value>(field: Field<Value>): Field<Value> {
  return orPricedByHand(field, MANUALLY_PRICED);
}

/** The published maximum, or the word that there is none. */
export const maximumAllowable = orManuallyPriced(
  heading(
    [
      "Maximum Allowable",
      /^max(?:imum)?\.? (?:allow|rate|fee|reimb)/,
      /^non.?facility/,
      "Rate",
      "Fee",
      "Amount",
      /^(?:(?:medicaid|reimbursement) rate|allowed amount|(?:fee|rate|price)\b(?!.*(?:date|type|code|desc|indicator)))/,
    ],
    allowable,
  ),
);

interface Price {
  readonly rate: string | null;
  readonly manuallyPriced: true | null;
}

/** The two columns of which exactly one says something (ga 2.3, 2.5). */
export function priceOf(published: string): Price {
  return published === MANUALLY_PRICED
    ? { rate: null, manuallyPriced: true }
    : { rate: published, manuallyPriced: null };
}

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
