import { erased, type State } from "../../pricing/state/state.ts";
import { counterparts } from "./counterparts.ts";
import { inpatient } from "./inpatient/lookup.ts";
import { outpatient } from "./outpatient/lookup.ts";
import { isHospital, providerTypeOf } from "./provider-type.ts";
import { providerDefinition } from "./providers.ts";
import { search } from "./search.ts";
import {
  anesthesiaBaseUnits,
  anesthesiaConversionFactors,
  ascLocalities,
  ascProcedures,
  ascRates,
  drgWeights,
  enhancedEnrollments,
  feeSchedule,
  hospitalInpatientRates,
  hospitalOutpatientRates,
  labRates,
  medicareClfs,
  type Provider,
  parameters,
  providers,
} from "./tables.ts";

/** Georgia: Medicaid fee-for-service. */
export const georgia: State = {
  code: "ga",
  name: "Georgia",
  tables: [
    providers,
    enhancedEnrollments,
    feeSchedule,
    anesthesiaBaseUnits,
    anesthesiaConversionFactors,
    labRates,
    medicareClfs,
    ascProcedures,
    ascRates,
    ascLocalities,
    hospitalOutpatientRates,
    hospitalInpatientRates,
    drgWeights,
    parameters,
  ],
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
  counterparts,
};
