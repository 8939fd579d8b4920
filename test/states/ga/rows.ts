import type { Day } from "../../../src/calendar/day.ts";
import type { RateData } from "../../../src/dataset/rate-data.ts";
import { keyOf, type Origin, type Table } from "../../../src/dataset/table.ts";
import { factor } from "../../../src/money/factor.ts";
import { inpatientParameters } from "../../../src/states/ga/inpatient/request.ts";
import { outpatientParameters } from "../../../src/states/ga/outpatient/request.ts";
import {
  type DrgWeight,
  type Enrollment,
  type FeeRow,
  type HospitalInpatientRate,
  type LabRow,
  PARAMETERS,
  type Provider,
} from "../../../src/states/ga/tables.ts";
import { money as dollars, period, programsOf, requestsLike } from "../../support/rules.ts";

export { money as dollars, period } from "../../support/rules.ts";

/*
 * Rows and requests for tests of single rules: everything at its most ordinary, except what a
 * test is about.
 */

export const DAY = "2025-09-15" as Day;
export const NPI = "1111111105";

export const IN_FORCE = { line: 2, period: period("2025-07-01") };
export const ENDED = { line: 2, period: period("2024-07-01", "2025-06-30") };

/** Tables with their rows, as an open release would give them. */
export function dataOf(...tables: readonly (readonly [table: unknown, rows: readonly Origin[]])[]): RateData {
  const rowsOf = (table: unknown) => tables.find(([each]) => each === table)?.[1] ?? [];
  return {
    rows<Row extends Origin>(table: Table<Row>, ...key: readonly unknown[]) {
      const wanted = keyOf(key);
      return rowsOf(table).filter((row) => {
        const values = row as unknown as Record<string, unknown>;
        return keyOf(table.readBy.map((name) => values[name])) === wanted;
      }) as unknown as readonly Row[];
    },
    hasRows: (table) => rowsOf(table).length > 0,
  };
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

/** The built-in figures, with others in their place; null stands for a day without a value. */
export const program = programsOf(PARAMETERS);
