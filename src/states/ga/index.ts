import type { RowOf } from "../../dataset/table.ts";
import {
  type Counterpart,
  describedCodes,
  describedDrgs,
  erased,
  type ProviderKind,
  type State,
} from "../../pricing/state/state.ts";
import { inpatient } from "./inpatient/lookup.ts";
import { outpatient } from "./outpatient/lookup.ts";
import { providerDefinition, search } from "./providers.ts";
import {
  ascLocalities,
  ascProcedures,
  ascRates,
  drgWeights,
  type Enrollment,
  enhancedEnrollments,
  type FeeRow,
  feeSchedule,
  hospitalInpatientRates,
  hospitalOutpatientRates,
  labRates,
  type Provider,
  providers,
  tables,
} from "./tables.ts";
import { isHospital, providerTypeOf, VALUE_WORDS } from "./values.ts";

type AscRate = RowOf<typeof ascRates>;

/** A rate without a campus is that of all campuses of its NPI (ga 2.7): hospitals and rates are compared by NPI. */
const npiOf = (row: { readonly npi: string }) => row.npi;
const hospitals = { pricedIn: "inpatient", value: npiOf } as const;
const hospitalByNpi = { foundBy: "npi", value: (row: Provider) => (isHospital(row) ? row.npi : null) };

/** Rows that need each other (ga 2). */
const counterparts: readonly Counterpart[] = [
  {
    what: "hospitals without an outpatient rate",
    of: hospitals,
    needs: [{ table: hospitalOutpatientRates, value: npiOf }],
  },
  {
    what: "hospitals without an inpatient rate",
    of: hospitals,
    needs: [{ table: hospitalInpatientRates, value: npiOf }],
  },
  {
    what: "NPIs with a hospital outpatient rate that no hospital has",
    of: { table: hospitalOutpatientRates, value: npiOf },
    needs: [hospitalByNpi],
  },
  {
    what: "NPIs with a hospital inpatient rate that no hospital has",
    of: { table: hospitalInpatientRates, value: npiOf },
    needs: [hospitalByNpi],
  },
  {
    what: "enrolled NPIs that no provider has",
    of: { table: enhancedEnrollments, value: npiOf },
    needs: [{ foundBy: "npi", value: npiOf }],
  },
  {
    what: "programs with enhanced rates without an enrolled provider",
    of: { table: feeSchedule, value: (row: FeeRow) => row.program },
    needs: [{ table: enhancedEnrollments, value: (row: Enrollment) => row.program }],
  },
  {
    what: "payment groups of surgical procedures without a rate",
    of: { table: ascProcedures, value: (row: RowOf<typeof ascProcedures>) => row.paymentGroup },
    needs: [{ table: ascRates, value: (row: AscRate) => row.paymentGroup }],
  },
  {
    what: "localities of counties without a surgical center rate",
    of: { table: ascLocalities, value: (row: RowOf<typeof ascLocalities>) => row.locality },
    needs: [{ table: ascRates, value: (row: AscRate) => row.locality }],
  },
  describedCodes(feeSchedule, (row: FeeRow) => row.code),
  describedDrgs(drgWeights),
];

/** Who is priced from what (ga 1). */
const providerKinds: readonly ProviderKind[] = [
  { setting: "outpatient", providers: "Hospitals", needs: [{ table: hospitalOutpatientRates }] },
  { setting: "outpatient", providers: "Physicians", needs: [{ table: feeSchedule }] },
  {
    setting: "outpatient",
    providers: "Ambulatory surgical centers",
    needs: [{ table: ascProcedures }, { table: ascRates }, { table: ascLocalities }],
  },
  { setting: "outpatient", providers: "Clinical laboratories", needs: [{ table: labRates }] },
  { setting: "inpatient", providers: "Hospitals", needs: [{ table: drgWeights }, { table: hospitalInpatientRates }] },
];

/** Georgia: Medicaid fee-for-service. */
export const georgia: State = {
  code: "ga",
  name: "Georgia",
  tables: tables.all,
  publications: async () => (await import("./publications/index.ts")).publications,
  providers: erased(providerDefinition),
  references: [],
  uniqueness: [
    {
      table: providers,
      column: "npi",
      value: (row: Provider) => [row.npi, providerTypeOf(row), row.campusName ?? ""].join(" ").trimEnd(),
      what: "one row per npi, provider type (of the taxonomy where the cell is empty) and campus_name",
    },
  ],
  agreements: [
    {
      table: providers,
      column: "campusName",
      group: (row: Provider) => (isHospital(row) ? row.npi : null),
      value: (row: Provider) => (row.campusName === null ? "no campus" : "a campus"),
      what: "a campus on every HOSPITAL row of an NPI, or on none",
    },
  ],
  lookups: [outpatient, inpatient],
  search,
  valueWords: VALUE_WORDS,
  counterparts,
  providerKinds,
};
