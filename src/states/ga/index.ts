import { erased, type ProviderKind, type State } from "../../pricing/state/state.ts";
import { inpatient } from "./inpatient/lookup.ts";
import { outpatient } from "./outpatient/lookup.ts";
import { providerDefinition, search } from "./providers.ts";
import {
  ascLocalities,
  ascProcedures,
  ascRates,
  drgWeights,
  feeSchedule,
  hospitalInpatientRates,
  hospitalOutpatientRates,
  labRates,
  type Provider,
  providers,
  tables,
} from "./tables.ts";
import { isHospital, providerTypeOf, VALUE_WORDS } from "./values.ts";

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
  providerKinds,
};
