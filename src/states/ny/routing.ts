import { foldName } from "../../core/text/folding.ts";
import { compareText } from "../../core/text/order.ts";
import { oneOf, required, text } from "../../dataset/column.ts";
import { type RateData, type RowFault, type RowOf, undatedTable } from "../../dataset/table.ts";
import type { Remedy } from "../../pricing/no-rate.ts";
import type { Sheet } from "../../pricing/sheet.ts";
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
interface RoutingKind<Target extends string> {
  readonly code: RegExp;
  readonly codeForm: string;
  readonly targets: readonly Target[];
  /** The compared form of codes; absent: unchanged. */
  readonly fold?: (code: string) => string;
  /** The shipped codes by their target. */
  readonly shipped: Readonly<Partial<Record<Target, readonly string[]>>>;
}

const RATE_CODE = { code: /^[0-9]{4}$/, codeForm: "4 digits" } as const;
const DRG = { code: /^[0-9]{3}$/, codeForm: "3 digits" } as const;
const COUNTY = { code: /./, codeForm: "the name of a county", fold: foldName } as const;

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
const ROUTING = {
  hospital_rate_code: hospitalRateCode,
  dtc_rate_code: dtcRateCode,
  inpatient_rate_code: inpatientRateCode,
  inpatient_drg: inpatientDrg,
  transfer_only_drg: transferOnlyDrg,
  county,
} as const;

type RoutingKindName = keyof typeof ROUTING;

const KINDS = Object.keys(ROUTING) as readonly RoutingKindName[];

export const routing = undatedTable({
  folder: "ny",
  name: "routing",
  called: "lists of codes that decide how a claim is priced",
  section: "ny 2",
  hasBuiltInValues: true,
  columns: {
    kind: required(oneOf(KINDS)),
    code: required(text()),
    target: required(text()),
  },
  key: ["kind", "code"],
  readBy: ["kind"],
  rules: [routingFault],
});

export type RoutingRow = RowOf<typeof routing>;

/** The kind of a row says what its code and target may be. */
function routingFault(row: {
  readonly kind: RoutingKindName;
  readonly code: string;
  readonly target: string;
}): RowFault | null {
  const { code, codeForm, targets }: RoutingKind<string> = ROUTING[row.kind];
  if (!code.test(row.code)) return { column: "code", reason: `expected ${codeForm} for ${row.kind}` };
  if (targets.includes(row.target)) return null;
  return { column: "target", reason: `expected one of ${targets.join(", ")} for ${row.kind}` };
}

/** The target of a code and its row in `routing.csv`; null: a built-in route. */
interface Route<Target extends string> {
  readonly target: Target;
  readonly row: RoutingRow | null;
}

type TargetOf<Kind extends RoutingKindName> = (typeof ROUTING)[Kind]["targets"][number];

/** The routes of each kind by their code: the rows that ship, with those of `routing.csv` added or in their place (ny 2). */
type Routes = { readonly [Kind in RoutingKindName]: ReadonlyMap<string, Route<TargetOf<Kind>>> };

export const routesOf = oncePerRelease(
  (data) =>
    Object.fromEntries(
      KINDS.map((kind) => [kind, routesOfKind<string>(data, kind, ROUTING[kind])]),
    ) as unknown as Routes,
);

function routesOfKind<Target extends string>(
  data: RateData,
  kind: RoutingKindName,
  { targets, shipped, fold = (code) => code }: RoutingKind<Target>,
): ReadonlyMap<string, Route<Target>> {
  const routes = new Map<string, Route<Target>>();
  for (const target of targets) {
    for (const code of shipped[target] ?? []) routes.set(fold(code), { target, row: null });
  }
  for (const row of data.rows(routing, { kind })) {
    routes.set(fold(row.code), { target: row.target as Target, row });
  }
  return routes;
}

/** The target of a code; undefined without one. Records the row of `routing.csv` that was used. */
export function follow<Kind extends RoutingKindName>(
  kind: Kind,
  code: string,
  sheet: Sheet,
): TargetOf<Kind> | undefined {
  const route = sheet.derived(routesOf)[kind].get(code);
  if (route?.row) sheet.took(routing, { kind }, route.row);
  return route?.target;
}

/** The routed codes as messages list them. */
export function supportedCodes(kind: RoutingKindName, sheet: Sheet): string {
  return [...sheet.derived(routesOf)[kind].keys()].sort().join(", ");
}

/** The kinds of rate codes that choose a base rate, as messages name them (ny 4.3 step 2, 4.4 step 2). */
const RATE_CODES = {
  hospital_rate_code: "a hospital APG rate code",
  dtc_rate_code: "a clinic or ambulatory surgery APG rate code",
} as const satisfies Partial<Record<RoutingKindName, string>>;

type RateCodeKind = keyof typeof RATE_CODES;

/** The target of a rate code; throws a `NoRate` if it is not routed. `paid` knows which targets would give a price. */
export function routedFrom<Kind extends RateCodeKind>(
  kind: Kind,
  rateCode: string,
  paid: () => readonly TargetOf<Kind>[],
  sheet: Sheet,
): TargetOf<Kind> {
  const target = follow(kind, rateCode, sheet);
  if (target !== undefined) return target;

  const remedy = rateCodesTo(paid(), kind, sheet);
  sheet.those(
    sheet.rows(routing, { kind }),
    ({ code }) => code === rateCode,
    ({ code }) => `another rate code, ${code}`,
  );
  throw sheet.noRate(
    "not_for_request",
    `Rate code ${rateCode} is not ${RATE_CODES[kind]}; supported: ${supportedCodes(kind, sheet)}.`,
    { remedy },
  );
}

/** Records the rate code that a default stands for; a target without a code stands for itself. */
export function assumeRateCode<Kind extends RateCodeKind>(
  target: TargetOf<Kind>,
  kind: Kind,
  reason: string,
  sheet: Sheet,
): void {
  const [code] = [...sheet.derived(routesOf)[kind]].find(([, route]) => route.target === target) ?? [target];
  sheet.assume("rate_code", code, reason);
}

/** The rate codes that lead to some targets, ascending as messages list them. */
export function rateCodesTo<Kind extends RateCodeKind>(
  targets: readonly TargetOf<Kind>[],
  kind: Kind,
  sheet: Sheet,
): readonly Remedy[] {
  const remedies: Remedy[] = [];
  for (const [value, { target }] of sheet.derived(routesOf)[kind]) {
    if (targets.includes(target)) remedies.push({ parameter: "rate_code", value, why: `leads to ${target}` });
  }
  return remedies.sort((a, b) => compareText(a.value, b.value));
}

/** Computes a value from a release once, and keeps it while the release is open. */
function oncePerRelease<Value extends object>(workOut: (data: RateData) => Value): (data: RateData) => Value {
  const known = new WeakMap<RateData, Value>();
  return (data) => {
    let value = known.get(data);
    if (value === undefined) {
      value = workOut(data);
      known.set(data, value);
    }
    return value;
  };
}
