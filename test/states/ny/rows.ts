import type { Day } from "../../../src/core/calendar/day.ts";
import { factor } from "../../../src/core/money/factor.ts";
import { inpatientParameters } from "../../../src/states/ny/inpatient/request.ts";
import { outpatientParameters } from "../../../src/states/ny/outpatient/request.ts";
import type {
  AcuteRate,
  ApgFeeRow,
  DrgWeight,
  FeeRow,
  PerDiemRate,
  Provider,
  PsychiatricRate,
} from "../../../src/states/ny/tables.ts";
import { money, period, requestsLike } from "../../support/rules.ts";

export { money, period } from "../../support/rules.ts";

/*
 * Rows and requests for tests of single rules: everything at its most ordinary, except what a
 * test is about.
 */

export const DAY = "2025-03-01" as Day;

const IN_FORCE = period("2025-01-01");

export function provider(differences: Partial<Provider> = {}): Provider {
  return {
    line: 2,
    npi: "1100000001",
    stateProviderId: "00100001",
    opcert: "7000101H",
    providerName: "EXAMPLE",
    providerType: "HOSPITAL",
    entityType: null,
    nyProfessionOrService: null,
    nyProviderSpecialty: null,
    primaryTaxonomyCode: null,
    streetAddress: null,
    city: null,
    county: null,
    state: null,
    zipCode: null,
    peerGroups: [],
    serviceRegions: [],
    ...differences,
  };
}

export function clinic(differences: Partial<Provider> = {}): Provider {
  return provider({ providerType: "OUTPATIENT_CLINIC_ASC", opcert: null, peerGroups: ["clinic"], ...differences });
}

export function feeRow(differences: Partial<FeeRow> = {}): FeeRow {
  return {
    line: 2,
    schedule: "physician",
    code: "99213",
    modifier: null,
    placeOfService: null,
    fee: money("50.00"),
    modifierAdjustment: null,
    anesthesiaBaseUnits: null,
    unitsLimit: null,
    byReport: false,
    priorAuthRequired: false,
    isSourceDefault: false,
    period: IN_FORCE,
    ...differences,
  };
}

/** A flat fee of 25.50 without a limit. */
export function apgFee(differences: Partial<ApgFeeRow> = {}): ApgFeeRow {
  return { line: 2, code: "90656", amount: factor("25.5"), maxUnits: null, period: IN_FORCE, ...differences };
}

/** A weight of one with an average stay of four days. */
export function drgWeight(differences: Partial<DrgWeight> = {}): DrgWeight {
  return {
    line: 2,
    serviceType: "acute",
    drg: "139",
    soi: 2,
    siw: factor("1.0000"),
    alos: factor("4.00"),
    costOutlierThreshold: money("20000.00"),
    period: IN_FORCE,
    ...differences,
  };
}

/** A discharge rate of 10000.00 and nothing else. */
export function acuteRate(differences: Partial<AcuteRate> = {}): AcuteRate {
  return {
    line: 2,
    opcert: "7000101",
    payerClass: "FFS",
    dischargeRate: money("10000.00"),
    dme: null,
    capitalPerDisch: null,
    capitalPerDiem: null,
    addonAmbulance: null,
    addonTeachingElection: null,
    addonSchoolNursing: null,
    addonMinWage: null,
    safetyNetSdpPerDisch: null,
    hhAcrPerDisch: null,
    alcPerDiem: null,
    isaf: null,
    highCostCc: null,
    period: IN_FORCE,
    ...differences,
  };
}

/** A base per diem of 100.00 and nothing else. */
export function psychiatricRate(differences: Partial<PsychiatricRate> = {}): PsychiatricRate {
  return {
    line: 2,
    opcert: "7000101",
    payerClass: "FFS",
    ageGroup: null,
    basePerDiem: money("100.00"),
    nonOpPerDiem: null,
    ectPerTreatment: null,
    alcPerDiem: null,
    sdpPerDiem: null,
    hhAcrPerDiem: null,
    dmePerDiem: null,
    period: IN_FORCE,
    ...differences,
  };
}

export function perDiemRate(differences: Partial<PerDiemRate> = {}): PerDiemRate {
  return {
    line: 2,
    opcert: "7000101",
    payerClass: "FFS",
    serviceType: "med_rehab",
    perDiem: money("1000.00"),
    alcPerDiem: null,
    period: IN_FORCE,
    ...differences,
  };
}

export const outpatientRequest = requestsLike(outpatientParameters, { npi: "1100000001", billing_code: "99213" }, DAY);

export const inpatientRequest = requestsLike(inpatientParameters, { npi: "1100000001" }, DAY);
