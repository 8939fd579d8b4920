import { nearestPeriod, onlyInForce, periodText, sharedPeriod } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import type { Priced } from "../../../pricing/lookup.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { hospitalRateOn } from "../hospital.ts";
import { georgiaProgram } from "../program.ts";
import { drgWeights, hospitalInpatientRates, type Provider } from "../tables.ts";
import { SEVERITIES, type Severity } from "../values.ts";
import { drgPayment } from "./drg-payment.ts";
import type { InpatientRequest } from "./request.ts";
import { type Finding, inpatientResult } from "./result.ts";
import { drgText } from "./stay.ts";

/** The results of a provider row: the severity asked for, or all four (ga 5.1). */
export function priceInpatient(
  request: InpatientRequest,
  provider: Provider,
  data: RateData,
  matchesTotal: number | null,
): readonly Priced[] {
  const { drg, soi } = request.billingCode;
  const priced = (severity: Severity | null, finding: Finding): Priced => ({
    counts: finding.message === undefined,
    result: inpatientResult(request, severity, provider, finding, data, matchesTotal),
  });

  if (soi !== null) {
    const severity = String(soi) as Severity;
    return [priced(severity, findPrice(request, severity, provider, data))];
  }
  const isUnknown = SEVERITIES.every((severity) => data.rows(drgWeights, drg, severity).length === 0);
  if (isUnknown) return [priced(null, { message: noWeight(drg) })];
  return SEVERITIES.map((severity) => priced(severity, findPrice(request, severity, provider, data)));
}

/** The weight, the hospital's rate, then the payment (ga 5.2, 5.3). */
function findPrice(
  { billingCode: { drg }, admitDate, lengthOfStay, totalCharges }: InpatientRequest,
  soi: Severity,
  provider: Provider,
  data: RateData,
): Finding {
  const published = data.rows(drgWeights, drg, soi);
  if (published.length === 0) return { message: noWeight(drgText({ drg, soi })) };
  const weight = onlyInForce(published, admitDate);
  if (weight === undefined) {
    const nearest = periodText(nearestPeriod(published, admitDate));
    return {
      message: `No Georgia relative weight for APR-DRG ${drgText({ drg, soi })} is published for ${admitDate}; the nearest published period is ${nearest}.`,
    };
  }
  const hospital = hospitalRateOn(hospitalInpatientRates, "inpatient base rate", provider, admitDate, data);
  if (hospital instanceof NoRate) return { message: hospital.message, weight };

  const stay = { hospital, weight, lengthOfStay, totalCharges };
  const paid = drgPayment(stay, provider, georgiaProgram(data, admitDate));
  if (paid instanceof NoRate) return { message: paid.message, weight, hospital };
  return { weight, hospital, paid, period: sharedPeriod(weight.period, hospital.period) };
}

/** ga E21 */
function noWeight(code: string): string {
  return `No Georgia relative weight is published for APR-DRG ${code}.`;
}
