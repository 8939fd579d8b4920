import type { Day } from "../core/calendar/day.ts";
import { contains, type Dated } from "../core/calendar/period.ts";
import { foldCounty } from "../core/text/folding.ts";
import {
  ALL_COUNTIES,
  type CountyLocality,
  countyLocalities,
  OTHER_COUNTIES,
  type PracticeCost,
  practiceCosts,
  zipLocalities,
} from "../dataset/medicare-tables.ts";
import type { RateData } from "../dataset/table.ts";
import type { NoRate, Remedy } from "../pricing/no-rate.ts";
import type { Sheet } from "../pricing/sheet.ts";
import type { MedicareRequest } from "./request.ts";

/** The list of localities has ZIP codes of five digits. */
const ZIP_DIGITS = 5;

type Place = Pick<MedicareRequest, "zip" | "locality" | "state" | "county">;

interface LocalityKey {
  readonly contractor: string;
  readonly locality: string;
}

/** `01112-05`, as the parameter `locality` takes it. */
export function localityText({ contractor, locality }: LocalityKey): string {
  return `${contractor}-${locality}`;
}

/** The locality of a service, with its indices (medicare 3.2). */
export function localityOf(place: Place, sheet: Sheet): PracticeCost {
  const { contractor, locality } = keyOf(place, sheet);
  const key = { contractor, locality };
  return sheet.row(practiceCosts, key, "not_loaded", (nearest) => {
    const what = `No practice cost indices of Medicare locality ${localityText(key)} are loaded`;
    return nearest === null
      ? `${what}; medicare/practice-costs brings them.`
      : `${what} for ${sheet.day}; the nearest published period is ${nearest}.`;
  });
}

/** Why the places of a request contradict each other, with the remedy; null where they agree or only one is sent. */
export function contradictionIn({ zip, locality, state, county }: Place, day: Day, data: RateData): string | null {
  const [row] = zip === null ? [] : effectiveOn(day, data.rows(zipLocalities, { zip: zip.slice(0, ZIP_DIGITS) }));
  if (row === undefined) return null;
  const remedy = "Send a ZIP code, or a locality, or a state and a county.";
  if (state !== null && state !== row.state) return `zip ${zip} is in ${row.state}, and state is ${state}. ${remedy}`;
  // Only the county or the locality tells where such a ZIP code lies.
  if (row.plusFour) return null;
  const own = localityText(row);
  if (locality !== null && locality !== own) {
    return `zip ${zip} is in locality ${own}, and locality is ${locality}. ${remedy}`;
  }
  if (county === null) return null;
  const counties = effectiveOn(day, data.rows(countyLocalities, { state: row.state }));
  const named = counties.find((each) => each.county === foldCounty(county));
  if (named === undefined || localityText(named) === own) return null;
  return `zip ${zip} is in locality ${own}, and county ${county} in ${localityText(named)}. ${remedy}`;
}

function effectiveOn<Row extends Dated>(day: Day, rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ period }) => contains(period, day));
}

function keyOf({ zip, locality, state, county }: Place, sheet: Sheet): LocalityKey {
  if (locality !== null) return { contractor: locality.slice(0, 5), locality: locality.slice(6) };
  if (zip !== null) return localityOfZip(zip, county, sheet);
  if (county === null || state === null) {
    throw sheet.noRate(
      "missing_information",
      "Medicare's price depends on the place: send the ZIP code, the county with its state, or the locality.",
      { remedy: [{ parameter: "zip", value: null, why: "it selects the locality" }], searched: null },
    );
  }
  return localityOfCounty(state, county, sheet);
}

/** A ZIP code in several localities is never guessed: only the county tells, since no list of nine digits is loaded. */
function localityOfZip(sent: string, county: string | null, sheet: Sheet): LocalityKey {
  const zip = sent.slice(0, ZIP_DIGITS);
  const row = sheet.row(zipLocalities, { zip }, "missing_information", (nearest) => {
    const what = `ZIP code ${zip} is not in the loaded list of Medicare localities`;
    return nearest === null
      ? `${what}; send the locality, or load the list of its state (medicare/localities).`
      : `${what} for ${sheet.day}; the nearest published period is ${nearest}.`;
  });
  if (!row.plusFour) return row;
  if (county !== null) return localityOfCounty(row.state, county, sheet);
  throw sheet.noRate(
    "missing_information",
    `ZIP code ${zip} lies in more than one Medicare locality of ${row.state}, and ${sent === zip ? "its five digits do not tell which" : "the list by nine digits is not loaded"}: send the county, or the locality.`,
    { remedy: [{ parameter: "county", value: null, why: "it tells the locality of the ZIP code" }] },
  );
}

/** A county that no locality names is in the rest of the state or misspelt: that is for the caller to say. */
function localityOfCounty(state: string, county: string, sheet: Sheet): LocalityKey {
  const published = sheet.rows(countyLocalities, { state });
  const live = sheet.effective(published);
  if (live.length === 0) throw noCounties(state, published, sheet);
  const wanted = foldCounty(county);
  const [named] = sheet.those(live, (row) => row.county === wanted, otherCounty);
  const whole = live.find((row) => row.county === ALL_COUNTIES);
  const found = named ?? whole;
  if (found !== undefined) return sheet.use(found);
  const rest = live.filter((row) => row.county === OTHER_COUNTIES);
  const remedy: readonly Remedy[] = rest.map((row) => ({
    parameter: "locality",
    value: localityText(row),
    why: `the rest of ${state}`,
  }));
  const [other] = remedy;
  const text =
    other === undefined
      ? ""
      : ` The locality of all other counties is ${other.value}: send it if the county is one of them.`;
  throw sheet.noRate(
    "missing_information",
    `No Medicare locality of ${state} names the county ${county}. Counties by name: ${namesOf(live)}.${text}`,
    { remedy },
  );
}

function noCounties(state: string, published: readonly CountyLocality[], sheet: Sheet): NoRate {
  return sheet.noneEffective(published, "missing_information", (nearest) =>
    nearest === null
      ? `No counties of Medicare localities are loaded for ${state}; send the locality, or load medicare/locality-counties.`
      : `No counties of Medicare localities are loaded for ${state} on ${sheet.day}; the nearest published period is ${nearest}.`,
  );
}

function otherCounty({ county }: CountyLocality): string {
  return `another county, ${county}`;
}

/** A state names some thirty counties at most. */
function namesOf(rows: readonly CountyLocality[]): string {
  const names = rows.map(({ county }) => county).filter((name) => name !== OTHER_COUNTIES);
  return [...new Set(names)].sort().join(", ") || "none";
}
