import { amount, rounded } from "../../../imports/declaring/conversions.ts";

export const AHCA = "Florida Agency for Health Care Administration";

/** The fee schedules of rule 59G-4.002. */
export const FEE_SCHEDULES =
  "https://ahca.myflorida.com/medicaid/rules/rule-59g-4.002-provider-reimbursement-schedules-and-billing-codes";

export const EACH_JANUARY =
  "among the fee schedules of rule 59G-4.002 on the Agency's site, each January, with updates in the year";

/** The Agency moves its pages of hospital rates sometimes; the program's page leads to them. */
export const AHCA_MEDICAID = "https://ahca.myflorida.com/medicaid";

export const PORTAL = "https://portal.flmmis.com/flpublic";

const CENTS = 2;

/** Dollars and cents: a formula leaves more decimals in a workbook than it shows. */
export const cents = rounded(CENTS, amount);
