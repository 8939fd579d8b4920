import { describedCodes, describedDrgs, erased, type State } from "../../pricing/state/state.ts";
import { inpatient } from "./inpatient/lookup.ts";
import { outpatient } from "./outpatient/lookup.ts";
import { providerDefinition } from "./providers.ts";
import { search } from "./search.ts";
import {
  codes,
  type DrgRate,
  drgRates,
  drgWeights,
  type EapgRate,
  eapgRates,
  type FeeRow,
  feeSchedule,
  type Provider,
  parameters,
  providers,
} from "./tables.ts";
import { isPricedByEapg } from "./values.ts";

const hospitalId = ({ providerType, stateProviderId }: Provider) =>
  providerType === "HOSPITAL" ? stateProviderId : null;

const hospitalOrSurgicalCenterId = ({ providerType, stateProviderId }: Provider) =>
  isPricedByEapg(providerType) ? stateProviderId : null;

const hospitals = {
  pricedIn: "inpatient",
  value: (row: Provider) => row.stateProviderId ?? `NPI ${row.npi}`,
} as const;

/** Florida: Medicaid fee-for-service of the Agency for Health Care Administration (fl 1 has its methods in one table). */
export const florida: State = {
  code: "fl",
  name: "Florida",
  tables: [providers, codes, ...outpatient.tables, ...inpatient.tables, parameters],
  publications: async () => (await import("./publications/index.ts")).publications,
  providers: erased(providerDefinition),
  references: [
    {
      from: eapgRates,
      column: "stateProviderId",
      to: providers,
      offers: hospitalOrSurgicalCenterId,
      what: "a hospital or surgical center of fl/providers.csv",
    },
    {
      from: drgRates,
      column: "stateProviderId",
      to: providers,
      offers: hospitalId,
      what: "a hospital of fl/providers.csv",
    },
  ],
  uniqueness: [],
  requirements: [
    {
      table: eapgRates,
      column: "hospitalClass",
      where: "stateProviderId",
      of: providers,
      offers: hospitalId,
      what: "a hospital class, since a hospital of fl/providers.csv has this ID",
    },
  ],
  lookups: [outpatient, inpatient],
  search,
  // Rows that need each other (fl 2).
  counterparts: [
    {
      what: "hospitals without an EAPG base rate",
      of: hospitals,
      needs: [{ table: eapgRates, value: (row: EapgRate) => row.stateProviderId }],
    },
    {
      what: "hospitals without a DRG rate",
      of: hospitals,
      needs: [{ table: drgRates, value: (row: DrgRate) => row.stateProviderId }],
    },
    describedCodes(feeSchedule, (row: FeeRow) => row.code),
    describedDrgs(drgWeights),
  ],
};
