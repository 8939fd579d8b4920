import type { Day } from "../../../src/calendar/day.ts";
import { asMoney, ONE } from "../../../src/money/arithmetic.ts";
import { factor } from "../../../src/money/factor.ts";
import type { OutpatientLine } from "../../../src/states/ca/outpatient/line.ts";
import {
  type ConversionFactorRow,
  type DrgWeight,
  type FeeRow,
  type HospitalRate,
  PARAMETERS,
} from "../../../src/states/ca/tables.ts";
import { period, programsOf } from "../../support/rules.ts";

export { period } from "../../support/rules.ts";

/*
 * Rows and lines for tests of single rules: everything at its most ordinary, except what a
 * test is about.
 */

export const DAY = "2025-10-01" as Day;

const IN_FORCE = period("2025-07-01");

export function feeRow(differences: Partial<FeeRow> = {}): FeeRow {
  return {
    line: 2,
    procedureCode: "99213",
    procedureType: "Medicine",
    unitValue: factor("4.38"),
    conversionIndicator: "2",
    cutbackInd: 0,
    professionalFraction: null,
    familyPlanningEligible: false,
    hopdAddonEligible: true,
    publishedBasicRate: null,
    period: IN_FORCE,
    ...differences,
  };
}

export function factorRow(differences: Partial<ConversionFactorRow> = {}): ConversionFactorRow {
  return {
    line: 2,
    procedureType: "Medicine",
    conversionIndicator: "2",
    serviceType: "MEDICINE",
    emergency: false,
    providerType: null,
    ageGroup: "any",
    conversionFactor: factor("5.49"),
    selectionRank: 1,
    period: IN_FORCE,
    ...differences,
  };
}

export function hospitalRate(differences: Partial<HospitalRate> = {}): HospitalRate {
  return {
    line: 2,
    stateProviderId: "106190001",
    drgBaseRate: asMoney(factor("10000")),
    costToChargeRatio: factor("0.5"),
    casemixAdjustmentFactor: ONE,
    designatedNicu: false,
    designatedPublicHospital: false,
    period: IN_FORCE,
    ...differences,
  };
}

export function drgWeight(differences: Partial<DrgWeight> = {}): DrgWeight {
  return {
    line: 2,
    drg: "560",
    soi: 1,
    casemixWeight: ONE,
    nationalAverageLos: factor("4.00"),
    policyAdjustorA: ONE,
    policyAdjustorB: ONE,
    policyAdjustorC: ONE,
    policyAdjustorD: ONE,
    period: IN_FORCE,
    ...differences,
  };
}

export function outpatientLine(differences: Partial<OutpatientLine> = {}): OutpatientLine {
  return {
    childPatient: false,
    familyPlanningPrimaryDx: false,
    emergencyRoom: false,
    modifier: null,
    procedureType: null,
    serviceType: null,
    anesthesiaMinutes: null,
    providerType: "physician_office",
    code: "99213",
    ...differences,
  };
}

/** The built-in figures, with others in their place; null stands for a day without a value. */
export const program = programsOf(PARAMETERS);
