import { foldName } from "../../core/text/folding.ts";
import { erased, type State } from "../../pricing/state/state.ts";
import { counterparts } from "./counterparts.ts";
import { inpatient } from "./inpatient/lookup.ts";
import { outpatient } from "./outpatient/lookup.ts";
import { providerTypeOf } from "./provider-type.ts";
import { providerDefinition } from "./providers.ts";
import { search } from "./search.ts";
import {
  acuteRates,
  apgFees,
  apgProcedures,
  apgWeights,
  drgWeights,
  dtcBaseRates,
  dtcCapital,
  type FeeRow,
  feeSchedule,
  hospitalApgRates,
  type Provider,
  parameters,
  perDiemRates,
  providers,
  psychiatricRates,
  type RoutingRow,
  routing,
} from "./tables.ts";

/** New York Medicaid. */
export const newYork: State = {
  code: "ny",
  name: "New York",
  tables: [
    providers,
    routing,
    feeSchedule,
    apgWeights,
    apgProcedures,
    apgFees,
    hospitalApgRates,
    dtcBaseRates,
    dtcCapital,
    drgWeights,
    acuteRates,
    psychiatricRates,
    perDiemRates,
    parameters,
  ],
  publications: async () => (await import("./publications/index.ts")).publications,
  providers: erased(providerDefinition),
  references: [],
  uniqueness: [
    {
      table: providers,
      column: "providerType",
      value: (row: Provider) => `${row.npi} ${row.stateProviderId ?? ""} ${providerTypeOf(row)}`,
      what: "a provider type, as derived where it is empty, that no other row of this npi and state_provider_id has",
    },
    {
      table: routing,
      column: "code",
      value: (row: RoutingRow) => (row.kind === "county" ? foldName(row.code) : null),
      what: "a county that is named once, whatever its spelling",
    },
  ],
  uniqueInForce: [
    {
      table: feeSchedule,
      column: "isSourceDefault",
      value: (row: FeeRow) => (row.isSourceDefault ? `${row.schedule} ${row.code} ${row.modifier ?? ""}` : null),
      what: "one source default in force per schedule, code and modifier",
    },
  ],
  lookups: [outpatient, inpatient],
  search,
  counterparts,
};
