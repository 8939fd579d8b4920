import type { Money } from "../../../core/money/money.ts";
import type { RateData } from "../../../dataset/table.ts";
import type { Outcome, RequestPricer } from "../../../pricing/outcome.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import { routesOf } from "../routing.ts";
import type { DrgWeight, Provider } from "../tables.ts";
import { isHospital } from "../values.ts";
import { type AcuteFound, acutePayment } from "./acute.ts";
import { acuteRateOf, type CheckedStay, checkedStay, perDiemRateOf, psychiatricRateOf, weightsOf } from "./checks.ts";
import { perDiemPayment } from "./per-diem.ts";
import { type PsychiatricFound, psychiatricPayment } from "./psychiatric.ts";
import { type AprDrg, ageGroupOf, type InpatientRequest, payerClassOf } from "./request.ts";
import {
  namedByRequest,
  overruledRateCode,
  type ResolvedServiceType,
  resolveServiceType,
  routedByRateCode,
} from "./service-type.ts";

/** What a lookup finds; of a stay, only what a failed result may show too (ny 5.3). */
export interface Found extends AcuteFound, PsychiatricFound {
  /** Null when neither request nor hospital determines it. */
  serviceType: ResolvedServiceType | null;
  /** The severity of the weight, or the one sent. */
  soi: number | null;
  /** How many severities of the APR-DRG are priced, each in its own result. */
  severities: number;
}

/** What is known before anything is looked up. */
export function nothingFound(soi: number | null): Found {
  return { serviceType: null, soi, severities: 1 };
}

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

/** What is known of a request without a matching hospital (ny 5.1). */
export function withoutHospital(request: InpatientRequest, data: RateData): Found {
  const { serviceType, rateCode } = request;
  const routed = rateCode === null ? undefined : routesOf(data).inpatient_rate_code.get(rateCode)?.target;
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
    throw sheet.noRate("not_for_provider_type", message, { searched: null });
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

/** The weight of the severity sent, or of an effective one, each in its own result (ny 5.3 step 4). */
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
