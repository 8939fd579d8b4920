import { anesthesiaFactors, practiceCosts } from "../../../dataset/medicare-tables.ts";
import { figure, oneLine, upperCase } from "../../declaring/conversions.ts";
import { heading } from "../../declaring/fields.ts";
import { publication, section } from "../../declaring/publication.ts";
import { CMS, digits, firstDayOf, toYearEnd } from "./editions.ts";

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
  ...CMS,
  name: "practice-costs",
  title: "Geographic Practice Cost Indices by Medicare Locality",
  published: "in the ZIP of the relative value file, once a year (GPCI{year})",
  form: "the relative value ZIP with GPCI{year}.csv, that CSV, or the workbook beside it",
  confidence: "seen",
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
  ...CMS,
  name: "anesthesia",
  title: "Anesthesia Conversion Factors by Medicare Locality",
  published: "in the ZIP of the relative value file, once a year (ANES{year})",
  form: "the relative value ZIP with ANES{year}.csv, that CSV, or the workbook beside it",
  confidence: "seen",
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
