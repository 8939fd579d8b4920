import type { RateData, RowOf } from "../../dataset/table.ts";
import { foldCounty } from "./county.ts";
import { ascLocalities } from "./tables.ts";

const NONE: readonly RowOf<typeof ascLocalities>[] = [];

/** The localities that a provider's county is assigned to, at any date (ga 4.6 step 1). */
export function localitiesOf(
  county: string | null,
  rates: Pick<RateData, "rows">,
): readonly RowOf<typeof ascLocalities>[] {
  const folded = county === null ? "" : foldCounty(county);
  return folded === "" ? NONE : rates.rows(ascLocalities, { county: folded });
}
