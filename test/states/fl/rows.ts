import type { Day } from "../../../src/calendar/day.ts";
import type { Period } from "../../../src/calendar/period.ts";
import { asMoney } from "../../../src/money/arithmetic.ts";
import { factor } from "../../../src/money/factor.ts";
import type { Money } from "../../../src/money/money.ts";
import { NoRate } from "../../../src/pricing/no-rate.ts";
import { requestReader } from "../../../src/request/read.ts";
import type { CaseFigures } from "../../../src/states/fl/inpatient/figures.ts";
import type { Stay } from "../../../src/states/fl/inpatient/stay.ts";
import { type OutpatientRequest, outpatientParameters } from "../../../src/states/fl/outpatient/request.ts";
import type { FloridaProgram } from "../../../src/states/fl/program.ts";
import {
  type DrgRate,
  type DrgWeight,
  type FeeRow,
  type MultiplierRule,
  PARAMETERS,
  type ParameterName,
} from "../../../src/states/fl/tables.ts";

/*
 * Rows and requests for tests of single rules: everything at its most ordinary, except what a
 * test is about.
 */

export const DAY = "2026-03-15" as Day;

export function period(start: string, end: string | null = null): Period {
  return { start: start as Day, end: end as Day | null };
}

export function money(text: string): Money {
  return asMoney(factor(text));
}

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

const reader = requestReader(outpatientParameters);

export function outpatientRequest(query: Record<string, string> = {}): OutpatientRequest {
  const read = reader.fromQuery({ npi: "1000000011", billing_code: "99213", ...query }, { today: DAY });
  if (!read.ok) throw new Error(read.faults.map(({ message }) => message).join(" "));
  return read.request;
}

/** The built-in figures, with others in their place; null stands for a day without a value. */
export function program(figures: Partial<Record<ParameterName, string | null>> = {}): FloridaProgram {
  return (name) => {
    const text = name in figures ? figures[name] : PARAMETERS[name].builtIn;
    return text === null || text === undefined ? new NoRate(`Parameter ${name} has no value.`) : factor(text);
  };
}
