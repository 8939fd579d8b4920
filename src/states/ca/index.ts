import { erased, type State } from "../../pricing/state/state.ts";
import { counterparts } from "./counterparts.ts";
import { inpatient } from "./inpatient/lookup.ts";
import { outpatient } from "./outpatient/lookup.ts";
import { isHospital } from "./provider-type.ts";
import { providerDefinition } from "./providers.ts";
import { search } from "./search.ts";
import {
  conversionFactors,
  drgWeights,
  hospitalRates,
  outpatientRates,
  type Provider,
  parameters,
  providers,
} from "./tables.ts";

const hospitalId = (row: Provider) => (isHospital(row) ? row.stateProviderId : null);

/** California: Medi-Cal fee-for-service (ca 1 has its methods in one table). */
export const california: State = {
  code: "ca",
  name: "California",
  tables: [providers, outpatientRates, conversionFactors, hospitalRates, drgWeights, parameters],
  publications: async () => (await import("./publications/index.ts")).publications,
  providers: erased(providerDefinition),
  references: [
    {
      from: hospitalRates,
      column: "stateProviderId",
      to: providers,
      offers: hospitalId,
      what: "a hospital of ca/providers.csv",
    },
  ],
  uniqueness: [{ table: providers, column: "stateProviderId", value: hospitalId, what: "unique among hospitals" }],
  lookups: [outpatient, inpatient],
  search,
  counterparts,
};
