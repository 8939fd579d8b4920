import { Refusal } from "../../../core/text/refusal.ts";
import { type Conversion, code, inTurn, number, oneLine, upperCase } from "../../../imports/declaring/conversions.ts";
import { firstHeading, heading, optional } from "../../../imports/declaring/fields.ts";
import { fill, publication, section } from "../../../imports/declaring/publication.ts";
import { providers } from "../tables.ts";
import { fiveDigits, withoutCounty } from "./places.ts";

const GEORGIA = ["GA", "GEORGIA", "13"];
/** The first digits of the Census number of each of its counties. */
const COUNTY_NUMBER = /^13[0-9]{3}$/;

const A_NAME = new Refusal("the name of a county; a table with county numbers alone cannot be used");

const countyName: Conversion = (cell) => (/^[0-9]+$/.test(cell) ? A_NAME : withoutCounty(cell));

/** The county of every ZIP code, which fills the county of providers that have none (ga 2.1). */
export const zipCounties = publication({
  folder: "ga",
  name: "zip-counties",
  title: "ZIP Codes by County",
  publisher: "United States Census Bureau, or whoever made the table",
  published:
    "by the Census Bureau as the relationship file of ZCTAs and counties; other tables with county names do as well",
  page: "https://www.census.gov/geographies/reference-files/time-series/geo/relationship-files.html",
  form: "text with a ZIP code and a county name per row (tab20_zcta520_county20_natl.txt), CSV or XLSX",
  confidence: "remembered",
  sections: [
    section({
      fields: {
        zip: heading(["GEOID_ZCTA5_20", "ZIP Code", "ZIP", "ZIP5", "ZCTA", "ZCTA5", "Postal Code", /^zip\b/]),
        county: heading(["NAMELSAD_COUNTY_20", "County Name", "County", /^county.?name/], inTurn(oneLine, countyName)),
        countyNumber: optional(heading(["GEOID_COUNTY_20", "County FIPS", "FIPS", "County Code", /\bfips\b/])),
        state: optional(
          firstHeading(["State", "State Abbreviation", "State Code", "ST", "USPS_ZIP_PREF_STATE"], upperCase),
        ),
        share: optional(
          firstHeading(["BUS_RATIO", "TOT_RATIO", "AREALAND_PART", /\b(?:ratio|share|percent)\b/], number),
        ),
      },
      feeds: [fill(providers, ["zipCode"], { fold: fiveDigits })],
      read: () => {
        const sharesByZip = new Map<string, Share[]>();
        return {
          record(fields, intake) {
            const { state, countyNumber } = fields;
            const isElsewhere =
              state === null ? countyNumber !== null && !COUNTY_NUMBER.test(countyNumber) : !GEORGIA.includes(state);
            if (isElsewhere) return intake.leaveOut("a county of another state");
            if (fields.zip === null || fields.county === null) return intake.leaveOut("no ZIP code, or no county");
            const zip = code(5)(fiveDigits(fields.zip));
            if (typeof zip !== "string") return intake.refuse(fields.zip, "a ZIP code of five digits");
            const shares = sharesByZip.get(zip) ?? [];
            shares.push({ county: fields.county, size: Number(fields.share ?? 0), place: intake.place });
            sharesByZip.set(zip, shares);
          },
          end(intake) {
            for (const [zipCode, shares] of sharesByZip) {
              const most = countyOfMost(shares);
              if (most === null) {
                intake.leaveOut(
                  "a ZIP code in several counties, and the table does not say how much is in which",
                  zipCode,
                );
                continue;
              }
              if (shares.length > 1) {
                intake.find({
                  title: "ZIP codes in several counties; the one with most of it was taken",
                  example: zipCode,
                });
              }
              intake.take(providers, { zipCode, county: most.county }, most.place);
            }
          },
        };
      },
    }),
  ],
});

/** How much of a ZIP code is in a county. */
interface Share {
  readonly county: string;
  /** A ratio or an area; zero where the table does not say. */
  readonly size: number;
  readonly place: string;
}

/** The county with most of a ZIP code; null when two have as much, so that nobody can tell. */
export function countyOfMost(shares: readonly Share[]): Share | null {
  const [first, second] = [...shares].sort((a, b) => b.size - a.size);
  if (first === undefined) return null;
  return second === undefined || first.size > second.size || first.county === second.county ? first : null;
}
