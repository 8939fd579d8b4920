import { SEVERITIES } from "../../../pricing/request/kinds.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { lookUp, noneEffective, noOperatingCertificate } from "../failures.ts";
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
import type { DrgServiceType, PerDiemServiceType, ServiceType } from "../values.ts";
import { type AprDrg, ageGroupOf, type InpatientRequest } from "./request.ts";
import { isDrgServiceType, isDualDiagnosis } from "./service-type.ts";
import { rateKey, rateKeyText } from "./stay.ts";

/** The result of the checks before pricing: a certificate and, if the stay is priced by it, an APR-DRG. */
export type CheckedStay =
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
export function acuteRateOf(opcert: string, request: InpatientRequest, sheet: Sheet): AcuteRate {
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
