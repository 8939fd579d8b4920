import { foldName } from "../../core/text/folding.ts";
import type { RateData } from "../../dataset/table.ts";
import { oncePerRelease } from "../../pricing/once-per-release.ts";
import type { Sheet } from "../../pricing/sheet.ts";
import { ROUTING, type RoutingKind, type RoutingKindName } from "./routing.ts";
import { type RoutingRow, routing } from "./tables.ts";
import type { HospitalApgColumn, PeerGroup, Region, ServiceType } from "./values.ts";

/** Where a code leads, and the row of `routing.csv` that says so; null where the route ships. */
interface Route<Target extends string> {
  readonly target: Target;
  readonly row: RoutingRow | null;
}

/** The routes of one kind by their code. */
export type RoutesTo<Target extends string> = ReadonlyMap<string, Route<Target>>;

/** Where codes lead: the rows that ship, with those of `routing.csv` added or in their place (ny 2). */
export interface Routes {
  readonly hospitalRateCode: RoutesTo<HospitalApgColumn>;
  readonly dtcRateCode: RoutesTo<PeerGroup>;
  readonly inpatientRateCode: RoutesTo<ServiceType>;
  readonly inpatientDrg: RoutesTo<ServiceType>;
  readonly transferOnlyDrg: RoutesTo<"full_drg">;
  /** By the folded name of the county. */
  readonly county: RoutesTo<Region>;
}

export const routesOf = oncePerRelease(
  (data): Routes => ({
    hospitalRateCode: routesOfKind(data, "hospital_rate_code", ROUTING.hospital_rate_code),
    dtcRateCode: routesOfKind(data, "dtc_rate_code", ROUTING.dtc_rate_code),
    inpatientRateCode: routesOfKind(data, "inpatient_rate_code", ROUTING.inpatient_rate_code),
    inpatientDrg: routesOfKind(data, "inpatient_drg", ROUTING.inpatient_drg),
    transferOnlyDrg: routesOfKind(data, "transfer_only_drg", ROUTING.transfer_only_drg),
    county: routesOfKind(data, "county", ROUTING.county, foldName),
  }),
);

function routesOfKind<Target extends string>(
  data: RateData,
  kind: RoutingKindName,
  { targets, shipped }: RoutingKind<Target>,
  fold: (code: string) => string = (code) => code,
): RoutesTo<Target> {
  const routes = new Map<string, Route<Target>>();
  for (const target of targets) {
    for (const code of shipped[target] ?? []) routes.set(fold(code), { target, row: null });
  }
  for (const row of data.rows(routing, { kind })) {
    routes.set(fold(row.code), { target: row.target as Target, row });
  }
  return routes;
}

/** Where a code leads, undefined when nowhere; a row of `routing.csv` that was followed is part of the record. */
export function follow<Target extends string>(
  routes: RoutesTo<Target>,
  code: string,
  sheet: Sheet,
): Target | undefined {
  const route = routes.get(code);
  if (route?.row) sheet.took(routing, { kind: route.row.kind }, route.row);
  return route?.target;
}

/** The routed codes as messages list them. */
export function supportedCodes(routes: RoutesTo<string>): string {
  return [...routes.keys()].sort().join(", ");
}
