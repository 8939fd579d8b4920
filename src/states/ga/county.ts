import { foldName } from "../../core/text/folding.ts";

const COUNTY_SUFFIX = " COUNTY";

/** The form in which counties are compared: as names are, without a trailing "County" (ga 4.6 step 1). */
export function foldCounty(county: string): string {
  const folded = foldName(county);
  return folded.endsWith(COUNTY_SUFFIX) ? folded.slice(0, -COUNTY_SUFFIX.length) : folded;
}
