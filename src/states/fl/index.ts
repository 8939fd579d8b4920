import { erased, type NeededRows, type ProviderKind, type State } from "../../pricing/state/state.ts";
import { inpatient } from "./inpatient/lookup.ts";
import { outpatient } from "./outpatient/lookup.ts";
import { providerDefinition, search } from "./providers.ts";
import {
  drgRates,
  drgWeights,
  type EapgRate,
  eapgRates,
  eapgWeights,
  type FeeRow,
  feeSchedule,
  type Provider,
  providers,
  tables,
} from "./tables.ts";
import { isPricedByEapg, type ProviderType, SCHEDULES_OF, VALUE_WORDS } from "./values.ts";

const hospitalId = ({ providerType, stateProviderId }: Provider) =>
  providerType === "HOSPITAL" ? stateProviderId : null;

const hospitalOrSurgicalCenterId = ({ providerType, stateProviderId }: Provider) =>
  isPricedByEapg(providerType) ? stateProviderId : null;

function paidBySchedules(providerType: ProviderType): NeededRows {
  return { table: feeSchedule, where: ({ schedule }: FeeRow) => SCHEDULES_OF[providerType].includes(schedule) };
}

/** Only hospitals have a class; the other EAPG base rates are those of surgical centers. */
const isOfHospital = ({ hospitalClass }: EapgRate) => hospitalClass !== null;

/** Who is priced from what (fl 1). */
const providerKinds: readonly ProviderKind[] = [
  { setting: "outpatient", providers: "Practitioners", needs: [paidBySchedules("PRACTITIONER")] },
  { setting: "outpatient", providers: "Independent laboratories", needs: [paidBySchedules("INDEPENDENT_LAB")] },
  {
    setting: "outpatient",
    providers: "Hospitals, by EAPG (HCPCS codes of hospitals have no rate)",
    needs: [{ table: eapgWeights }, { table: eapgRates, where: isOfHospital }],
  },
  {
    setting: "outpatient",
    providers: "Ambulatory surgical centers, by EAPG",
    needs: [{ table: eapgWeights }, { table: eapgRates, where: (row: EapgRate) => !isOfHospital(row) }],
  },
  { setting: "outpatient", providers: "Ambulatory surgical centers, by procedure", needs: [paidBySchedules("ASC")] },
  { setting: "inpatient", providers: "Hospitals", needs: [{ table: drgWeights }, { table: drgRates }] },
];

/** Florida: Medicaid fee-for-service of the Agency for Health Care Administration (fl 1 has its methods in one table). */
export const florida: State = {
  code: "fl",
  name: "Florida",
  tables: tables.all,
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
  valueWords: VALUE_WORDS,
  providerKinds,
};
