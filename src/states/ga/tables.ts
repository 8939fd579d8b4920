import { quarterToYearEnd } from "../../core/calendar/period.ts";
import { ONE } from "../../core/money/arithmetic.ts";
import { wordsAmong } from "../../core/text/labels.ts";
import {
  county,
  decimal,
  flag,
  inDollars,
  money,
  NPI,
  oneOf,
  otherwise,
  pattern,
  procedureCode,
  required,
  text,
} from "../../dataset/column.ts";
import { ENTITY_TYPES, type ProgramParameters } from "../../dataset/common-tables.ts";
import type { RowFault, RowOf } from "../../dataset/table.ts";
import { PLACES_OF_SERVICE, type PlaceOfService } from "../../pricing/place-of-service.ts";
import { programOf } from "../../pricing/program.ts";
import { StateTables } from "../../pricing/state/state-tables.ts";
import {
  FEE_CATEGORIES,
  type FeeCategory,
  isHospital,
  PROVIDER_TYPES,
  resolvedType,
  SERVICE_CATEGORY_WORDS,
  SEVERITIES,
} from "./values.ts";

export const tables = new StateTables("ga");
const CODE = required(procedureCode(/^[^a-z]+$/, "an upper-case procedure code"));
const MODIFIER = pattern(/^[^a-z]{2}$/u, "an upper-case modifier of two characters");
const LAB_MODIFIER = pattern(/^[^a-z]+$/, "an upper-case modifier");
const PROGRAM = pattern(/^[a-z][a-z0-9_]*$/, "a program name in lower snake case");
const PAYMENT_GROUP = required(pattern(/^0[1-9]$/, "a payment group, 01 to 09"));
const LOCALITY = required(pattern(/^0[1-8]$/, "a locality, 01 to 08"));
const ABOVE_ZERO = { aboveZero: true } as const;

export const providers = tables.undated({
  name: "providers",
  called: "providers",
  words: {
    addon_exempt: "exempt from the add-on",
  },
  section: "ga 2.1",
  columns: {
    npi: required(NPI),
    providerName: required(text()),
    campusName: text(),
    providerType: oneOf(PROVIDER_TYPES),
    entityType: oneOf(ENTITY_TYPES),
    primaryTaxonomyCode: pattern(/^.{10}$/u, "a NUCC code of ten characters"),
    primaryTaxonomyDisplayName: text(),
    streetAddress: text(),
    city: text(),
    county: text(),
    zipCode: text(),
    criticalAccessHospital: otherwise(flag(), false),
    addonExempt: otherwise(flag(), false),
  },
  // The page's key has the resolved type, which no cell holds; `uniqueness` of the state checks it.
  key: ["npi", "providerType", "campusName", "primaryTaxonomyCode"],
  rules: [
    (row) =>
      resolvedType(row) === null
        ? { column: "provider_type", reason: "required where the taxonomy does not tell the type" }
        : null,
    (row) =>
      row.campusName !== null && !isHospital(row)
        ? { column: "campus_name", reason: "only hospitals have campuses; leave it empty" }
        : null,
    (row) =>
      row.criticalAccessHospital && !isHospital(row)
        ? { column: "critical_access_hospital", reason: "only hospitals have critical access status" }
        : null,
    (row) =>
      row.addonExempt && !isHospital(row)
        ? { column: "addon_exempt", reason: "only hospitals get the Hospital Rate Add-On" }
        : null,
  ],
});

export type Provider = RowOf<typeof providers>;

export const enhancedEnrollments = tables.dated({
  prices: ["outpatient"],
  name: "enhanced_enrollments",
  called: "enrollments for enhanced rates",
  section: "ga 2.2",
  columns: {
    npi: required(NPI),
    program: required(PROGRAM),
  },
  key: ["npi", "program"],
  readBy: ["npi"],
});

export type Enrollment = RowOf<typeof enhancedEnrollments>;

/** Where the rows of each schedule may apply (ga 2.3). */
const PLACES_BY_CATEGORY: Readonly<Record<FeeCategory, readonly (PlaceOfService | null)[]>> = {
  physician_fs: ["non_facility", null],
  site_of_service: ["facility"],
  enhanced_rate: ["facility", "non_facility", null],
  anesthesia_flat: [null],
  padl_drug: [null],
  vaccine_admin: [null],
};

export const feeSchedule = tables.dated({
  prices: ["outpatient"],
  name: "fee_schedule",
  called: "fee schedules",
  words: wordsAmong(FEE_CATEGORIES, SERVICE_CATEGORY_WORDS),
  section: "ga 2.3",
  columns: {
    serviceCategory: required(oneOf(FEE_CATEGORIES)),
    code: CODE,
    modifier: MODIFIER,
    placeOfService: oneOf(PLACES_OF_SERVICE),
    program: PROGRAM,
    ageGroup: text(),
    rate: inDollars(decimal({ decimalsMax: 6 })),
    manuallyPriced: otherwise(flag(), false),
  },
  key: ["serviceCategory", "code", "modifier", "placeOfService", "program"],
  readBy: ["code"],
  rules: [
    eitherRateOrManuallyPriced,
    ({ serviceCategory, placeOfService }) => {
      const places = PLACES_BY_CATEGORY[serviceCategory];
      if (places.includes(placeOfService)) return null;
      const expected = places.map((place) => place ?? "an empty cell").join(" or ");
      return { column: "place_of_service", reason: `expected ${expected} on ${serviceCategory} rows` };
    },
    ({ serviceCategory, program }) => {
      if ((serviceCategory === "enhanced_rate") === (program !== null)) return null;
      const reason = program === null ? "required on enhanced_rate rows" : "only enhanced_rate rows have a program";
      return { column: "program", reason };
    },
    ({ serviceCategory, manuallyPriced }) =>
      serviceCategory === "enhanced_rate" && manuallyPriced
        ? { column: "manually_priced", reason: "enhanced_rate rows must have a rate" }
        : null,
  ],
});

export type FeeRow = RowOf<typeof feeSchedule>;

/** A row has an amount or says that there is none, never both (ga 2.3, 2.5). */
function eitherRateOrManuallyPriced(row: {
  readonly rate: unknown;
  readonly manuallyPriced: boolean;
}): RowFault | null {
  if ((row.rate === null) === row.manuallyPriced) return null;
  return row.manuallyPriced
    ? { column: "manually_priced", reason: "leave rate empty where manually_priced is true" }
    : { column: "rate", reason: "required unless manually_priced is true" };
}

export const anesthesiaBaseUnits = tables.dated({
  prices: ["outpatient"],
  name: "anesthesia_base_units",
  called: "anesthesia base units",
  section: "ga 2.4",
  columns: {
    code: CODE,
    baseUnits: required(decimal()),
  },
  key: ["code"],
});

export type BaseUnitsRow = RowOf<typeof anesthesiaBaseUnits>;

/** Few rows, read together because a failure lists the effective modifiers. */
export const anesthesiaConversionFactors = tables.dated({
  prices: ["outpatient"],
  name: "anesthesia_conversion_factors",
  called: "anesthesia conversion factors",
  section: "ga 2.4",
  columns: {
    modifier: MODIFIER,
    conversionFactor: inDollars(required(decimal(ABOVE_ZERO))),
  },
  key: ["modifier"],
  readBy: [],
});

export type ConversionFactorRow = RowOf<typeof anesthesiaConversionFactors>;

export const labRates = tables.dated({
  prices: ["outpatient"],
  name: "lab_rates",
  called: "laboratory rates",
  section: "ga 2.5",
  columns: {
    code: CODE,
    modifier: LAB_MODIFIER,
    rate: money(),
    manuallyPriced: otherwise(flag(), false),
  },
  key: ["code", "modifier"],
  readBy: ["code"],
  rules: [eitherRateOrManuallyPriced],
});

export type LabRow = RowOf<typeof labRates>;

export const medicareClfs = tables.dated({
  prices: ["outpatient"],
  name: "medicare_clfs",
  called: "Medicare's laboratory fees",
  section: "ga 2.5",
  columns: {
    code: CODE,
    modifier: LAB_MODIFIER,
    rate: required(money(ABOVE_ZERO)),
  },
  key: ["code", "modifier"],
  // An edition's rates are effective to the end of its year, unless a later quarter replaces them.
  editionDays: quarterToYearEnd,
});

export const ascProcedures = tables.dated({
  prices: ["outpatient"],
  name: "asc_procedures",
  called: "surgical center payment groups",
  section: "ga 2.6",
  columns: {
    code: CODE,
    paymentGroup: PAYMENT_GROUP,
  },
  key: ["code"],
});

export const ascRates = tables.dated({
  prices: ["outpatient"],
  name: "asc_rates",
  called: "surgical center rates",
  section: "ga 2.6",
  columns: {
    paymentGroup: PAYMENT_GROUP,
    locality: LOCALITY,
    rate: required(money()),
  },
  key: ["paymentGroup", "locality"],
});

/** The key is the county in its compared form (ga 4.6 step 1). */
export const ascLocalities = tables.dated({
  prices: ["outpatient"],
  name: "asc_localities",
  called: "surgical center localities",
  section: "ga 2.6",
  columns: {
    county: required(county()),
    locality: LOCALITY,
  },
  key: ["county"],
});

export const hospitalOutpatientRates = tables.dated({
  prices: ["outpatient"],
  name: "hospital_outpatient_rates",
  called: "hospital outpatient rates",
  section: "ga 2.7",
  columns: {
    npi: required(NPI),
    campusName: text(),
    outpatientInterimRate: required(decimal(ABOVE_ZERO)),
  },
  key: ["npi", "campusName"],
});

export const hospitalInpatientRates = tables.dated({
  prices: ["inpatient"],
  name: "hospital_inpatient_rates",
  called: "hospital inpatient rates",
  words: {
    ip_base_rate: "inpatient base rate",
    ip_ccr: "cost to charge ratio",
  },
  section: "ga 2.7",
  columns: {
    npi: required(NPI),
    campusName: text(),
    ipBaseRate: required(money()),
    ipCcr: decimal(ABOVE_ZERO),
  },
  key: ["npi", "campusName"],
});

export type HospitalInpatientRate = RowOf<typeof hospitalInpatientRates>;

export const drgWeights = tables.dated({
  prices: ["inpatient"],
  name: "drg_weights",
  called: "DRG weights",
  words: {
    soi: "severity of illness",
    alos: "average length of stay",
  },
  section: "ga 2.8",
  columns: {
    drg: required(pattern(/^[0-9]{3}$/, "three digits")),
    soi: required(oneOf(SEVERITIES)),
    relativeWeight: required(decimal()),
    alos: decimal(),
    costOutlierThreshold: money(),
    shortStayExempt: required(flag()),
  },
  key: ["drg", "soi"],
});

export type DrgWeight = RowOf<typeof drgWeights>;

const WHOLE = { decimalsMax: 0 } as const;
const WHOLE_FROM_ONE = { ...WHOLE, least: ONE } as const;

/** ga 2.9: the figures of the program that change over time, with their built-in values. */
const PARAMETERS = {
  hospital_addon_multiplier: { builtIn: "1.1188" },
  hospital_addon_multiplier_cah: { builtIn: "1.0" },
  outlier_payment_percentage: { builtIn: "0.893" },
  short_stay_days: { builtIn: "2", ...WHOLE },
  anesthesia_minutes_per_unit: { builtIn: "15", ...WHOLE_FROM_ONE },
  physical_status_units_P1: { builtIn: "0", ...WHOLE },
  physical_status_units_P2: { builtIn: "0", ...WHOLE },
  physical_status_units_P3: { builtIn: "1", ...WHOLE },
  physical_status_units_P4: { builtIn: "2", ...WHOLE },
  physical_status_units_P5: { builtIn: "3", ...WHOLE },
  physical_status_units_P6: { builtIn: "0", ...WHOLE },
} as const satisfies ProgramParameters;

export const parameters = tables.parameters("ga 2.9", PARAMETERS);

/** The program-wide figures of Georgia Medicaid (ga 2.9). */
export const georgiaProgram = programOf(parameters, PARAMETERS);
