import {
  county,
  decimal,
  flag,
  inDollars,
  money,
  oneOf,
  otherwise,
  pattern,
  procedureCode,
  required,
  text,
} from "./column.ts";
import { commonTables, type ProgramParameters, parameterTable } from "./common-tables.ts";
import { datedTable, type RowOf, type Table } from "./table.ts";

/** Tables of Medicare's schedules, in the dataset's `medicare/` folder: a benchmark that all states share. */
export const MEDICARE = "medicare";

const ABOVE_ZERO = { aboveZero: true } as const;
const CODE = required(procedureCode(/^[^a-z]+$/, "an upper-case procedure code"));
const MODIFIER = pattern(/^[A-Z0-9]{2}$/, "an upper-case modifier of two characters");
const CONTRACTOR = required(pattern(/^[0-9]{5}$/, "a Medicare contractor, five digits"));
const LOCALITY = required(pattern(/^[0-9]{2}$/, "a locality, two digits"));
const STATE = required(pattern(/^[A-Z]{2}$/, "a state, two upper-case letters"));
const INDICATOR = pattern(/^[0-9]$/, "an indicator of one digit");
const RELATIVE_VALUE = required(decimal());
const INDEX = required(decimal(ABOVE_ZERO));

/** What a status code says about the payment of a code (medicare 3). */
export const STATUS_CODES = ["A", "B", "C", "E", "I", "J", "M", "N", "P", "R", "T", "X"] as const;

export type StatusCode = (typeof STATUS_CODES)[number];

/** One row for each code, and for each of its components (26, TC) and the discontinued procedure (53). */
export const physicianValues = datedTable({
  folder: MEDICARE,
  name: "physician_values",
  called: "Medicare's relative values",
  words: {
    work_rvu: "relative value of the work",
    non_facility_practice_rvu: "relative value of the practice, not at a facility",
    non_facility_na: "not at a facility: not paid",
    facility_practice_rvu: "relative value of the practice, at a facility",
    facility_na: "at a facility: not paid",
    malpractice_rvu: "relative value of malpractice",
    pctc_indicator: "component indicator",
  },
  section: "medicare 2.1",
  columns: {
    code: CODE,
    modifier: MODIFIER,
    statusCode: required(oneOf(STATUS_CODES)),
    workRvu: RELATIVE_VALUE,
    nonFacilityPracticeRvu: RELATIVE_VALUE,
    nonFacilityNa: otherwise(flag(), false),
    facilityPracticeRvu: RELATIVE_VALUE,
    facilityNa: otherwise(flag(), false),
    malpracticeRvu: RELATIVE_VALUE,
    conversionFactor: inDollars(required(decimal(ABOVE_ZERO))),
    pctcIndicator: INDICATOR,
    globalDays: text(),
    multipleProcedure: INDICATOR,
    bilateralSurgery: INDICATOR,
    assistantSurgery: INDICATOR,
    coSurgery: INDICATOR,
    teamSurgery: INDICATOR,
    capNonFacilityPracticeRvu: decimal(ABOVE_ZERO),
    capFacilityPracticeRvu: decimal(ABOVE_ZERO),
    capMalpracticeRvu: decimal(),
  },
  key: ["code", "modifier"],
  readBy: ["code"],
  rules: [
    ({ capNonFacilityPracticeRvu, capFacilityPracticeRvu, capMalpracticeRvu }) => {
      const filled = [capNonFacilityPracticeRvu, capFacilityPracticeRvu, capMalpracticeRvu].filter(
        (value) => value !== null,
      );
      return filled.length === 0 || filled.length === 3
        ? null
        : { column: "cap_non_facility_practice_rvu", reason: "fill all three values of the cap, or none" };
    },
  ],
});

export type PhysicianValue = RowOf<typeof physicianValues>;

export const practiceCosts = datedTable({
  folder: MEDICARE,
  name: "practice_costs",
  called: "Medicare's practice cost indices",
  section: "medicare 2.2",
  columns: {
    contractor: CONTRACTOR,
    locality: LOCALITY,
    state: STATE,
    localityName: required(text()),
    workIndex: INDEX,
    practiceIndex: INDEX,
    malpracticeIndex: INDEX,
  },
  key: ["contractor", "locality"],
});

export type PracticeCost = RowOf<typeof practiceCosts>;

/** The locality of a ZIP code; `plusFour`: the ZIP code lies in several, and only its last four digits tell which. */
export const zipLocalities = datedTable({
  folder: MEDICARE,
  name: "zip_localities",
  called: "Medicare's localities of ZIP codes",
  words: {
    zip: "ZIP code",
  },
  section: "medicare 2.3",
  columns: {
    zip: required(pattern(/^[0-9]{5}$/, "a ZIP code, five digits")),
    state: STATE,
    contractor: CONTRACTOR,
    locality: LOCALITY,
    plusFour: otherwise(flag(), false),
  },
  key: ["zip"],
});

/** In place of a county: a locality that is a whole state, or the rest of one. */
export const ALL_COUNTIES = "ALL COUNTIES";
export const OTHER_COUNTIES = "ALL OTHER COUNTIES";

/** The counties of each locality, by name. Read by state, because a message lists them. */
export const countyLocalities = datedTable({
  folder: MEDICARE,
  name: "county_localities",
  called: "Medicare's localities of counties",
  section: "medicare 2.4",
  columns: {
    state: STATE,
    county: required(county()),
    contractor: CONTRACTOR,
    locality: LOCALITY,
  },
  key: ["state", "county"],
  readBy: ["state"],
});

export type CountyLocality = RowOf<typeof countyLocalities>;

export const anesthesiaFactors = datedTable({
  folder: MEDICARE,
  name: "anesthesia_factors",
  called: "Medicare's anesthesia factors",
  section: "medicare 2.5",
  columns: {
    contractor: CONTRACTOR,
    locality: LOCALITY,
    conversionFactor: inDollars(required(decimal(ABOVE_ZERO))),
  },
  key: ["contractor", "locality"],
});

export const anesthesiaBaseUnits = datedTable({
  folder: MEDICARE,
  name: "anesthesia_base_units",
  called: "Medicare's anesthesia base units",
  section: "medicare 2.5",
  columns: {
    code: CODE,
    baseUnits: required(decimal()),
  },
  key: ["code"],
});

export const laboratoryFees = datedTable({
  folder: MEDICARE,
  name: "laboratory_fees",
  called: "Medicare's laboratory fees",
  section: "medicare 2.6",
  columns: {
    code: CODE,
    modifier: MODIFIER,
    rate: required(money(ABOVE_ZERO)),
  },
  key: ["code", "modifier"],
  readBy: ["code"],
});

export type LaboratoryFee = RowOf<typeof laboratoryFees>;

/** medicare 2.7: figures of the anesthesia formula, with their built-in values. */
export const MEDICARE_PARAMETERS = {
  anesthesia_minutes_per_unit: { builtIn: "15", aboveZero: true },
  anesthesia_directed_share: { builtIn: "0.5", aboveZero: true },
} as const satisfies ProgramParameters;

export const medicareParameters = parameterTable(MEDICARE, "medicare 2.7", MEDICARE_PARAMETERS);

export const medicareTables: readonly Table[] = [
  physicianValues,
  practiceCosts,
  zipLocalities,
  countyLocalities,
  anesthesiaFactors,
  anesthesiaBaseUnits,
  laboratoryFees,
  medicareParameters,
];

/** The tables of no state: words for codes, and Medicare's schedules. Every release has them, with or without rows. */
export const sharedTables: readonly Table[] = [...(commonTables as readonly Table[]), ...medicareTables];
