import { onlyInForce } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { type AprDrgRequest, SEVERITIES } from "../../../request/kinds.ts";
import { noneInForce } from "../failures.ts";
import { type DrgRate, type DrgWeight, drgRates, drgWeights, type Provider } from "../tables.ts";
import type { InpatientRequest } from "./request.ts";

/** The code in messages: padded, with its severity when one was sent (fl 5.1). */
function codeText({ drg, soi }: AprDrgRequest): string {
  return soi === null ? `APR-DRG ${drg}` : `APR-DRG ${drg}-${soi}`;
}

/** The weight of the severity sent, or those of every severity, ascending (fl 5.2 step 2). */
export function drgWeightsOf(
  { billingCode, dischargeDate }: InpatientRequest,
  data: RateData,
): readonly DrgWeight[] | NoRate {
  const { drg, soi } = billingCode;
  const published = (soi === null ? SEVERITIES : [soi]).map((severity) => data.rows(drgWeights, drg, severity));
  const weights = published.map((rows) => onlyInForce(rows, dischargeDate)).filter((weight) => weight !== undefined);
  if (weights.length > 0) return weights;

  const rows = published.flat();
  return rows.length === 0
    ? new NoRate(`${codeText(billingCode)} has no published Florida weight.`)
    : noneInForce(codeText(billingCode), rows, dischargeDate);
}

/** fl 5.2 step 3 */
export function drgRateOf(
  { providerName, stateProviderId }: Provider,
  { dischargeDate }: InpatientRequest,
  data: RateData,
): DrgRate | NoRate {
  const rows = data.rows(drgRates, stateProviderId);
  if (rows.length === 0) return new NoRate(`${providerName} has no Florida DRG rates.`);
  return onlyInForce(rows, dischargeDate) ?? noneInForce(`DRG rates of ${providerName}`, rows, dischargeDate);
}
