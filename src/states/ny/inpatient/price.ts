import type { Money } from "../../../core/money/money.ts";
import type { RateData } from "../../../dataset/table.ts";
import type { Outcome, RequestPricer } from "../../../pricing/outcome.ts";
import { SEVERITIES } from "../../../pricing/request/kinds.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, times } from "../../../pricing/worksheet/calculation.ts";
import { lookUp, noneEffective, noOperatingCertificate } from "../failures.ts";
import { routesOf } from "../routing.ts";
import {
  type AcuteRate,
  acuteRates,
  type DrgWeight,
  drgWeights,
  type PerDiemRate,
  type Provider,
  type PsychiatricRate,
  perDiemRates,
  psychiatricRates,
} from "../tables.ts";
import { type DrgServiceType, isHospital, type PerDiemServiceType, type ServiceType } from "../values.ts";
import { type AcuteFound, acutePayment } from "./acute.ts";
import { type PsychiatricFound, psychiatricPayment } from "./psychiatric.ts";
import { type AprDrg, ageGroupOf, type InpatientRequest, payerClassOf } from "./request.ts";
import {
  isDrgServiceType,
  isDualDiagnosis,
  namedByRequest,
  overruledRateCode,
  type ResolvedServiceType,
  resolveServiceType,
  routedByRateCode,
} from "./service-type.ts";
import {
  alcDaysOf,
  alcPaymentOf,
  daysNotSent,
  daysWithoutAlc,
  lengthOfStayRequired,
  noDays,
  noteRateCode,
  rateKey,
  rateKeyText,
  type Stay,
  sumOf,
} from "./stay.ts";

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

/** Per diem x days, and ALC days at theirs (ny 5.6). */
export function perDiemPayment(stay: Stay<PerDiemRate>, sheet: Sheet): Figure<Money> {
  const { request, rate } = stay;
  const { lengthOfStay, alcDays } = request;
  const perDiem = sheet.figure("per_diem", rate, "perDiem");
  if (lengthOfStay === null) {
    sheet.unfinished("ny 5.6 step 1", times(perDiem, daysNotSent("days")));
    noteRateCode(stay, sheet);
    throw lengthOfStayRequired(`for service_type ${rate.serviceType}`, sheet);
  }
  if (lengthOfStay === 0) throw noDays(rate.serviceType, sheet);

  const alc = alcDaysOf("alc_per_diem", stay, sheet);
  const days = daysWithoutAlc("ny 5.6 step 2", lengthOfStay, alcDays, sheet).called("days");
  const ofDays = sheet.dollars("ny 5.6 step 2", times(perDiem, days));
  const ofAlcDays = alcPaymentOf("ny 5.6 step 2", alc, sheet);
  const payment =
    ofAlcDays === null
      ? ofDays
      : sheet.dollars("ny 5.6 step 3", sumOf(ofDays.called("per_diem_payment"), ofAlcDays.called("alc_payment")));
  noteRateCode(stay, sheet);
  return payment;
}

/** The result of the checks before pricing: a certificate and, if the stay is priced by it, an APR-DRG. */
type CheckedStay =
  | { readonly type: DrgServiceType; readonly opcert: string; readonly aprDrg: AprDrg }
  | { readonly type: PerDiemServiceType; readonly opcert: string; readonly aprDrg: null };

/** What the hospital and the request must have before any rate is looked up (ny 5.3 steps 1 to 3). */
export function checkedStay(
  request: InpatientRequest,
  hospital: Provider,
  type: ServiceType,
  sheet: Sheet,
): CheckedStay {
  const { opcert } = hospital;
  if (opcert === null) throw noOperatingCertificate(hospital, sheet);
  const checked: CheckedStay = isDrgServiceType(type)
    ? { type, opcert, aprDrg: aprDrgOf(request, type, sheet) }
    : { type, opcert, aprDrg: null };
  checkAlcDays(request, type, sheet);
  return checked;
}

/** ny 5.3 step 2 */
function aprDrgOf({ billingCode }: InpatientRequest, type: DrgServiceType, sheet: Sheet): AprDrg {
  if (billingCode === null) {
    const message = `billing_code is required for service_type ${type}; send an APR-DRG code as <drg> or <drg>-<soi>.`;
    throw sheet.noRate("missing_information", message, {
      remedy: [{ parameter: "billing_code", value: null, why: `a stay of service type ${type} is paid by APR-DRG` }],
      searched: null,
    });
  }
  const { sent, aprDrg } = billingCode;
  if (aprDrg === null) {
    const form = "the form <drg> or <drg>-<soi> with a severity of 1 to 4";
    throw sheet.noRate("code_not_listed", `billing_code ${sent} is not an APR-DRG code of ${form}.`, {
      searched: null,
    });
  }
  return aprDrg;
}

/** ny 5.3 step 3 */
function checkAlcDays({ lengthOfStay, alcDays }: InpatientRequest, type: ServiceType, sheet: Sheet): void {
  const atMost = (value: number, why: string) => [{ parameter: "alc_days", value: String(value), why }];
  if (isDualDiagnosis(type) && alcDays > 0) {
    throw sheet.noRate(
      "not_payable",
      `alc_days is not supported for ${type}: no ALC per diem exists for dual diagnosis psychiatric services.`,
      { remedy: atMost(0, "dual diagnosis is paid without ALC days"), searched: null },
    );
  }
  if (lengthOfStay !== null && alcDays > lengthOfStay) {
    throw sheet.noRate(
      "not_for_request",
      `alc_days (${alcDays}) cannot be more than length_of_stay (${lengthOfStay}).`,
      { remedy: atMost(lengthOfStay, "at most the length of stay, of which ALC days are a part"), searched: null },
    );
  }
}

/** The weight of the requested severity, or of every effective severity, ascending (ny 5.3 step 4). */
export function weightsOf({ drg, soi }: AprDrg, type: DrgServiceType, sheet: Sheet): readonly DrgWeight[] {
  const severities = soi === null ? SEVERITIES : [soi];
  const published = severities.flatMap((severity) => sheet.rows(drgWeights, { serviceType: type, drg, soi: severity }));
  const weights = sheet.effective(published);
  if (weights.length > 0) return weights;

  const key = soi === null ? `APR-DRG ${drg}` : `APR-DRG ${drg}-${soi}`;
  throw noneEffective(published, { code: "code_not_listed", what: `${type} service intensity weight`, key }, sheet);
}

/** The acute rate of a hospital (ny 5.3 step 5). */
function acuteRateOf(opcert: string, request: InpatientRequest, sheet: Sheet): AcuteRate {
  const published = sheet.rows(acuteRates, rateKey(opcert, request));
  return lookUp(published, expectedRate("acute", opcert, request), sheet);
}

/** The psychiatric rate of a hospital: that of the age group before the one for both (ny 5.3 step 5, 2). */
export function psychiatricRateOf(opcert: string, request: InpatientRequest, sheet: Sheet): PsychiatricRate {
  const ageGroup = ageGroupOf(request);
  const published = sheet.those(
    sheet.rows(psychiatricRates, rateKey(opcert, request)),
    (row) => row.ageGroup === ageGroup || row.ageGroup === null,
    (row) => `another age group, ${row.ageGroup}`,
  );
  const preferred = sheet.thoseOrAll(
    sheet.effective(published),
    (row) => row.ageGroup === ageGroup,
    () => `for both age groups, and ${ageGroup} has a rate of its own`,
  );
  const expected = expectedRate("psychiatric", opcert, request);
  const key = `${expected.key}, age group ${ageGroup}`;
  return lookUp(preferred.length === 0 ? published : preferred, { ...expected, key }, sheet);
}

/** The rate of a per-diem service type at a hospital (ny 5.3 step 5). */
export function perDiemRateOf(
  opcert: string,
  type: PerDiemServiceType,
  request: InpatientRequest,
  sheet: Sheet,
): PerDiemRate {
  const published = sheet.those(
    sheet.rows(perDiemRates, rateKey(opcert, request)),
    (row) => row.serviceType === type,
    (row) => `another service type, ${row.serviceType}`,
  );
  return lookUp(published, expectedRate(type, opcert, request), sheet);
}

function expectedRate(type: ServiceType, opcert: string, request: InpatientRequest) {
  const key = rateKeyText(opcert, request);
  return { code: "no_provider_rate", what: `${type} inpatient rate`, key } as const;
}
