import { contains, onlyInForce } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { type Formula, formula } from "../../../worksheet/worksheet.ts";
import { certificateDigits } from "../operating-certificate.ts";
import { routesOf, supportedCodes } from "../routes.ts";
import { acuteRates, type Provider, perDiemRates, psychiatricRates } from "../tables.ts";
import type { DrgServiceType, PerDiemServiceType, ServiceType, ServiceTypeSource } from "../values.ts";
import type { InpatientRequest } from "./request.ts";

export interface ResolvedServiceType {
  readonly type: ServiceType;
  readonly source: ServiceTypeSource;
}

/** Whether a service type is priced by APR-DRG; the others are priced by the day alone. */
export function isDrgServiceType(type: ServiceType): type is DrgServiceType {
  return type === "acute" || type === "psychiatric";
}

export function isDualDiagnosis(type: ServiceType): boolean {
  return type === "dual_diag_adult" || type === "dual_diag_child";
}

/** `billing_code_description` of the per-diem types (ny 5.2). */
export const SERVICE_TYPE_DESCRIPTIONS: Readonly<Record<PerDiemServiceType, string>> = {
  specialty_acute: "Specialty Acute Care Hospital",
  cah: "Critical Access Hospital",
  med_rehab: "Medical Rehabilitation",
  chem_dep_rehab: "Chemical Dependency Rehabilitation",
  dual_diag_adult: "Dual Diagnosis Psychiatric, Adult",
  dual_diag_child: "Dual Diagnosis Psychiatric, Child",
};

type Named = Pick<InpatientRequest, "serviceType" | "rateCode">;

/** The service type that the request itself names (ny 5.2 rules 1 and 2); null when it names none. */
export function namedByRequest({ serviceType, rateCode }: Named, data: RateData): ResolvedServiceType | null {
  if (serviceType !== null) return { type: serviceType, source: "explicit" };
  const routed = routedByRateCode(rateCode, data);
  return routed === undefined ? null : { type: routed, source: "inferred_from_rate_code" };
}

function routedByRateCode(rateCode: string | null, data: RateData): ServiceType | undefined {
  return rateCode === null ? undefined : routesOf(data).inpatientRateCode.get(rateCode);
}

/** How a stay at a hospital is priced: the first rule that applies (ny 5.2). */
export function resolveServiceType(
  request: InpatientRequest,
  hospital: Provider,
  data: RateData,
): ResolvedServiceType | NoRate {
  const named = namedByRequest(request, data);
  if (named !== null) return named;

  const { inpatientRateCode, inpatientDrg } = routesOf(data);
  if (request.rateCode !== null) {
    return new NoRate(
      `Rate code ${request.rateCode} does not name a service type that can be priced; supported: ${supportedCodes(inpatientRateCode)}. Send service_type instead.`,
    );
  }

  const certified = certifiedTypes(request, hospital, data);
  const aprDrg = request.billingCode?.aprDrg ?? null;
  // A hospital without an exempt psychiatric unit is paid the acute case rate for a psychiatric DRG.
  const ofDrg = aprDrg === null ? undefined : inpatientDrg.get(aprDrg.drg);
  if (ofDrg !== undefined && certified.includes(ofDrg)) return { type: ofDrg, source: "inferred_from_drg" };

  const [only, another] = certified;
  if (only !== undefined && another === undefined && only !== "acute") {
    return { type: only, source: "sole_provider_certification" };
  }
  return { type: "acute", source: "default_acute" };
}

/** The service types that the hospital has a rate in force for (ny 5.2). */
function certifiedTypes(
  { payerClass, dischargeDate: day }: InpatientRequest,
  { opcert }: Provider,
  data: RateData,
): readonly ServiceType[] {
  if (opcert === null) return [];
  const certificate = certificateDigits(opcert);
  const certified: ServiceType[] = [];
  if (onlyInForce(data.rows(acuteRates, certificate, payerClass), day)) certified.push("acute");
  if (onlyInForce(data.rows(psychiatricRates, certificate, payerClass), day)) certified.push("psychiatric");
  for (const { serviceType, period } of data.rows(perDiemRates, certificate, payerClass)) {
    if (contains(period, day)) certified.push(serviceType);
  }
  return certified;
}

/** What the method says of a rate code that a service type sent beside it overruled (ny 5.2); null when none was. */
export function overruledRateCode({ serviceType, rateCode }: Named, data: RateData): Formula | null {
  const routed = routedByRateCode(rateCode, data);
  if (serviceType === null || rateCode === null || routed === undefined || routed === serviceType) return null;
  return formula`note: rate_code ${rateCode} names ${routed}, service_type ${serviceType} was used`;
}
