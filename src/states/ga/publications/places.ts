import { foldName } from "../../../core/text/folding.ts";
import { listed } from "../../../dataset/published.ts";
import { code, number, oneLine, upperCase } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";
import type { Opening } from "../../../imports/declaring/intake.ts";
import { fill, publication, section } from "../../../imports/declaring/publication.ts";
import { type Provider, providers } from "../tables.ts";
import { isHospital, STATE } from "../values.ts";

/** Which hospitals of federal/nppes have critical access status, and their counties (ga 2.1). */
export const criticalAccess = publication({
  ...listed("ga/critical-access"),
  sections: [
    section({
      fields: {
        state: heading("State", upperCase),
        type: heading("Hospital Type", oneLine),
        name: heading("Facility Name", oneLine),
        address: heading("Address", oneLine),
        zip: heading("ZIP Code", (cell) => code(5)(cell.slice(0, 5))),
        county: heading("County/Parish", oneLine),
      },
      feeds: [fill(providers, ["npi"])],
      read: async (opening) => {
        const matchesOf = await hospitalMatches(opening);
        return {
          record(fields, intake) {
            if (fields.state !== STATE) return intake.leaveOut("a hospital of another state");
            const name = fields.name ?? "";
            const [found, ...others] = matchesOf(fields);
            if (found === undefined)
              return intake.leaveOut("no hospital of ga/providers has its name or address", name);
            if (others.length > 0) {
              const npis = [found, ...others].map(({ npi }) => npi).join(", ");
              return intake.leaveOut("several hospitals of ga/providers have its name or address", `${name}: ${npis}`);
            }
            const isCriticalAccess = /^critical access/i.test(fields.type ?? "");
            if (!isCriticalAccess && found.criticalAccessHospital) {
              const title = "hospitals that ga/providers calls critical access and this list does not";
              intake.find({ title, example: `${name}: ${found.npi}` });
            }
            intake.take(providers, {
              npi: found.npi,
              criticalAccessHospital: isCriticalAccess,
              county: fields.county === null ? null : withoutCounty(fields.county),
            });
          },
        };
      },
    }),
  ],
});

/** General acute care hospitals. Their units share the address but have other NPIs and taxonomies. */
const GENERAL_HOSPITAL = /^282N/;

interface ListedHospital {
  readonly name: string | null;
  readonly address: string | null;
  readonly zip: string | null;
}

/** The rows of ga/providers, one per NPI, that may be a hospital of a list without NPIs. */
type HospitalMatches = (hospital: ListedHospital) => readonly Provider[];

/** Finds hospitals by name and ZIP code, or by street and ZIP code. */
async function hospitalMatches({ known }: Opening): Promise<HospitalMatches> {
  const byName = await known(providers, (row) =>
    isHospital(row) ? within(row.zipCode, foldName(row.providerName)) : null,
  );
  const byStreet = await known(providers, ({ primaryTaxonomyCode, streetAddress, zipCode }) =>
    streetAddress !== null && GENERAL_HOSPITAL.test(primaryTaxonomyCode ?? "")
      ? within(zipCode, foldStreet(streetAddress))
      : null,
  );
  return ({ name, address, zip }) => {
    const sameName = oncePerNpi(byName(name === null ? null : within(zip, foldName(name))));
    if (sameName.length > 0) return sameName;
    return oncePerNpi(byStreet(address === null ? null : within(zip, foldStreet(address))));
  };
}

function within(zip: string | null, folded: string): string | null {
  return zip === null ? null : `${fiveDigits(zip)} ${folded}`;
}

function oncePerNpi(rows: readonly Provider[]): readonly Provider[] {
  return [...new Map(rows.map((row) => [row.npi, row])).values()];
}

/** Georgia's counties, by the first digits of their Census numbers. */
const GEORGIA = /^13/;

/** The county of every ZIP code, which fills the county of providers that have none (ga 2.1). */
export const zipCounties = publication({
  ...listed("ga/zip-counties"),
  sections: [
    section({
      fields: {
        zip: heading("GEOID_ZCTA5_20"),
        county: heading("NAMELSAD_COUNTY_20", oneLine),
        countyNumber: heading("GEOID_COUNTY_20"),
        land: heading("AREALAND_PART", number),
      },
      feeds: [fill(providers, ["zipCode"], { fold: fiveDigits })],
      read: () => {
        const sharesByZip = new Map<string, Share[]>();
        return {
          record({ zip, county, countyNumber, land }, intake) {
            if (!GEORGIA.test(countyNumber ?? "")) return intake.leaveOut("a county of another state");
            if (zip === null || county === null) return intake.leaveOut("no ZIP code, or no county");
            const shares = sharesByZip.get(zip) ?? [];
            shares.push({ county: withoutCounty(county), size: Number(land ?? 0), place: intake.place });
            sharesByZip.set(zip, shares);
          },
          end(intake) {
            for (const [zipCode, shares] of sharesByZip) {
              const most = countyOfMost(shares);
              if (most === null) {
                intake.leaveOut("a ZIP code with as much land in two counties", zipCode);
                continue;
              }
              if (shares.length > 1) {
                const title = "ZIP codes in several counties; the one with most of it was taken";
                intake.find({ title, example: zipCode });
              }
              intake.take(providers, { zipCode, county: most.county }, most.place);
            }
          },
        };
      },
    }),
  ],
});

interface Share {
  readonly county: string;
  /** The land of the ZIP code in the county. */
  readonly size: number;
  readonly place: string;
}

/** The county with most of a ZIP code; null when two have as much. */
export function countyOfMost(shares: readonly Share[]): Share | null {
  const [first, second] = [...shares].sort((a, b) => b.size - a.size);
  if (first === undefined) return null;
  return second === undefined || first.size > second.size || first.county === second.county ? first : null;
}

/** A county without the word "County" that some lists add (ga 2.1). */
function withoutCounty(name: string): string {
  return name.replace(/ (?:county|counties)$/i, "");
}

const ZIP_LENGTH = 5;

/** The first five digits of a ZIP code: the last four do not affect the county. */
function fiveDigits(zip: string): string {
  return zip.slice(0, ZIP_LENGTH);
}

/** The words that one registry spells out and the other abbreviates. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  STREET: "ST",
  ROAD: "RD",
  AVENUE: "AVE",
  DRIVE: "DR",
  LANE: "LN",
  CIRCLE: "CIR",
  COURT: "CT",
  PLACE: "PL",
  BOULEVARD: "BLVD",
  HIGHWAY: "HWY",
  PARKWAY: "PKWY",
  NORTH: "N",
  SOUTH: "S",
  EAST: "E",
  WEST: "W",
  NORTHEAST: "NE",
  NORTHWEST: "NW",
  SOUTHEAST: "SE",
  SOUTHWEST: "SW",
};

/** The compared form of street addresses: without suites and boxes after a comma. */
function foldStreet(address: string): string {
  const [street = ""] = address.split(",");
  return foldName(street)
    .split(" ")
    .map((word) => ABBREVIATIONS[word] ?? word)
    .join(" ");
}
