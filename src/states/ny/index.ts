import { foldName } from "../../core/text/folding.ts";
import type { RowOf } from "../../dataset/table.ts";
import { erased, type ProviderKind, type State } from "../../pricing/state/state.ts";
import { inpatient } from "./inpatient/lookup.ts";
import { outpatient } from "./outpatient/lookup.ts";
import { providerDefinition, search } from "./providers.ts";
import { type RoutingRow, routing } from "./routing.ts";
import {
  acuteRates,
  apgWeights,
  drgWeights,
  dtcBaseRates,
  type FeeRow,
  feeSchedule,
  hospitalApgRates,
  type Provider,
  perDiemRates,
  providers,
  psychiatricRates,
  tables,
} from "./tables.ts";
import { providerTypeOf, VALUE_WORDS } from "./values.ts";

type DrgWeight = RowOf<typeof drgWeights>;

const ofSchedule = (schedule: FeeRow["schedule"]) => (row: FeeRow) => row.schedule === schedule;
const ofServiceType = (serviceType: DrgWeight["serviceType"]) => (row: DrgWeight) => row.serviceType === serviceType;

/** Who is priced from what (ny 1). */
const providerKinds: readonly ProviderKind[] = [
  { setting: "outpatient", providers: "Hospitals", needs: [{ table: apgWeights }, { table: hospitalApgRates }] },
  {
    setting: "outpatient",
    providers: "Clinics and ambulatory surgery centers",
    needs: [{ table: apgWeights }, { table: dtcBaseRates }],
  },
  { setting: "outpatient", providers: "Physicians", needs: [{ table: feeSchedule, where: ofSchedule("physician") }] },
  {
    setting: "outpatient",
    providers: "Laboratories",
    needs: [{ table: feeSchedule, where: ofSchedule("laboratory") }],
  },
  {
    setting: "inpatient",
    providers: "Hospitals, acute",
    needs: [{ table: drgWeights, where: ofServiceType("acute") }, { table: acuteRates }],
  },
  {
    setting: "inpatient",
    providers: "Hospitals, psychiatric",
    needs: [{ table: drgWeights, where: ofServiceType("psychiatric") }, { table: psychiatricRates }],
  },
  { setting: "inpatient", providers: "Hospitals, paid by the day", needs: [{ table: perDiemRates }] },
];

/** New York Medicaid. */
export const newYork: State = {
  code: "ny",
  name: "New York",
  tables: [providers, routing, ...tables.all.filter((table) => table !== providers)],
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
  uniqueEffective: [
    {
      table: feeSchedule,
      column: "isSourceDefault",
      value: (row: FeeRow) => (row.isSourceDefault ? `${row.schedule} ${row.code} ${row.modifier ?? ""}` : null),
      what: "one source default in force per schedule, code and modifier",
    },
  ],
  lookups: [outpatient, inpatient],
  search,
  valueWords: VALUE_WORDS,
  providerKinds,
};
