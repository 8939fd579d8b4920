import { onlyInForce } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { SEVERITIES } from "../../../request/kinds.ts";
import { lookUp, noneInForce, noOperatingCertificate } from "../failures.ts";
import { certificateDigits } from "../operating-certificate.ts";
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
import type { AprDrg, InpatientRequest } from "./request.ts";
import { isDrgServiceType, isDualDiagnosis } from "./service-type.ts";

/** What the hospital and the request lack before any rate is looked up (ny 5.3 steps 1 to 3); null when nothing. */
export function refusalBeforePricing(request: InpatientRequest, hospital: Provider, type: ServiceType): NoRate | null {
  if (hospital.opcert === null) return noOperatingCertificate(hospital);
  const { billingCode, lengthOfStay, alcDays } = request;
  if (isDrgServiceType(type)) {
    if (billingCode === null) {
      return new NoRate(
        `billing_code is required for service_type ${type}; send an APR-DRG code as <drg> or <drg>-<soi>.`,
      );
    }
    if (billingCode.aprDrg === null) {
      return new NoRate(
        `billing_code ${billingCode.sent} is not an APR-DRG code of the form <drg> or <drg>-<soi> with a severity of 1 to 4.`,
      );
    }
  }
  if (isDualDiagnosis(type) && alcDays > 0) {
    return new NoRate(
      `alc_days is not supported for ${type}: no ALC per diem exists for dual diagnosis psychiatric services.`,
    );
  }
  if (lengthOfStay !== null && alcDays > lengthOfStay) {
    return new NoRate(`alc_days (${alcDays}) cannot be more than length_of_stay (${lengthOfStay}).`);
  }
  return null;
}

/** The weight of the severity asked for, or of every severity in force, ascending (ny 5.3 step 4). */
export function weightsOf(
  { drg, soi }: AprDrg,
  type: DrgServiceType,
  { dischargeDate: day }: InpatientRequest,
  data: RateData,
): readonly DrgWeight[] | NoRate {
  const published = (soi === null ? SEVERITIES : [soi]).map((severity) => data.rows(drgWeights, type, drg, severity));
  const weights = published.map((rows) => onlyInForce(rows, day)).filter((weight) => weight !== undefined);
  if (weights.length > 0) return weights;

  const code = soi === null ? `APR-DRG ${drg}` : `APR-DRG ${drg}-${soi}`;
  return noneInForce(published.flat(), day, `${type} service intensity weight`, code);
}

/** The acute rate of a hospital (ny 5.3 step 5). */
export function acuteRateOf(opcert: string, request: InpatientRequest, data: RateData): AcuteRate | NoRate {
  const published = data.rows(acuteRates, certificateDigits(opcert), request.payerClass);
  return lookUp(published, request.dischargeDate, "acute inpatient rate", rateKey(opcert, request));
}

/** The psychiatric rate of a hospital: that of the age group before the one for both (ny 5.3 step 5, 2). */
export function psychiatricRateOf(opcert: string, request: InpatientRequest, data: RateData): PsychiatricRate | NoRate {
  const { ageGroup, payerClass, dischargeDate: day } = request;
  const published = data
    .rows(psychiatricRates, certificateDigits(opcert), payerClass)
    .filter((row) => row.ageGroup === ageGroup || row.ageGroup === null);
  const ofAgeGroup = published.filter((row) => row.ageGroup === ageGroup);
  return (
    onlyInForce(ofAgeGroup, day) ??
    lookUp(published, day, "psychiatric inpatient rate", `${rateKey(opcert, request)}, age group ${ageGroup}`)
  );
}

/** The rate of a per-diem service type at a hospital (ny 5.3 step 5). */
export function perDiemRateOf(
  opcert: string,
  type: PerDiemServiceType,
  request: InpatientRequest,
  data: RateData,
): PerDiemRate | NoRate {
  const published = data
    .rows(perDiemRates, certificateDigits(opcert), request.payerClass)
    .filter((row) => row.serviceType === type);
  return lookUp(published, request.dischargeDate, `${type} inpatient rate`, rateKey(opcert, request));
}

function rateKey(opcert: string, { payerClass }: InpatientRequest): string {
  return `operating certificate ${opcert}, payer class ${payerClass}`;
}
