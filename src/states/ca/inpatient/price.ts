import type { Outcome, RequestPricer } from "../../../pricing/outcome.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import { type DrgWeight, drgWeights, type HospitalRate, hospitalRates, type Provider } from "../tables.ts";
import { isHospital } from "../values.ts";
import {
  type DrgFound,
  drgPayment,
  interimPayment,
  lengthOfStayOf,
  type PolicyAdjustor,
  policyAdjustorOf,
} from "./drg-payment.ts";
import type { InpatientRequest } from "./request.ts";

/** What a lookup finds; a failed one has found what came before the failure (ca 5.6). */
export interface Found extends DrgFound {
  hospital?: HospitalRate;
  weight?: DrgWeight;
  adjustor?: PolicyAdjustor;
}

/** The one result of a provider row (ca 5). */
export function workOutInpatient(
  request: InpatientRequest,
  provider: Provider,
  pricer: RequestPricer,
): readonly Outcome<Found>[] {
  return [pricer.workOut<Found>({}, (sheet, found) => payment(request, provider, sheet, found))];
}

/** The hospital's rate, the DRG's weight, then the path the claim belongs to (ca 5.2 to 5.5). */
function payment(request: InpatientRequest, provider: Provider, sheet: Sheet, found: Found): Figure {
  const hospital = hospitalRateOf(provider, sheet);
  found.hospital = hospital;
  const weight = drgWeightOf(request, sheet);
  found.weight = weight;
  const adjustor = policyAdjustorOf(weight, hospital, request.childPatient, sheet);
  found.adjustor = adjustor;

  const stay = {
    hospital,
    weight,
    paymentRelativeWeight: adjustor.paymentRelativeWeight,
    lengthOfStay: lengthOfStayOf(request, weight, sheet),
    totalCharges: request.totalCharges,
    isTransfer: request.transferClaim,
  };
  return request.interimClaim ? interimPayment(stay, sheet, found) : drgPayment(stay, sheet, found);
}

/** ca 5.2 steps 1 and 2; the messages are those of ca 5.7. */
function hospitalRateOf(provider: Provider, sheet: Sheet): HospitalRate {
  const { providerName, stateProviderId } = provider;
  if (!isHospital(provider)) {
    const message = `${providerName} is not a hospital; APR-DRG rates exist for hospitals only.`;
    throw sheet.noRate("not_for_provider_type", message);
  }
  const rows = stateProviderId === null ? [] : sheet.rows(hospitalRates, { stateProviderId });
  return sheet.only(rows, "no_provider_rate", (nearest) =>
    nearest === null
      ? `${providerName} has no Medi-Cal APR-DRG rates.`
      : `${providerName} has no Medi-Cal APR-DRG rate on ${sheet.day}; the nearest published period is ${nearest}.`,
  );
}

/** ca 5.2 step 3 */
function drgWeightOf({ billingCode: { drg, soi } }: InpatientRequest, sheet: Sheet): DrgWeight {
  return sheet.row(drgWeights, { drg, soi }, "code_not_listed", (nearest) =>
    nearest === null
      ? `APR-DRG ${drg}-${soi} is not in the Medi-Cal weight table.`
      : `APR-DRG ${drg}-${soi} has no Medi-Cal weight on ${sheet.day}; the nearest published period is ${nearest}.`,
  );
}
