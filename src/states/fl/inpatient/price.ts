import { sharedPeriod } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import type { Priced } from "../../../pricing/lookup.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { type FloridaProgram, floridaProgram } from "../program.ts";
import type { DrgRate, DrgWeight, Provider } from "../tables.ts";
import { drgPayment } from "./drg-payment.ts";
import { figuresOf } from "./figures.ts";
import type { InpatientRequest } from "./request.ts";
import { type Finding, inpatientResult } from "./result.ts";
import { drgRateOf, drgWeightsOf } from "./rows.ts";
import { lengthOfStayOf, type Stay } from "./stay.ts";

/** The results of a hospital row: one, or one for each severity when none was sent (fl 5). */
export function priceInpatient(
  request: InpatientRequest,
  provider: Provider,
  data: RateData,
  matchesTotal: number | null,
): readonly Priced[] {
  return findPrices(request, provider, data).map((finding) => ({
    counts: finding.priced !== undefined,
    result: inpatientResult(request, provider, finding, data, matchesTotal),
  }));
}

/** Weights, then the hospital's rate, then the steps for each weight (fl 5.2). */
function findPrices(request: InpatientRequest, provider: Provider, data: RateData): readonly Finding[] {
  const weights = drgWeightsOf(request, data);
  if (weights instanceof NoRate) return [{ message: weights.message }];
  const rate = drgRateOf(provider, request, data);
  if (rate instanceof NoRate) return [{ message: rate.message }];

  const program = floridaProgram(data, request.dischargeDate);
  return weights.map((weight) => findPrice(request, weight, rate, program));
}

function findPrice(request: InpatientRequest, weight: DrgWeight, rate: DrgRate, program: FloridaProgram): Finding {
  const figures = figuresOf(weight, rate, request.childPatient, program);
  if (figures instanceof NoRate) return { message: figures.message, rate };

  const stay: Stay = {
    weight,
    rate,
    figures,
    isChild: request.childPatient,
    isTransfer: request.transferClaim,
    lengthOfStay: lengthOfStayOf(request, weight),
    totalCharges: request.totalCharges,
  };
  return { rate, priced: { stay, payment: drgPayment(stay), period: sharedPeriod(weight.period, rate.period) } };
}
