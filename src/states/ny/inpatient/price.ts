import type { Money } from "../../../core/money/money.ts";
import type { RateData } from "../../../dataset/table.ts";
import type { Outcome, RequestPricer } from "../../../pricing/outcome.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import { isHospital } from "../provider-type.ts";
import { routesOf } from "../routes.ts";
import type { DrgWeight, Provider } from "../tables.ts";
import { acutePayment } from "./acute.ts";
import { acuteRateOf, type CheckedStay, checkedStay, perDiemRateOf, psychiatricRateOf, weightsOf } from "./checks.ts";
import { type Found, nothingFound } from "./found.ts";
import { perDiemPayment } from "./per-diem.ts";
import { psychiatricPayment } from "./psychiatric.ts";
import { type AprDrg, ageGroupOf, type InpatientRequest, payerClassOf } from "./request.ts";
import { namedByRequest, overruledRateCode, resolveServiceType, routedByRateCode } from "./service-type.ts";

/** The results of a provider row, one per severity (ny 5). */
export function workOutInpatient(
  request: InpatientRequest,
  provider: Provider,
  pricer: RequestPricer,
): readonly Outcome<Found>[] {
  const workOut = (place: number) =>
    pricer.workOut(nothingFound(severitySent(request)), (sheet, found) =>
      payment(request, provider, place, sheet, found),
    );
  const first = workOut(0);
  return [first, ...Array.from({ length: first.found.severities - 1 }, (_, place) => workOut(place + 1))];
}

/** What is known of a request that no hospital answers (ny 5.1). */
export function withoutHospital(request: InpatientRequest, data: RateData): Found {
  const { serviceType, rateCode } = request;
  const routed = rateCode === null ? undefined : routesOf(data).inpatientRateCode.get(rateCode)?.target;
  return { ...nothingFound(severitySent(request)), serviceType: namedByRequest(serviceType, routed) };
}

function severitySent({ billingCode }: InpatientRequest): number | null {
  return billingCode?.aprDrg?.soi ?? null;
}

/** Service type, checks, weight and rate, then the path of the service type (ny 5.2 to 5.6). */
function payment(
  request: InpatientRequest,
  provider: Provider,
  place: number,
  sheet: Sheet,
  found: Found,
): Figure<Money> {
  const routed = routedByRateCode(request, sheet);
  if (!isHospital(provider)) {
    found.serviceType = namedByRequest(request.serviceType, routed);
    const message = `${provider.providerName} is not enrolled as a hospital, so it has no inpatient rates.`;
    throw sheet.noRate("not_for_provider_type", message, { sought: null });
  }
  if (request.payerClass === null) {
    sheet.assume("payer_class", payerClassOf(request), "not sent: fee-for-service");
  }
  found.serviceType = resolveServiceType(request, provider, routed, sheet);
  const checked = checkedStay(request, provider, found.serviceType.type, sheet);
  const { type, opcert } = checked;
  const rateCodeNote = overruledRateCode(request, routed);
  if (checked.aprDrg === null) {
    const rate = perDiemRateOf(opcert, checked.type, request, sheet);
    return perDiemPayment({ request, opcert, rate, rateCodeNote }, sheet);
  }
  const weight = weightOf(checked, place, sheet, found);
  if (type === "acute") {
    const rate = acuteRateOf(opcert, request, sheet);
    return acutePayment({ request, opcert, rate, weight, rateCodeNote }, sheet, found);
  }
  if (request.ageGroup === null) sheet.assume("age_group", ageGroupOf(request), "not sent: an adult");
  const rate = psychiatricRateOf(opcert, request, sheet);
  return psychiatricPayment({ request, opcert, rate, weight, rateCodeNote }, sheet, found);
}

/** The weight of the severity sent, or of one of those in force, each in its own result (ny 5.3 step 4). */
function weightOf(
  { type, aprDrg }: Extract<CheckedStay, { readonly aprDrg: AprDrg }>,
  place: number,
  sheet: Sheet,
  found: Found,
): DrgWeight {
  const weights = weightsOf(aprDrg, type, sheet);
  const chosen = weights[place] as DrgWeight;
  const weight = sheet.use(sheet.chosen(weights, chosen, ({ soi }) => `another severity, ${soi}`));
  found.severities = weights.length;
  found.soi = weight.soi;
  if (aprDrg.soi === null) {
    const code = `${weight.drg}-${weight.soi}`;
    sheet.assume("billing_code", code, "sent without severity: each one in force has a result of its own");
  }
  return weight;
}
