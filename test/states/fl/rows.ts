import type { Day } from "../../../src/calendar/day.ts";
import { factor } from "../../../src/money/factor.ts";
import type { CaseFigures } from "../../../src/states/fl/inpatient/figures.ts";
import type { Stay } from "../../../src/states/fl/inpatient/stay.ts";
import { outpatientParameters } from "../../../src/states/fl/outpatient/request.ts";
import {
  type DrgRate,
  type DrgWeight,
  type FeeRow,
  type MultiplierRule,
  PARAMETERS,
} from "../../../src/states/fl/tables.ts";
import { money, period, programsOf, requestsLike } from "../../support/rules.ts";

export { money, period } from "../../support/rules.ts";

/*
 * Rows and requests for tests of single rules: everything at its most ordinary, except what a
 * test is about.
 */

export const DAY = "2026-03-15" as Day;

const IN_FORCE = period("2026-01-01");

export function feeRow(differences: Partial<FeeRow> = {}): FeeRow {
  return {
    line: 2,
    schedule: "PRACTITIONER",
    code: "99213",
    modifier: null,
    fsi: money("100.00"),
    facility: null,
    pci: null,
    tci: null,
    byReport: false,
    priorAuthRequired: false,
    period: IN_FORCE,
    ...differences,
  };
}

/** A row whose code is covered without a published amount. */
export function byReportRow(differences: Partial<FeeRow> = {}): FeeRow {
  return feeRow({ fsi: null, byReport: true, ...differences });
}

export function multiplierRule(multiplier: string, differences: Partial<MultiplierRule> = {}): MultiplierRule {
  return {
    line: 2,
    kind: "specialty",
    multiplier: factor(multiplier),
    providerTypeCodes: [],
    specialtyCodes: [],
    childPatientOnly: false,
    codeStart: null,
    codeEnd: null,
    schedules: ["PRACTITIONER"],
    period: IN_FORCE,
    ...differences,
  };
}

/** A case paid 10000.00 before adjustments, with an average stay of four days. */
export function drgWeight(differences: Partial<DrgWeight> = {}): DrgWeight {
  return {
    line: 2,
    drg: "139",
    soi: 2,
    relativeWeight: factor("1.0000"),
    meanLos: factor("4.00"),
    ageAdjustor: null,
    pediatricServiceLine: null,
    adultServiceLine: null,
    transferExempt: false,
    period: IN_FORCE,
    ...differences,
  };
}

/** A hospital whose costs are half its charges. */
export function drgRate(differences: Partial<DrgRate> = {}): DrgRate {
  return {
    line: 2,
    stateProviderId: "010100100",
    hospitalClass: "All Other",
    traumaClass: null,
    providerAdjustor: null,
    costToChargeRatio: factor("0.5"),
    casemix: null,
    childrensAddon: null,
    period: IN_FORCE,
    ...differences,
  };
}

export function caseFigures(differences: Partial<CaseFigures> = {}): CaseFigures {
  return {
    statewideBaseRate: money("10000.00"),
    serviceAdjustor: factor("1.0"),
    outlierThreshold: factor("60000"),
    marginalCostPercentage: factor("0.60"),
    traumaPercentage: null,
    ...differences,
  };
}

export function stay(differences: Partial<Stay> = {}): Stay {
  return {
    weight: drgWeight(),
    rate: drgRate(),
    figures: caseFigures(),
    isChild: false,
    isTransfer: false,
    lengthOfStay: 4,
    totalCharges: null,
    ...differences,
  };
}

export const outpatientRequest = requestsLike(outpatientParameters, { npi: "1000000011", billing_code: "99213" }, DAY);

/** The built-in figures, with others in their place; null stands for a day without a value. */
export const program = programsOf(PARAMETERS);
