import { erased, type ProviderKind, type State } from "../../pricing/state/state.ts";
import { inpatient } from "./inpatient/lookup.ts";
import { outpatient } from "./outpatient/lookup.ts";
import { providerDefinition, search } from "./providers.ts";
import {
  conversionFactors,
  drgWeights,
  hospitalRates,
  outpatientRates,
  type Provider,
  providers,
  tables,
} from "./tables.ts";
import { isHospital, VALUE_WORDS } from "./values.ts";

const hospitalId = (row: Provider) => (isHospital(row) ? row.stateProviderId : null);

/** California: Medi-Cal fee-for-service (ca 1 has its methods in one table). */
export const california: State = {
  code: "ca",
  name: "California",
  program: "Medi-Cal",
  tables: tables.all,
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
  valueWords: VALUE_WORDS,
  // Who is priced from what (ca 1).
  providerKinds: [
    ...["Hospitals", "Physician offices, clinics, podiatrists and nurse anesthetists"].map(
      (providers): ProviderKind => ({
        setting: "outpatient",
        providers,
        needs: [{ table: outpatientRates }, { table: conversionFactors }],
      }),
    ),
    { setting: "inpatient", providers: "Hospitals", needs: [{ table: drgWeights }, { table: hospitalRates }] },
  ],
};
