import { nearestPeriod, onlyInForce, periodText, sharedPeriod } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import type { Priced } from "../../../pricing/lookup.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { mediCalProgram } from "../program.ts";
import { isHospital } from "../provider-type.ts";
import { type DrgWeight, drgWeights, type HospitalRate, hospitalRates, type Provider } from "../tables.ts";
import { drgPayment } from "./drg-payment.ts";
import { interimPayment } from "./interim.ts";
import { policyAdjustorOf } from "./policy-adjustor.ts";
import type { InpatientRequest } from "./request.ts";
import { type Finding, inpatientResult } from "./result.ts";
import { lengthOfStayOf, type Stay } from "./stay.ts";

/** The one result of a provider row (ca 5). */
export function priceInpatient(
  request: InpatientRequest,
  provider: Provider,
  data: RateData,
  matchesTotal: number | null,
): readonly Priced[] {
  const finding = findPrice(request, provider, data);
  const result = inpatientResult(request, provider, finding, data, matchesTotal);
  return [{ counts: finding.message === undefined, result }];
}

/** The hospital's rate, the DRG's weight, then the path the claim belongs to (ca 5.2 to 5.5). */
function findPrice(request: InpatientRequest, provider: Provider, data: RateData): Finding {
  if (!isHospital(provider)) {
    return { message: `${provider.providerName} is not a hospital; APR-DRG rates exist for hospitals only.` };
  }
  const hospital = hospitalRateOf(provider, request, data);
  if (hospital instanceof NoRate) return { message: hospital.message };
  const weight = drgWeightOf(request, data);
  if (weight instanceof NoRate) return { message: weight.message, hospital };

  const adjustor = policyAdjustorOf(weight, hospital, request.childPatient);
  const stay: Stay = {
    hospital,
    weight,
    paymentRelativeWeight: adjustor.paymentRelativeWeight,
    lengthOfStay: lengthOfStayOf(request, weight),
    totalCharges: request.totalCharges,
    isTransfer: request.transferClaim,
  };
  const program = mediCalProgram(data, request.admitDate);
  const found = { hospital, weight, adjustor };
  const priced = { ...found, lengthOfStay: stay.lengthOfStay, period: sharedPeriod(hospital.period, weight.period) };

  if (request.interimClaim) {
    const interim = interimPayment(stay, program);
    return interim instanceof NoRate ? { message: interim.message, ...found } : { ...priced, interim };
  }
  const drg = drgPayment(stay, program);
  return drg instanceof NoRate ? { message: drg.message, ...found } : { ...priced, drg };
}

/** ca 5.2 step 2 */
function hospitalRateOf(
  { providerName, stateProviderId }: Provider,
  { admitDate: day }: InpatientRequest,
  data: RateData,
): HospitalRate | NoRate {
  const rows = stateProviderId === null ? [] : data.rows(hospitalRates, stateProviderId);
  if (rows.length === 0) return new NoRate(`${providerName} has no Medi-Cal APR-DRG rates.`);
  return (
    onlyInForce(rows, day) ??
    new NoRate(
      `${providerName} has no Medi-Cal APR-DRG rate on ${day}; the nearest published period is ${periodText(nearestPeriod(rows, day))}.`,
    )
  );
}

/** ca 5.2 step 3 */
function drgWeightOf(request: InpatientRequest, data: RateData): DrgWeight | NoRate {
  const { drg, soi } = request.billingCode;
  const { admitDate: day } = request;
  const rows = data.rows(drgWeights, drg, soi);
  if (rows.length === 0) return new NoRate(`APR-DRG ${drg}-${soi} is not in the Medi-Cal weight table.`);
  return (
    onlyInForce(rows, day) ??
    new NoRate(
      `APR-DRG ${drg}-${soi} has no Medi-Cal weight on ${day}; the nearest published period is ${periodText(nearestPeriod(rows, day))}.`,
    )
  );
}
