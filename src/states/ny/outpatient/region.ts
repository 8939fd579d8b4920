import { foldName } from "../../../core/text/folding.ts";
import type { RateData } from "../../../dataset/table.ts";
import type { NoRate } from "../../../pricing/no-rate.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { follow, routesOf } from "../routes.ts";
import { dtcBaseRates, type Provider } from "../tables.ts";
import { type PeerGroup, REGIONS, type Region } from "../values.ts";

/** The APG regions of a clinic, Downstate first: as published, else that of its county (ny 4.4 step 3). */
export function regionsOf(provider: Provider, data: RateData): readonly Region[] {
  return regionsBy(provider, (county) => routesOf(data).county.get(county)?.target);
}

function regionsBy(
  { serviceRegions, county }: Provider,
  regionOfCounty: (foldedName: string) => Region | undefined,
): readonly Region[] {
  if (serviceRegions.length > 0) return REGIONS.filter((region) => serviceRegions.includes(region));
  const region = county === null ? undefined : regionOfCounty(foldName(county));
  return region === undefined ? [] : [region];
}

interface ChosenRegion {
  readonly region: Region;
  /** The region sent, when the provider is not in it and another one was used. */
  readonly ignored: Region | null;
}

/** The region that prices a clinic's visit (ny 4.4 step 3). */
export function chooseRegion(
  provider: Provider,
  peerGroup: PeerGroup,
  sent: Region | null,
  sheet: Sheet,
): ChosenRegion {
  const [first, second] = regionsBy(provider, (county) => follow(sheet.derived(routesOf).county, county, sheet));
  if (first === undefined) {
    if (sent === null) throw notKnown(provider, peerGroup, sheet);
    return { region: sent, ignored: null };
  }
  if (second !== undefined) {
    if (sent === null) sheet.assume("service_region", "Downstate", "not sent: the provider is in both regions");
    return { region: sent ?? "Downstate", ignored: null };
  }
  if (sent === null) sheet.assume("service_region", first, "not sent: the provider's only region");
  return { region: first, ignored: sent === first ? null : sent };
}

/** A region that has a base rate on the day would help. */
function notKnown({ providerName }: Provider, peerGroup: PeerGroup, sheet: Sheet): NoRate {
  const priced = REGIONS.filter((region) => sheet.rowIfAny(dtcBaseRates, { peerGroup, region }) !== undefined);
  return sheet.noRate("missing_information", `The APG region of ${providerName} is not known; send service_region.`, {
    remedy: priced.map((value) => ({ parameter: "service_region", value, why: "has a base rate on the day" })),
  });
}
