import type { RateData } from "../../../dataset/rate-data.ts";
import { foldName } from "../../../names/folding.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { routesOf } from "../routes.ts";
import type { Provider } from "../tables.ts";
import { REGIONS, type Region } from "../values.ts";

/** The APG regions of a clinic, Downstate first: as published, else that of its county (ny 4.4 step 3). */
export function regionsOf({ serviceRegions, county }: Provider, data: RateData): readonly Region[] {
  if (serviceRegions.length > 0) return REGIONS.filter((region) => serviceRegions.includes(region));
  const region = county === null ? undefined : routesOf(data).county.get(foldName(county));
  return region === undefined ? [] : [region];
}

export interface ChosenRegion {
  readonly region: Region;
  /** The region sent, when the provider is not in it and another one was used. */
  readonly ignored: Region | null;
}

/** The region that prices a clinic's visit (ny 4.4 step 3). */
export function chooseRegion(provider: Provider, sent: Region | null, data: RateData): ChosenRegion | NoRate {
  const [first, second] = regionsOf(provider, data);
  if (first === undefined) {
    if (sent !== null) return { region: sent, ignored: null };
    return new NoRate(`The APG region of ${provider.providerName} is not known; send service_region.`);
  }
  if (second !== undefined) return { region: sent ?? "Downstate", ignored: null };
  return { region: first, ignored: sent === first ? null : sent };
}
