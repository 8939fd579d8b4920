import type { Day } from "../../../calendar/day.ts";
import { onlyInForce } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import { PublishedRate } from "../../../money/published-rate.ts";
import { formula, Worksheet } from "../../../worksheet/worksheet.ts";
import { type ApgFeeRow, apgFees } from "../tables.ts";
import type { OutpatientCode } from "./request.ts";

/** A fee that hospitals and clinics are paid in place of weight x base rate. */
export interface FlatFee {
  readonly kind: "flat fee";
  readonly row: ApgFeeRow;
  readonly payment: PublishedRate;
  readonly method: string;
}

/** The fee of an HCPCS code, before any weight; null where none is in force (ny 4.2 step 1). */
export function flatFeeOf({ code, apg }: OutpatientCode, day: Day, data: RateData): FlatFee | null {
  if (apg !== null) return null;
  const row = onlyInForce(data.rows(apgFees, code), day);
  if (row === undefined) return null;

  const sheet = new Worksheet();
  const amount = new PublishedRate(row.amount);
  const payment = sheet.step(formula`APG fee schedule amount (${amount.text}) for ${code}`, amount);
  return { kind: "flat fee", row, payment, method: sheet.line };
}
