import type { Day } from "../../../core/calendar/day.ts";
import { onlyEffective } from "../../../core/calendar/period.ts";
import { ONE } from "../../../core/money/arithmetic.ts";
import { type Factor, whole } from "../../../core/money/factor.ts";
import type { RateData } from "../../../dataset/table.ts";
import type { NoRate } from "../../../pricing/no-rate.ts";
import type { Outcome, RequestPricer } from "../../../pricing/outcome.ts";
import { type AprDrgRequest, SEVERITIES } from "../../../pricing/request/kinds.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { constant, type Figure, greaterOf } from "../../../pricing/worksheet/calculation.ts";
import { noneEffective } from "../failures.ts";
import { type DrgRate, type DrgWeight, drgRates, drgWeights, type Provider } from "../tables.ts";
import { type DrgFound, drgPayment, figuresOf } from "./drg-payment.ts";
import type { InpatientRequest } from "./request.ts";

/** What a lookup finds; a failed one shows the hospital's rate if there is one (fl 5.2). */
export interface Found extends DrgFound {
  rate?: DrgRate;
}

/** The results of a hospital row: one, or one for each severity when none was sent (fl 5). */
export function workOutInpatient(
  request: InpatientRequest,
  provider: Provider,
  pricer: RequestPricer,
): readonly Outcome<Found>[] {
  const workOut = (severity: number | null) =>
    pricer.workOut<Found>({}, (sheet, found) => payment(request, severity, provider, sheet, found));

  const { drg, soi } = request.billingCode;
  const [first = null, ...others] = soi === null ? effectiveSeverities(drg, pricer.data, pricer.day) : [soi];
  const outcome = workOut(first);
  // Weights and rates fail once per hospital, not once per severity (fl 5.2 step 3).
  return outcome.found.rate === undefined ? [outcome] : [outcome, ...others.map(workOut)];
}

/** The weight, then the hospital's rate, then the figures of the program and the steps (fl 5.2, 5.3). */
function payment(
  request: InpatientRequest,
  severity: number | null,
  provider: Provider,
  sheet: Sheet,
  found: Found,
): Figure {
  const { billingCode, childPatient, transferClaim, totalCharges } = request;
  const weight = drgWeightOf(billingCode, severity, sheet);
  if (billingCode.soi === null) {
    const reason = "sent without a severity: one result for each that has a weight";
    sheet.assume("billing_code", `${weight.drg}-${weight.soi}`, reason);
  }
  const rate = drgRateOf(provider, sheet);
  found.rate = rate;

  const stay = {
    weight,
    rate,
    figures: figuresOf(weight, rate, childPatient, sheet),
    isChild: childPatient,
    isTransfer: transferClaim,
    lengthOfStay: lengthOfStayOf(request, weight, sheet),
    totalCharges: totalCharges === null ? null : sheet.sent("total charges", "total_charges", totalCharges, "dollars"),
  };
  return drgPayment(stay, sheet, found);
}

/** The severities of a DRG that have a weight on a day, ascending (fl 5.1). */
function effectiveSeverities(drg: string, data: RateData, day: Day): readonly number[] {
  return SEVERITIES.filter((soi) => onlyEffective(data.rows(drgWeights, { drg, soi }), day) !== undefined);
}

/** The weight of a severity; null stands for a code of which none is effective on the day (fl 5.2 step 2). */
function drgWeightOf(billingCode: AprDrgRequest, severity: number | null, sheet: Sheet): DrgWeight {
  const { drg } = billingCode;
  const rows = (severity === null ? SEVERITIES : [severity]).flatMap((soi) => sheet.rows(drgWeights, { drg, soi }));
  if (rows.length === 0) throw notPublished(billingCode, sheet);
  // Some are published, so one of them is nearest.
  return sheet.only(rows, "code_not_listed", (nearest) =>
    noneEffective(codeText(billingCode), sheet.day, nearest as string),
  );
}

/** G3 */
function notPublished(billingCode: AprDrgRequest, sheet: Sheet): NoRate {
  const others = sheet.derived((data) => effectiveSeverities(billingCode.drg, data, sheet.day));
  return sheet.noRate("code_not_listed", `${codeText(billingCode)} has no published Florida weight.`, {
    remedy: others.map((soi) => ({
      parameter: "billing_code",
      value: `${billingCode.drg}-${soi}`,
      why: "a severity of the APR-DRG that has a weight",
    })),
  });
}

/** The code in messages: padded, with its severity when one was sent (fl 5.1). */
function codeText({ drg, soi }: AprDrgRequest): string {
  return soi === null ? `APR-DRG ${drg}` : `APR-DRG ${drg}-${soi}`;
}

/** fl 5.2 step 3 */
function drgRateOf({ providerName, stateProviderId }: Provider, sheet: Sheet): DrgRate {
  const rows = stateProviderId === null ? [] : sheet.rows(drgRates, { stateProviderId });
  return sheet.only(rows, "no_provider_rate", (nearest) =>
    nearest === null
      ? `${providerName} has no Florida DRG rates.`
      : noneEffective(`DRG rates of ${providerName}`, sheet.day, nearest),
  );
}

/** The days sent, else the average as whole days, at least one (fl 5.1). */
export function lengthOfStayOf(
  { lengthOfStay }: Pick<InpatientRequest, "lengthOfStay">,
  weight: DrgWeight,
  sheet: Sheet,
): Figure<Factor> | null {
  const name = "LOS";
  if (lengthOfStay !== null) return sheet.sent(name, "length_of_stay", whole(lengthOfStay), "days");
  const average = sheet.figure("mean LOS", weight, "meanLos", "days");
  if (average === null) return null;
  const section = "fl 5.1";
  const days = sheet.count(section, greaterOf(constant(section, ONE, "days"), average), "days", UNPRINTED);
  sheet.assume("length_of_stay", days.value.text, "not sent: the average stay of the APR-DRG in whole days");
  return days.called(name);
}
