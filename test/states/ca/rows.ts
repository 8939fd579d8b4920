import type { Day } from "../../../src/core/calendar/day.ts";
import { asMoney, ONE } from "../../../src/core/money/arithmetic.ts";
import { factor, whole } from "../../../src/core/money/factor.ts";
import type { Sheet } from "../../../src/pricing/sheet.ts";
import { constant } from "../../../src/pricing/worksheet/calculation.ts";
import type { Stay } from "../../../src/states/ca/inpatient/drg-payment.ts";
import { BARE_LINE, type OutpatientLine } from "../../../src/states/ca/outpatient/request.ts";
import {
  type ConversionFactorRow,
  type DrgWeight,
  type FeeRow,
  type HospitalRate,
  type PARAMETERS,
  type PricedFeeRow,
  parameters,
} from "../../../src/states/ca/tables.ts";
import { NOTATION } from "../../../src/states/ca/values.ts";
import { period } from "../../support/rules.ts";
import { parameterRows, sheetOver, type TableRows } from "../../support/sheet.ts";

export { period } from "../../support/rules.ts";

/*
 * Rows and lines for tests of single rules: everything at its most ordinary, except what a
 * test is about.
 */

export const DAY = "2025-10-01" as Day;

const IN_FORCE = period("2025-07-01");

export function feeRow(differences: Partial<FeeRow> = {}): FeeRow {
  return { ...pricedFeeRow(), ...differences };
}

export function pricedFeeRow(differences: Partial<PricedFeeRow> = {}): PricedFeeRow {
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
  return { ...BARE_LINE, providerType: "physician_office", code: "99213", ...differences };
}

/** A stay paid 10000.00 at a hospital whose costs are half its charges; average stay four days. */
export function stayOf({ days = 4, ...differences }: Partial<Stay> & { readonly days?: number } = {}): Stay {
  return {
    hospital: hospitalRate(),
    weight: drgWeight(),
    paymentRelativeWeight: constant("ca 5.3", ONE).called("payment relative weight"),
    lengthOfStay: constant("ca 5.4 step 1", whole(days), "days").called("length of stay"),
    totalCharges: null,
    isTransfer: false,
    ...differences,
  };
}

type ParameterName = keyof typeof PARAMETERS;

/** Figures of the program in place of the built-in ones; null stands for a figure that has no value on the day. */
export type Figures = Partial<Record<ParameterName, string | null>>;

/** A sheet for the day, over the rows and the figures that a test is about. */
export function sheetOf(figures: Figures = {}, ...tables: readonly TableRows[]): Sheet {
  return sheetOver(DAY, NOTATION, parameterRows(parameters, figures), ...tables);
}

/** What a result says that needs a figure which has no value on the day. */
export function withoutValue(name: ParameterName): string {
  return `Parameter ${name} has no value on ${DAY}; the nearest published period is 1999-01-01 to 1999-12-31.`;
}
