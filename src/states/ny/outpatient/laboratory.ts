import type { RateData } from "../../../dataset/rate-data.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula } from "../../../worksheet/worksheet.ts";
import { lookUp } from "../failures.ts";
import { feeSchedule, type Provider } from "../tables.ts";
import { apgNotOnSchedule, type FeeFinding, feeOf } from "./fee.ts";
import type { OutpatientRequest } from "./request.ts";

/** The laboratory fee of a code (ny 4.6). */
export function laboratoryFee(request: OutpatientRequest, provider: Provider, data: RateData): FeeFinding | NoRate {
  const { billingCode, dateOfService: day } = request;
  if (billingCode.apg !== null) return apgNotOnSchedule(billingCode, provider);
  const { code } = billingCode;
  const row = lookUp(data.rows(feeSchedule, "laboratory", code), day, "laboratory fee", code);
  return row instanceof NoRate ? row : feeOf(row, (fee) => formula`laboratory fee (${fee.text}) for ${code}`);
}
