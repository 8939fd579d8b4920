import { foldName } from "../../core/text/folding.ts";
import type { RowOf, Table } from "../../dataset/table.ts";
import {
  type Counterpart,
  describedCodes,
  describedDrgs,
  erased,
  type ProviderKind,
  type State,
} from "../../pricing/state/state.ts";
import { certificateDigits } from "./identifiers.ts";
import { inpatient } from "./inpatient/lookup.ts";
import { outpatient } from "./outpatient/lookup.ts";
import { certificateOf, providerDefinition, search } from "./providers.ts";
import { type RoutingRow, routing } from "./routing.ts";
import {
  type ApgWeight,
  acuteRates,
  apgProcedures,
  apgWeights,
  drgWeights,
  dtcBaseRates,
  dtcCapital,
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

type ApgProcedure = RowOf<typeof apgProcedures>;
type DrgWeight = RowOf<typeof drgWeights>;

/** Rates belong to the digits of a certificate (ny 2). */
const ratedCertificate = (row: { readonly opcert: string }) => row.opcert;
const hospitals = {
  pricedIn: "inpatient",
  value: (row: Provider) => hospitalCertificate(row) ?? `NPI ${row.npi}`,
} as const;

function hospitalCertificate(row: Provider): string | null {
  const certificate = certificateOf(row);
  return certificate === null ? null : certificateDigits(certificate);
}

function ratesWithoutHospital(title: string, table: Table): Counterpart {
  return {
    what: `operating certificates with ${title} that no hospital has`,
    of: { table, value: ratedCertificate },
    needs: [{ foundBy: "opcert", value: hospitalCertificate }],
  };
}

/** Rows that need each other (ny 2). */
const counterparts: readonly Counterpart[] = [
  {
    what: "APGs of procedures without a weight",
    of: {
      table: apgProcedures,
      value: ({ apg, pxBasedWeight }: ApgProcedure) => (apg === null || pxBasedWeight !== null ? null : String(apg)),
    },
    needs: [{ table: apgWeights, value: (row: ApgWeight) => String(row.apg) }],
  },
  {
    what: "hospitals without an APG base rate",
    of: hospitals,
    needs: [{ table: hospitalApgRates, value: ratedCertificate }],
  },
  {
    what: "hospitals without an inpatient rate of any kind",
    of: hospitals,
    needs: [acuteRates, psychiatricRates, perDiemRates].map((table) => ({
      table: table as Table,
      value: ratedCertificate,
    })),
  },
  ratesWithoutHospital("APG base rates", hospitalApgRates),
  ratesWithoutHospital("acute rates", acuteRates),
  ratesWithoutHospital("psychiatric rates", psychiatricRates),
  ratesWithoutHospital("per diem rates", perDiemRates),
  {
    what: "NPIs with a clinic capital add-on that no provider has",
    of: { table: dtcCapital, value: (row: RowOf<typeof dtcCapital>) => row.npi },
    needs: [{ foundBy: "npi", value: (row: Provider) => row.npi }],
  },
  describedCodes(feeSchedule, (row: FeeRow) => row.code),
  describedCodes(apgProcedures, (row: ApgProcedure) => row.code),
  describedDrgs(drgWeights),
];

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
  counterparts,
  providerKinds,
};
