import { Refusal } from "../../../core/text/refusal.ts";
import { zipLocalities } from "../../../dataset/medicare-tables.ts";
import { type Conversion, upperCase, yesNo } from "../../declaring/conversions.ts";
import { characters } from "../../declaring/fields.ts";
import { publication, section } from "../../declaring/publication.ts";
import { CMS, digits, quarterDayOf, toYearEnd } from "./editions.ts";

/** `ZIP5_OCT2025.txt` */
function asOf(fileName: string): string | null {
  const [, month, year] = /zip5_(jan|apr|jul|oct)[a-z]*_?(20[0-9]{2})/i.exec(fileName) ?? [];
  return year === undefined || month === undefined ? null : quarterDayOf(year, month);
}

const FIVE_DIGITS = new Refusal("a ZIP code, five digits");

const zipCode: Conversion = (cell) => (/^[0-9]{5}$/.test(cell) ? cell : FIVE_DIGITS);

/** `20254` is the fourth quarter of 2025. */
function quarterText(day: string): string {
  return `${day.slice(0, 4)}${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

/** ZIP codes with their contractor and locality (medicare 2.3). */
export const localitiesFile = publication({
  ...CMS,
  name: "localities",
  title: "ZIP Code to Carrier Locality File",
  published: "on CMS's page of fee schedules, general information, quarterly (ZIP5_{month}{year})",
  page: "https://www.cms.gov/medicare/payment/fee-schedules",
  form: "ZIP with ZIP5_{month}{year}.txt, or that text of fixed width",
  confidence: "seen",
  period: toYearEnd,
  asOf,
  asOfText: null,
  sections: [
    section({
      member: /zip5[^/]*\.txt$/i,
      fields: {
        state: characters(1, 2, upperCase),
        zip: characters(3, 7, zipCode),
        contractor: characters(8, 12, digits(5)),
        locality: characters(13, 14, digits(2)),
        plusFour: characters(21, 21, yesNo),
        quarter: characters(76, 80),
      },
      feeds: [zipLocalities],
      read: ({ asOf: edition }) => ({
        record({ state, zip, contractor, locality, plusFour, quarter }, intake) {
          const expected = quarterText(edition);
          if (quarter !== expected) intake.refuse(quarter ?? "", `${expected}, the quarter of ${edition}`);
          if (plusFour === null)
            intake.refuse("", "0 or 1 at position 21, whether the ZIP code has several localities");
          if (plusFour === "true") {
            const title = "ZIP codes in several localities, which are priced by county or locality only";
            intake.find({ title, example: zip ?? "" });
          }
          intake.take(zipLocalities, { zip, state, contractor, locality, plusFour });
        },
      }),
    }),
  ],
});
