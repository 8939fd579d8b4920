import type { RowFault } from "../../dataset/table.ts";
import {
  HOSPITAL_APG_COLUMNS,
  type HospitalApgColumn,
  PEER_GROUPS,
  type PeerGroup,
  REGIONS,
  type Region,
  SERVICE_TYPES,
  type ServiceType,
} from "./values.ts";

/** One kind of routing: what its codes look like, where they may lead, and the rows that ship. */
export interface RoutingKind<Target extends string> {
  readonly code: RegExp;
  readonly codeForm: string;
  readonly targets: readonly Target[];
  /** The shipped codes by their target. */
  readonly shipped: Readonly<Partial<Record<Target, readonly string[]>>>;
}

const RATE_CODE = { code: /^[0-9]{4}$/, codeForm: "4 digits" } as const;
const DRG = { code: /^[0-9]{3}$/, codeForm: "3 digits" } as const;
const COUNTY = { code: /./, codeForm: "the name of a county" } as const;

const hospitalRateCode: RoutingKind<HospitalApgColumn> = {
  ...RATE_CODE,
  targets: HOSPITAL_APG_COLUMNS,
  shipped: {
    apg_base_rate_opd_visit: ["1400"],
    apg_base_rate_ed: ["1402"],
    apg_base_rate_opd_episode: ["1432"],
  },
};

const dtcRateCode: RoutingKind<PeerGroup> = {
  ...RATE_CODE,
  targets: PEER_GROUPS,
  shipped: { clinic: ["1407", "1422"], ambsurg: ["1408"] },
};

const inpatientRateCode: RoutingKind<ServiceType> = {
  ...RATE_CODE,
  targets: SERVICE_TYPES,
  shipped: {
    acute: ["2946", "2960"],
    psychiatric: ["2852"],
    med_rehab: ["2853"],
    cah: ["2999"],
    dual_diag_adult: ["4608"],
    dual_diag_child: ["4607"],
  },
};

/** MDC 19, mental diseases and disorders. */
const inpatientDrg: RoutingKind<ServiceType> = {
  ...DRG,
  targets: SERVICE_TYPES,
  shipped: {
    psychiatric: ["740", "750", "751", "752", "753", "754", "755", "756", "757", "758", "759", "760"],
  },
};

const transferOnlyDrg: RoutingKind<"full_drg"> = {
  ...DRG,
  targets: ["full_drg"],
  shipped: { full_drg: ["580", "581"] },
};

const county: RoutingKind<Region> = {
  ...COUNTY,
  targets: REGIONS,
  shipped: {
    Downstate: [
      ...["Bronx", "Kings", "New York", "Queens", "Richmond", "Nassau", "Suffolk", "Westchester", "Rockland"],
      ...["Putnam", "Orange", "Dutchess"],
    ],
    Upstate: [
      ...["Albany", "Allegany", "Broome", "Cattaraugus", "Cayuga", "Chautauqua", "Chemung", "Chenango", "Clinton"],
      ...["Columbia", "Cortland", "Delaware", "Erie", "Essex", "Franklin", "Fulton", "Genesee", "Greene", "Hamilton"],
      ...["Herkimer", "Jefferson", "Lewis", "Livingston", "Madison", "Monroe", "Montgomery", "Niagara", "Oneida"],
      ...["Onondaga", "Ontario", "Orleans", "Oswego", "Otsego", "Rensselaer", "St. Lawrence", "Saratoga"],
      ...["Schenectady", "Schoharie", "Schuyler", "Seneca", "Steuben", "Sullivan", "Tioga", "Tompkins", "Ulster"],
      ...["Warren", "Washington", "Wayne", "Wyoming", "Yates"],
    ],
  },
};

/** The kinds of `routing.csv` with the rows that ship (ny 2). */
export const ROUTING = {
  hospital_rate_code: hospitalRateCode,
  dtc_rate_code: dtcRateCode,
  inpatient_rate_code: inpatientRateCode,
  inpatient_drg: inpatientDrg,
  transfer_only_drg: transferOnlyDrg,
  county,
} as const;

export type RoutingKindName = keyof typeof ROUTING;

export const ROUTING_KINDS = Object.keys(ROUTING) as readonly RoutingKindName[];

/** What is wrong with a row of `routing.csv`, whose kind says what code and target may be. */
export function routingFault(row: {
  readonly kind: RoutingKindName;
  readonly code: string;
  readonly target: string;
}): RowFault | null {
  const { code, codeForm, targets }: RoutingKind<string> = ROUTING[row.kind];
  if (!code.test(row.code)) return { column: "code", reason: `expected ${codeForm} for ${row.kind}` };
  if (targets.includes(row.target)) return null;
  return { column: "target", reason: `expected one of ${targets.join(", ")} for ${row.kind}` };
}
