import type { Factor } from "../../../core/money/factor.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import { type ApgFeeRow, apgFees } from "../tables.ts";
import type { Found } from "./found.ts";
import type { OutpatientCode } from "./request.ts";

/** The fee of an HCPCS code that comes before any weight; null where none is in force (ny 4.2 step 1). */
export function flatFeeOf({ code, apg }: OutpatientCode, sheet: Sheet): ApgFeeRow | null {
  return apg === null ? (sheet.rowIfAny(apgFees, { code }) ?? null) : null;
}

/** The fee that hospitals and clinics are paid in place of weight x base rate, every digit of it (ny 4.2 step 1). */
export function flatFeePayment(row: ApgFeeRow, sheet: Sheet, found: Found): Figure<Factor> {
  found.flatFee = sheet.use(row);
  const amount = sheet.amount("APG fee schedule amount", row, "amount");
  return sheet.published("ny 4.2 step 1", amount, { trail: ` for ${row.code}` });
}
