import type { Outcome, RequestPricer } from "../../../pricing/outcome.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import { hospitalRate } from "../providers.ts";
import {
  type DrgWeight,
  drgWeights,
  type HospitalInpatientRate,
  hospitalInpatientRates,
  type Provider,
} from "../tables.ts";
import { SEVERITIES, type Severity } from "../values.ts";
import { type DrgFound, drgPayment, drgText, stayOf } from "./drg-payment.ts";
import type { InpatientRequest } from "./request.ts";

/** What a lookup finds; a failed one has found what came before the failure (ga 5.2). */
export interface Found extends DrgFound {
  /** The severity of the result; null if none is priced. */
  readonly soi: Severity | null;
  weight?: DrgWeight;
  hospital?: HospitalInpatientRate;
}

/** The results of a provider row: the severity sent, or all four (ga 5.1). */
export function workOutInpatient(
  request: InpatientRequest,
  provider: Provider,
  pricer: RequestPricer,
): readonly Outcome<Found>[] {
  const { drg } = request.billingCode;
  const sent = severitySent(request);
  const workOut = (soi: Severity) =>
    pricer.workOut<Found>({ soi }, (sheet, found) => payment(request, soi, provider, sheet, found));

  if (sent !== null) return [workOut(sent)];
  const isUnknown = SEVERITIES.every((soi) => pricer.data.rows(drgWeights, { drg, soi }).length === 0);
  return isUnknown ? [unknownDrg(drg, pricer)] : SEVERITIES.map(workOut);
}

/** Null: the code has no severity, so all four are priced. */
export function severitySent({ billingCode: { soi } }: InpatientRequest): Severity | null {
  return soi === null ? null : (String(soi) as Severity);
}

/** A DRG that has no weight is answered once (ga 5.1). */
function unknownDrg(drg: string, pricer: RequestPricer): Outcome<Found> {
  return pricer.workOut<Found>({ soi: null }, (sheet) => {
    throw sheet.noRate("code_not_listed", noWeight(drg), { searched: { table: drgWeights, key: { drg } } });
  });
}

/** The weight, the hospital's rate, then the payment (ga 5.2, 5.3). */
function payment(request: InpatientRequest, soi: Severity, provider: Provider, sheet: Sheet, found: Found): Figure {
  if (severitySent(request) === null) {
    const code = drgText({ drg: request.billingCode.drg, soi });
    sheet.assume("billing_code", code, "sent without a severity of illness: each of the four has its own result");
  }
  const weight = drgWeightOf(request, soi, sheet);
  found.weight = weight;
  const { npi } = provider;
  const hospital = hospitalRate(provider, "inpatient base rate", sheet, (campusName) =>
    sheet.rows(hospitalInpatientRates, { npi, campusName }),
  );
  found.hospital = hospital;
  return drgPayment(stayOf(request, hospital, weight, sheet), provider, sheet, found);
}

/** ga 5.2 E21, E22 */
function drgWeightOf({ billingCode: { drg } }: InpatientRequest, soi: Severity, sheet: Sheet): DrgWeight {
  const code = drgText({ drg, soi });
  return sheet.row(drgWeights, { drg, soi }, "code_not_listed", (nearest) =>
    nearest === null
      ? noWeight(code)
      : `No Georgia relative weight for APR-DRG ${code} is published for ${sheet.day}; the nearest published period is ${nearest}.`,
  );
}

/** ga E21 */
function noWeight(code: string): string {
  return `No Georgia relative weight is published for APR-DRG ${code}.`;
}
