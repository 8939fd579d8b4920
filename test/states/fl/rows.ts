import type { Day } from "../../../src/core/calendar/day.ts";
import { factor, whole } from "../../../src/core/money/factor.ts";
import type { Sheet } from "../../../src/pricing/sheet.ts";
import { figuresOf, type Stay } from "../../../src/states/fl/inpatient/drg-payment.ts";
import { inpatientParameters } from "../../../src/states/fl/inpatient/request.ts";
import { outpatientParameters } from "../../../src/states/fl/outpatient/request.ts";
import {
  type DrgRate,
  type DrgWeight,
  type EapgRate,
  type EapgWeight,
  type FeeRow,
  type MultiplierRule,
  type ParameterName,
  type Provider,
  parameters,
} from "../../../src/states/fl/tables.ts";
import { NOTATION } from "../../../src/states/fl/values.ts";
import { money, period, requestsLike } from "../../support/rules.ts";
import { parameterRows, sheetOver, type TableRows } from "../../support/sheet.ts";

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

export function eapgWeight(differences: Partial<EapgWeight> = {}): EapgWeight {
  return { line: 2, eapg: "13", weight: factor("1.0000"), period: IN_FORCE, ...differences };
}

export function eapgRate(differences: Partial<EapgRate> = {}): EapgRate {
  return {
    line: 2,
    stateProviderId: "010100100",
    hospitalClass: "All Other",
    baseRate: money("100.00"),
    policyAdjustor: null,
    childrensAddon: null,
    period: IN_FORCE,
    ...differences,
  };
}

export function provider(differences: Partial<Provider> = {}): Provider {
  return {
    line: 2,
    npi: "1000000011",
    stateProviderId: "010100100",
    alternateNpis: [],
    providerName: "Provider",
    providerType: "HOSPITAL",
    flProviderTypeCode: null,
    flSpecialtyCode: null,
    entityType: null,
    primaryTaxonomy: null,
    providerCategory: null,
    streetAddress: null,
    city: null,
    county: null,
    zipCode: null,
    state: "FL",
    ...differences,
  };
}

/** Figures of the program in place of the built-in ones; null stands for a day without a value. */
export type Figures = Partial<Record<ParameterName, string | null>>;

/** The statewide base rate is the one figure that is not built in. */
export function programRows(figures: Figures = {}): TableRows {
  return parameterRows(parameters, { drg_base_rate: "10000.00", ...figures });
}

/** What is said of a figure that `programRows` leaves without a value. */
export function withoutValue(name: ParameterName): string {
  return `Parameter ${name} has no value on ${DAY}; the nearest published period is 1999-01-01 to 1999-12-31.`;
}

export function sheetWith(figures: Figures = {}, ...tables: readonly TableRows[]): Sheet {
  return sheetOver(DAY, NOTATION, programRows(figures), ...tables);
}

interface StayDifferences {
  readonly weight?: DrgWeight;
  readonly rate?: DrgRate;
  readonly isChild?: boolean;
  readonly isTransfer?: boolean;
  readonly lengthOfStay?: number;
  readonly totalCharges?: string | null;
}

/** A stay of four days, by the figures of the sheet's program. */
export function stayOn(sheet: Sheet, differences: StayDifferences = {}): Stay {
  const { weight = drgWeight(), rate = drgRate(), isChild = false, isTransfer = false } = differences;
  const { lengthOfStay = 4, totalCharges = null } = differences;
  return {
    weight,
    rate,
    figures: figuresOf(weight, rate, isChild, sheet),
    isChild,
    isTransfer,
    lengthOfStay: sheet.sent("LOS", "length_of_stay", whole(lengthOfStay), "days"),
    totalCharges:
      totalCharges === null ? null : sheet.sent("total charges", "total_charges", money(totalCharges), "dollars"),
  };
}

export const outpatientRequest = requestsLike(outpatientParameters, { npi: "1000000011", billing_code: "99213" }, DAY);

export const inpatientRequest = requestsLike(inpatientParameters, { npi: "1000000011", billing_code: "139-2" }, DAY);
