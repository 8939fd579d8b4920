import { Refusal } from "../../../core/text/refusal.ts";
import { anesthesiaFactors, practiceCosts, zipLocalities } from "../../../dataset/medicare-tables.ts";
import { listed } from "../../../dataset/published.ts";
import { type Conversion, figure, oneLine, upperCase, yesNo } from "../../declaring/conversions.ts";
import { characters, heading } from "../../declaring/fields.ts";
import { type Publication, publication, section } from "../../declaring/publication.ts";
import { digits, firstDayOf, quarterDayOf, toYearEnd } from "./editions.ts";
import { countiesFile } from "./locality-counties.ts";
import { physicianValuesFile } from "./physician-values.ts";

/** The year in `GPCI2025.csv` or `ANES2025.csv`. */
function yearIn(name: RegExp): (fileName: string) => string | null {
  return (fileName) => {
    const [, year] = name.exec(fileName) ?? [];
    return year === undefined ? null : firstDayOf(year);
  };
}

/** A name without the asterisks of the footnotes. */
const localityName = (cell: string) => (oneLine(cell) as string).replace(/\*+$/, "").trim();

/** Geographic practice cost indices by locality (medicare 2.2). */
export const practiceCostsFile = publication({
  ...listed("medicare/practice-costs"),
  period: toYearEnd,
  asOf: yearIn(/gpci_?(20[0-9]{2})/i),
  asOfText: null,
  sections: [
    section({
      member: /gpci_?20[0-9]{2}.*\.csv$/i,
      fields: {
        contractor: heading("Medicare Administrative Contractor (MAC)", digits(5)),
        state: heading("State", upperCase),
        locality: heading("Locality Number", digits(2)),
        localityName: heading("Locality Name", localityName),
        // An edition may print the index without its floor too, which is not paid.
        workIndex: heading(/\bpw gpci.*with 1.0 floor/, figure),
        practiceIndex: heading(/\bpe gpci$/, figure),
        malpracticeIndex: heading(/\bmp gpci$/, figure),
      },
      lastRow: /^MAC Assignments as of/,
      feeds: [practiceCosts],
      read: () => ({ record: (row, intake) => intake.take(practiceCosts, { ...row }) }),
    }),
  ],
});

/** Anesthesia conversion factors by locality (medicare 2.5). */
export const anesthesiaFile = publication({
  ...listed("medicare/anesthesia"),
  period: toYearEnd,
  asOf: yearIn(/anes_?(20[0-9]{2})/i),
  asOfText: null,
  sections: [
    section({
      member: /anes_?20[0-9]{2}.*\.csv$/i,
      fields: {
        contractor: heading("Contractor", digits(5)),
        locality: heading("Locality", digits(2)),
        conversionFactor: heading(/^national anes cf of/, figure),
      },
      feeds: [anesthesiaFactors],
      read: () => ({ record: (row, intake) => intake.take(anesthesiaFactors, { ...row }) }),
    }),
  ],
});

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
  ...listed("medicare/localities"),
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

/** The publications of Medicare's tables (medicare 5); the laboratory schedule is `federal/clfs`. */
export const medicarePublications: readonly Publication[] = [
  physicianValuesFile,
  practiceCostsFile,
  localitiesFile,
  countiesFile,
  anesthesiaFile,
];
