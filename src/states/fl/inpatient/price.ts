import type { Outcome, RequestPricer } from "../../../pricing/outcome.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import type { Provider } from "../tables.ts";
import { drgPayment } from "./drg-payment.ts";
import { figuresOf } from "./figures.ts";
import type { Found } from "./found.ts";
import type { InpatientRequest } from "./request.ts";
import { drgRateOf, drgWeightOf, severitiesInForce } from "./rows.ts";
import { lengthOfStayOf } from "./stay.ts";

/** The results of a hospital row: one, or one for each severity when none was sent (fl 5). */
export function workOutInpatient(
  request: InpatientRequest,
  provider: Provider,
  pricer: RequestPricer,
): readonly Outcome<Found>[] {
  const workOut = (severity: number | null) =>
    pricer.workOut<Found>({}, (sheet, found) => payment(request, severity, provider, sheet, found));

  const [first = null, ...others] = severitiesToPrice(request, pricer);
  const outcome = workOut(first);
  // Weights and rates fail once per hospital, not once per severity (fl 5.2 step 3).
  return outcome.found.rate === undefined ? [outcome] : [outcome, ...others.map(workOut)];
}

/** The severity sent, or every one in force; none when there is no weight to price by. */
function severitiesToPrice(
  { billingCode: { drg, soi } }: InpatientRequest,
  { data, day }: RequestPricer,
): readonly number[] {
  return soi === null ? severitiesInForce(drg, data, day) : [soi];
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
