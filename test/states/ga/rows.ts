import type { Day } from "../../../src/core/calendar/day.ts";
import { factor } from "../../../src/core/money/factor.ts";
import type { RateLookup, Refused } from "../../../src/pricing/lookup.ts";
import { Outcome, RequestPricer, workedOut } from "../../../src/pricing/outcome.ts";
import type { Result } from "../../../src/pricing/result.ts";
import type { Sheet } from "../../../src/pricing/sheet.ts";
import type { Figure } from "../../../src/pricing/worksheet/calculation.ts";
import { inpatientParameters } from "../../../src/states/ga/inpatient/request.ts";
import type { Found } from "../../../src/states/ga/outpatient/price.ts";
import { outpatientParameters } from "../../../src/states/ga/outpatient/request.ts";
import type {
  DrgWeight,
  Enrollment,
  FeeRow,
  HospitalInpatientRate,
  LabRow,
  Provider,
} from "../../../src/states/ga/tables.ts";
import { NOTATION } from "../../../src/states/ga/values.ts";
import { money as dollars, period, requestsLike } from "../../support/rules.ts";
import { dataOf, sheetOver, type TableRows } from "../../support/sheet.ts";

export { money as dollars, period } from "../../support/rules.ts";

/*
 * Rows and requests for tests of single rules: everything at its most ordinary, except what a
 * test is about.
 */

export const DAY = "2025-09-15" as Day;
export const NPI = "1111111105";

export const IN_FORCE = { line: 2, period: period("2025-07-01") };
export const ENDED = { line: 2, period: period("2024-07-01", "2025-06-30") };

export function sheetOf(...tables: readonly TableRows[]): Sheet {
  return sheetOver(DAY, NOTATION, ...tables);
}

export function pricerOf(...tables: readonly TableRows[]): RequestPricer {
  return new RequestPricer(dataOf(...tables), DAY, "date_of_service", NOTATION);
}

/** What an outpatient rule comes to on a sheet. */
export function outpatientOutcome(sheet: Sheet, rule: (sheet: Sheet, found: Found) => Figure | null): Outcome<Found> {
  return workedOut<Found>(sheet, {}, rule);
}

/** Why a row that was read is not used; undefined for a row that was not read. */
export function whyNot({ sheet }: Outcome, row: object): string | null | undefined {
  return sheet.readings.rowsOn(DAY).find((read) => read.row === row)?.whyNot;
}

/** The one result of a lookup that nobody is priced for. */
export function refusedResult(
  lookup: RateLookup,
  request: Parameters<RateLookup["result"]>[0],
  { noRate, found, about }: Refused<object, unknown>,
): Result {
  return lookup.result(request, about, new Outcome(sheetOf(), found, null, noRate), dataOf(), null);
}

export function provider(differences: Partial<Provider> = {}): Provider {
  return {
    line: 2,
    npi: NPI,
    providerName: "BAKER TOM MD",
    campusName: null,
    providerType: "PHYSICIAN",
    entityType: null,
    primaryTaxonomyCode: null,
    primaryTaxonomyDisplayName: null,
    streetAddress: null,
    city: null,
    county: null,
    zipCode: null,
    criticalAccessHospital: false,
    addonExempt: false,
    ...differences,
  };
}

export function hospital(differences: Partial<Provider> = {}): Provider {
  return provider({ providerType: "HOSPITAL", providerName: "PEACHTREE", ...differences });
}

export function feeRow(differences: Partial<FeeRow> = {}): FeeRow {
  return {
    ...IN_FORCE,
    serviceCategory: "physician_fs",
    code: "99213",
    modifier: null,
    placeOfService: null,
    program: null,
    ageGroup: null,
    rate: factor("76.15"),
    manuallyPriced: false,
    ...differences,
  };
}

export function enhancedRow(program: string, differences: Partial<FeeRow> = {}): FeeRow {
  return feeRow({ serviceCategory: "enhanced_rate", program, ...differences });
}

export function enrollment(program: string, differences: Partial<Enrollment> = {}): Enrollment {
  return { ...IN_FORCE, npi: NPI, program, ...differences };
}

export function labRow(differences: Partial<LabRow> = {}): LabRow {
  return { ...IN_FORCE, code: "99213", modifier: null, rate: dollars("8.10"), manuallyPriced: false, ...differences };
}

export function drgWeight(differences: Partial<DrgWeight> = {}): DrgWeight {
  return {
    ...IN_FORCE,
    drg: "139",
    soi: "2",
    relativeWeight: factor("1"),
    alos: factor("3.12"),
    costOutlierThreshold: dollars("30000"),
    shortStayExempt: false,
    ...differences,
  };
}

export function inpatientRate(differences: Partial<HospitalInpatientRate> = {}): HospitalInpatientRate {
  return {
    ...IN_FORCE,
    npi: NPI,
    campusName: null,
    ipBaseRate: dollars("10000"),
    ipCcr: factor("0.5"),
    ...differences,
  };
}

export const outpatientRequest = requestsLike(outpatientParameters, { npi: NPI, billing_code: "99213" }, DAY);

export const inpatientRequest = requestsLike(inpatientParameters, { npi: NPI, billing_code: "139-2" }, DAY);
