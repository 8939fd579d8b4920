import type { Dated } from "../../../core/calendar/period.ts";
import type { NoRate } from "../../../pricing/no-rate.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Words, words } from "../../../pricing/worksheet/calculation.ts";
import { follow, routing, supportedCodes } from "../routing.ts";
import { acuteRates, type Provider, perDiemRates, psychiatricRates } from "../tables.ts";
import type { DrgServiceType, PerDiemServiceType, ServiceType, ServiceTypeSource } from "../values.ts";
import type { InpatientRequest } from "./request.ts";
import { rateKey } from "./stay.ts";

export interface ResolvedServiceType {
  readonly type: ServiceType;
  readonly source: ServiceTypeSource;
}

/** A service type that the request does not name. */
interface Inferred extends ResolvedServiceType {
  /** Replaces the usual reason of its source. */
  readonly reason?: string;
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

/** The service type that the request itself names, `routed` being that of its rate code (ny 5.2 rules 1 and 2). */
export function namedByRequest(
  serviceType: ServiceType | null,
  routed: ServiceType | undefined,
): ResolvedServiceType | null {
  if (serviceType !== null) return { type: serviceType, source: "explicit" };
  return routed === undefined ? null : { type: routed, source: "inferred_from_rate_code" };
}

/** The service type that a rate code names; undefined without one, and when it names none (ny 5.2 rule 2). */
export function routedByRateCode({ rateCode }: InpatientRequest, sheet: Sheet): ServiceType | undefined {
  return rateCode === null ? undefined : follow("inpatient_rate_code", rateCode, sheet);
}

/** How a stay at a hospital is priced: the first rule that applies (ny 5.2). */
export function resolveServiceType(
  request: InpatientRequest,
  hospital: Provider,
  routed: ServiceType | undefined,
  sheet: Sheet,
): ResolvedServiceType {
  const named = namedByRequest(request.serviceType, routed);
  if (named === null && request.rateCode !== null) throw notRouted(request, hospital, sheet);
  const { reason, ...resolved }: Inferred = named ?? inferred(request, hospital, sheet);
  if (resolved.source !== "explicit") {
    sheet.assume("service_type", resolved.type, `not sent: ${reason ?? REASONS[resolved.source]}`);
  }
  return resolved;
}

const REASONS: Readonly<Record<Exclude<ServiceTypeSource, "explicit">, string>> = {
  inferred_from_rate_code: "the one that the rate code names",
  inferred_from_drg: "the one of the APR-DRG, which the hospital has a rate for",
  sole_provider_certification: "the only one that the hospital has a rate for",
  default_acute: "acute where neither rate code, APR-DRG nor the hospital's rates name another",
};

/** No hospital is known to have a rate of the type. */
const OF_DRG_NOT_LOADED = "the one of the APR-DRG; no rates of this service type are loaded";

/** An effective rate of the hospital, and the service type that it certifies. */
interface Certification {
  readonly type: ServiceType;
  readonly rate: Dated;
}

/** The service type by APR-DRG and certifications, if the request names none (ny 5.2 rules 3 to 5). */
function inferred(request: InpatientRequest, hospital: Provider, sheet: Sheet): Inferred {
  const certified = certifications(request, hospital, sheet);
  const resolved = firstThatApplies(request, certified, sheet);
  const typeOf = new Map(certified.map(({ type, rate }) => [rate, type]));
  sheet.those(
    [...typeOf.keys()],
    (rate) => typeOf.get(rate) === resolved.type,
    (rate) => `another service type, ${typeOf.get(rate)}`,
  );
  return resolved;
}

function firstThatApplies(
  { billingCode }: InpatientRequest,
  certified: readonly Certification[],
  sheet: Sheet,
): Inferred {
  const aprDrg = billingCode?.aprDrg ?? null;
  // A hospital without an exempt psychiatric unit is paid the acute case rate for a psychiatric DRG.
  const ofDrg = aprDrg === null ? undefined : follow("inpatient_drg", aprDrg.drg, sheet);
  const types = new Set(certified.map(({ type }) => type));
  if (ofDrg !== undefined && types.has(ofDrg)) return { type: ofDrg, source: "inferred_from_drg" };
  // If rates are not loaded, their hospitals are unknown: the type is kept, and its price is then not found.
  if (ofDrg !== undefined && !hasRatesOf(ofDrg, sheet)) {
    return { type: ofDrg, source: "inferred_from_drg", reason: OF_DRG_NOT_LOADED };
  }
  const [only, another] = types;
  if (only !== undefined && another === undefined && only !== "acute" && hasRatesOf("acute", sheet)) {
    return { type: only, source: "sole_provider_certification" };
  }
  return { type: "acute", source: "default_acute" };
}

/** Whether rates of a service type are loaded at all, of any hospital. */
function hasRatesOf(type: ServiceType, sheet: Sheet): boolean {
  const table = type === "acute" ? acuteRates : type === "psychiatric" ? psychiatricRates : perDiemRates;
  return sheet.derived((data) => data.hasRows(table));
}

/** The effective rates of the hospital, of every service type (ny 5.2). */
function certifications(request: InpatientRequest, { opcert }: Provider, sheet: Sheet): readonly Certification[] {
  if (opcert === null) return [];
  const key = rateKey(opcert, request);
  return [
    ...sheet.effective(sheet.rows(acuteRates, key)).map((rate) => ({ type: "acute" as const, rate })),
    ...sheet.effective(sheet.rows(psychiatricRates, key)).map((rate) => ({ type: "psychiatric" as const, rate })),
    ...sheet.effective(sheet.rows(perDiemRates, key)).map((rate) => ({ type: rate.serviceType, rate })),
  ];
}

/** A rate code that names no service type (ny 5.2 rule 2a). */
function notRouted(request: InpatientRequest, hospital: Provider, sheet: Sheet): NoRate {
  const supported = supportedCodes("inpatient_rate_code", sheet);
  const certified = new Set(certifications(request, hospital, sheet).map(({ type }) => type));
  const remedy = [...certified].map((value) => ({
    parameter: "service_type",
    value,
    why: "the hospital has a rate for it",
  }));
  return sheet.noRate(
    "not_for_request",
    `Rate code ${request.rateCode} does not name a service type that can be priced; supported: ${supported}. Send service_type instead.`,
    { remedy, searched: { table: routing, key: { kind: "inpatient_rate_code", code: request.rateCode } } },
  );
}

/** The note on a rate code that the service type sent with it overruled (ny 5.2); null without one. */
export function overruledRateCode(
  { serviceType, rateCode }: InpatientRequest,
  routed: ServiceType | undefined,
): Words | null {
  if (serviceType === null || rateCode === null || routed === undefined || routed === serviceType) return null;
  return words`note: rate_code ${rateCode} names ${routed}, service_type ${serviceType} was used`;
}
