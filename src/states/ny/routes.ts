import type { RateData } from "../../dataset/rate-data.ts";
import { foldName } from "../../names/folding.ts";
import { oncePerRelease } from "../../pricing/once-per-release.ts";
import { ROUTING, type RoutingKind, type RoutingKindName } from "./routing.ts";
import { routing } from "./tables.ts";
import type { HospitalApgColumn, PeerGroup, Region, ServiceType } from "./values.ts";

/** Where codes lead: the rows that ship, with those of `routing.csv` added or in their place (ny 2). */
export interface Routes {
  readonly hospitalRateCode: ReadonlyMap<string, HospitalApgColumn>;
  readonly dtcRateCode: ReadonlyMap<string, PeerGroup>;
  readonly inpatientRateCode: ReadonlyMap<string, ServiceType>;
  readonly inpatientDrg: ReadonlyMap<string, ServiceType>;
  readonly transferOnlyDrg: ReadonlyMap<string, "full_drg">;
  /** By the folded name of the county. */
  readonly county: ReadonlyMap<string, Region>;
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
  name: RoutingKindName,
  { targets, shipped }: RoutingKind<Target>,
  fold: (code: string) => string = (code) => code,
): ReadonlyMap<string, Target> {
  const routes = new Map<string, Target>();
  for (const target of targets) {
    for (const code of shipped[target] ?? []) routes.set(fold(code), target);
  }
  for (const { code, target } of data.rows(routing, name)) routes.set(fold(code), target as Target);
  return routes;
}

/** The routed codes as messages list them. */
export function supportedCodes(routes: ReadonlyMap<string, string>): string {
  return [...routes.keys()].sort().join(", ");
}
