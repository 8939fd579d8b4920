import type { Money } from "../../../core/money/money.ts";
import type { RateData } from "../../../dataset/table.ts";
import { rateLookup } from "../../../pricing/lookup.ts";
import type { Outcome, RequestPricer } from "../../../pricing/outcome.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import { noneQualifies, noProviderMatches } from "../failures.ts";
import { routesOf } from "../routing.ts";
import { acuteRates, type DrgWeight, drgWeights, type Provider, perDiemRates, psychiatricRates } from "../tables.ts";
import { isHospital, NOTATION } from "../values.ts";
import { acutePayment } from "./acute.ts";
import { acuteRateOf, type CheckedStay, checkedStay, perDiemRateOf, psychiatricRateOf, weightsOf } from "./checks.ts";
import { perDiemPayment } from "./per-diem.ts";
import { psychiatricPayment } from "./psychiatric.ts";
import { type AprDrg, ageGroupOf, type InpatientRequest, inpatientParameters, payerClassOf } from "./request.ts";
import { type Found, inpatientResult, nothingFound } from "./result.ts";
import { namedByRequest, overruledRateCode, resolveServiceType, routedByRateCode } from "./service-type.ts";

/** GET /ny/inpatient/rate (contract 4.3, ny 5) */
export const inpatient = rateLookup({
  setting: "inpatient",
  about: {
    summary: "New York inpatient payment",
    description:
      "What New York Medicaid pays a hospital for a stay by discharge date: acute stays by APR-DRG with transfer, cost outlier, ALC days and the add-ons of the payer class; exempt psychiatric stays by adjusted per diem; medical rehabilitation, chemical dependency, critical access, specialty acute and dual diagnosis by per diem. What a service type requires and the request lacks, such as length_of_stay of a psychiatric stay, is a result with rate_found false that says so.",
  },
  examples: [
    { title: "An acute stay", query: { billing_code: "139-2", npi: "1100011109" } },
    {
      title: "A cost outlier in managed Medicaid",
      query: { billing_code: "720-4", npi: "1100011307", payer_class: "MMC", gross_charges: "512400" },
    },
    {
      title: "A psychiatric stay of a child, by operating certificate",
      query: { billing_code: "753-3", opcert: "9914001", length_of_stay: "14", age_group: "CHILD" },
    },
    { title: "Medical rehabilitation, which needs no code", query: { npi: "1100012503", length_of_stay: "12" } },
    { title: "An acute stay at every hospital of a name", query: { billing_code: "139-2", provider_name: "medical" } },
  ],
  tables: [drgWeights, acuteRates, psychiatricRates, perDiemRates],
  claimLines: null,
  parameters: inpatientParameters,
  knownValues: { rateCode: (data) => [...routesOf(data).inpatient_rate_code.keys()] },
  day: "dischargeDate",
  notation: NOTATION,
  result: inpatientResult,
  rules: {
    // An identifier without a hospital among its rows gets one answer, that of its first row (ny 5.1 step 6).
    select: (_request, matching) => {
      const hospitals = matching.filter(isHospital);
      return { rows: hospitals.length > 0 ? hospitals : matching.slice(0, 1) };
    },
    considersByName: (_request, provider) => isHospital(provider),
    workOut: workOutInpatient,
    typeAsPriced: null,
    noProvider: (request, data) => ({
      noRate: noProviderMatches(request),
      found: withoutHospital(request, data),
      about: null,
    }),
    noneQualifies: (request, _nameMatches, data, considersAny) => ({
      noRate: noneQualifies(request, considersAny),
      found: withoutHospital(request, data),
      about: null,
    }),
  },
});

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
function withoutHospital(request: InpatientRequest, data: RateData): Found {
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
