import type { Day } from "../../../src/calendar/day.ts";
import type { Period } from "../../../src/calendar/period.ts";
import type { RateData } from "../../../src/dataset/rate-data.ts";
import { keyOf, type Origin, type Table } from "../../../src/dataset/table.ts";
import { asMoney } from "../../../src/money/arithmetic.ts";
import { factor } from "../../../src/money/factor.ts";
import type { Money } from "../../../src/money/money.ts";
import { NoRate } from "../../../src/pricing/no-rate.ts";
import { requestReader } from "../../../src/request/read.ts";
import { type InpatientRequest, inpatientParameters } from "../../../src/states/ga/inpatient/request.ts";
import { type OutpatientRequest, outpatientParameters } from "../../../src/states/ga/outpatient/request.ts";
import type { GeorgiaProgram } from "../../../src/states/ga/program.ts";
import {
  type DrgWeight,
  type Enrollment,
  type FeeRow,
  type HospitalInpatientRate,
  type LabRow,
  PARAMETERS,
  type ParameterName,
  type Provider,
} from "../../../src/states/ga/tables.ts";

/*
 * Rows and requests for tests of single rules: everything at its most ordinary, except what a
 * test is about.
 */

export const DAY = "2025-09-15" as Day;
export const NPI = "1111111105";

export function period(start: string, end: string | null = null): Period {
  return { start: start as Day, end: end as Day | null };
}

export const IN_FORCE = { line: 2, period: period("2025-07-01") };
export const ENDED = { line: 2, period: period("2024-07-01", "2025-06-30") };

export function dollars(text: string): Money {
  return asMoney(factor(text));
}

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

type Query = Record<string, string>;

const outpatientReader = requestReader(outpatientParameters);
const inpatientReader = requestReader(inpatientParameters);

export function outpatientRequest(query: Query = {}): OutpatientRequest {
  const read = outpatientReader.fromQuery({ npi: NPI, billing_code: "99213", ...query }, { today: DAY });
  if (!read.ok) throw new Error(read.faults.map(({ message }) => message).join(" "));
  return read.request;
}

export function inpatientRequest(query: Query = {}): InpatientRequest {
  const read = inpatientReader.fromQuery({ npi: NPI, billing_code: "139-2", ...query }, { today: DAY });
  if (!read.ok) throw new Error(read.faults.map(({ message }) => message).join(" "));
  return read.request;
}

/** The built-in figures, with others in their place; null stands for a day without a value. */
export function program(figures: Partial<Record<ParameterName, string | null>> = {}): GeorgiaProgram {
  return (name) => {
    const text = name in figures ? figures[name] : PARAMETERS[name].builtIn;
    return text === null || text === undefined ? new NoRate(`Parameter ${name} has no value.`) : factor(text);
  };
}
