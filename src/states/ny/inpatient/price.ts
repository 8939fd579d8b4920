import type { RateData } from "../../../dataset/rate-data.ts";
import type { Priced } from "../../../pricing/lookup.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { newYorkProgram } from "../program.ts";
import { isHospital } from "../provider-type.ts";
import { routesOf } from "../routes.ts";
import type { DrgWeight, Provider } from "../tables.ts";
import type { DrgServiceType, PerDiemServiceType } from "../values.ts";
import { acutePayment } from "./acute.ts";
import { acuteRateOf, perDiemRateOf, psychiatricRateOf, refusalBeforePricing, weightsOf } from "./checks.ts";
import { perDiemPayment } from "./per-diem.ts";
import { psychiatricPayment } from "./psychiatric.ts";
import type { AprDrg, InpatientRequest } from "./request.ts";
import { type Finding, inpatientResult, type Outcome } from "./result.ts";
import { isDrgServiceType, namedByRequest, overruledRateCode, resolveServiceType } from "./service-type.ts";
import type { Stay } from "./stay.ts";

/** The results of a provider row, one per severity (ny 5). */
export function priceInpatient(
  request: InpatientRequest,
  provider: Provider,
  data: RateData,
  matchesTotal: number | null,
): readonly Priced[] {
  return findingsOf(request, provider, data).map((finding) => ({
    counts: isPriced(finding.outcome),
    result: inpatientResult(request, provider, finding, data, matchesTotal),
  }));
}

function isPriced(outcome: Outcome): boolean {
  return !(outcome instanceof NoRate) && outcome.payment !== null;
}

/** What is known of a request that no hospital answers (ny 5.1). */
export function withoutHospital(request: InpatientRequest, message: string, data: RateData): Finding {
  const serviceType = namedByRequest(request, data);
  return { serviceType, soi: request.billingCode?.aprDrg?.soi ?? null, outcome: new NoRate(message) };
}

/** Service type, checks, weights and rate, then the path of the service type (ny 5.2 to 5.6). */
function findingsOf(request: InpatientRequest, provider: Provider, data: RateData): readonly Finding[] {
  if (!isHospital(provider)) {
    const message = `${provider.providerName} is not enrolled as a hospital, so it has no inpatient rates.`;
    return [withoutHospital(request, message, data)];
  }
  const soi = request.billingCode?.aprDrg?.soi ?? null;
  const serviceType = resolveServiceType(request, provider, data);
  if (serviceType instanceof NoRate) return [{ serviceType: null, soi, outcome: serviceType }];

  const { type } = serviceType;
  const refusal = refusalBeforePricing(request, provider, type);
  if (refusal !== null) return [{ serviceType, soi, outcome: refusal }];

  // The checks have made sure of the certificate and, for these types, of the APR-DRG.
  const opcert = provider.opcert as string;
  if (!isDrgServiceType(type)) return [{ serviceType, soi, outcome: perDiemOutcome(request, opcert, type, data) }];
  const weights = weightsOf(request.billingCode?.aprDrg as AprDrg, type, request, data);
  if (weights instanceof NoRate) return [{ serviceType, soi, outcome: weights }];
  return weights.map((weight) => ({
    serviceType,
    soi: weight.soi,
    outcome: drgOutcome(request, opcert, type, weight, data),
  }));
}

function drgOutcome(
  request: InpatientRequest,
  opcert: string,
  type: DrgServiceType,
  weight: DrgWeight,
  data: RateData,
): Outcome {
  if (type === "psychiatric") {
    const rate = psychiatricRateOf(opcert, request, data);
    return rate instanceof NoRate ? rate : psychiatricPayment({ ...stayOf(request, opcert, rate, data), weight });
  }
  const rate = acuteRateOf(opcert, request, data);
  if (rate instanceof NoRate) return rate;
  const isTransferOnlyDrg = routesOf(data).transferOnlyDrg.has(weight.drg);
  return acutePayment({ ...stayOf(request, opcert, rate, data), weight, isTransferOnlyDrg });
}

function perDiemOutcome(request: InpatientRequest, opcert: string, type: PerDiemServiceType, data: RateData): Outcome {
  const rate = perDiemRateOf(opcert, type, request, data);
  return rate instanceof NoRate ? rate : perDiemPayment(stayOf(request, opcert, rate, data));
}

function stayOf<Rate>(request: InpatientRequest, opcert: string, rate: Rate, data: RateData): Stay<Rate> {
  return {
    request,
    opcert,
    rate,
    program: newYorkProgram(data, request.dischargeDate),
    rateCodeNote: overruledRateCode(request, data),
  };
}
