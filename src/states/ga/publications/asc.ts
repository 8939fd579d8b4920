import { Refusal } from "../../../core/text/refusal.ts";
import { amount, type Conversion, oneLine, rounded, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading, optional, rest } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { ascLocalities, ascProcedures, ascRates } from "../tables.ts";
import { datesOf, ownDates, procedureCode } from "./columns.ts";
import { withoutCounty } from "./places.ts";
import { DCH, GAMMIS_ADDRESS } from "./publishers.ts";

const A_NUMBER = new Refusal("a number such as 8, 08 or Group 8");

/** `8`, `08`, `8.0` and `Group 8` are 08. */
const twoDigits: Conversion = (cell) => {
  const number = /^\D*0*([0-9]{1,2})(?:\.0+)?$/.exec(cell)?.[1];
  return number === undefined ? A_NUMBER : number.padStart(2, "0");
};

/** One of Georgia's nine groups of procedures, 01 to 09. */
const paymentGroup = heading(
  ["Payment Group", "ASC Payment Group", "ASC Group", "Procedure Group", "Group", "Grp", /\bgroup\b/],
  twoDigits,
);

export const ascProcedureList = publication({
  folder: "ga",
  name: "asc-procedures",
  title: "ASC Procedure List",
  publisher: DCH,
  published: "in an appendix of the Part II Ambulatory Surgical Center manual",
  page: GAMMIS_ADDRESS,
  form: "XLSX or CSV; a PDF must be retyped",
  confidence: "guessed",
  sections: [
    section({
      fields: { code: procedureCode, paymentGroup, ...ownDates },
      feeds: [ascProcedures],
      read: () => ({
        record(fields, intake) {
          if (fields.paymentGroup === null) return intake.leaveOut("no payment group");
          intake.take(ascProcedures, { code: fields.code, paymentGroup: fields.paymentGroup, ...datesOf(fields) });
        },
      }),
    }),
  ],
});

const dollarsAndCents = zeroAbsent(rounded(2, amount));

/** A row per group and locality, or a row per group with a column for each locality: both are read. */
export const ascRateList = publication({
  folder: "ga",
  name: "asc-rates",
  title: "ASC Group Rates by Locality",
  publisher: DCH,
  published: "in an appendix of the Part II Ambulatory Surgical Center manual",
  page: GAMMIS_ADDRESS,
  form: "XLSX or CSV, retyped from the manual",
  confidence: "guessed",
  sections: [
    section({
      fields: {
        paymentGroup,
        locality: optional(heading(["Locality", "Locality Code", "Locality Number", "Area"], twoDigits)),
        rate: optional(heading(["Rate", "Amount", "Payment", "Payment Rate", "Fee"], dollarsAndCents)),
        ...ownDates,
        byLocality: rest(/^(?:locality|loc\.?|area)?\s*0?[1-8]$/i, dollarsAndCents),
      },
      feeds: [ascRates],
      read: () => ({
        record(fields, intake) {
          const { paymentGroup, locality, rate, byLocality } = fields;
          const cells = locality === null ? byLocality : [{ heading: locality, value: rate }];
          if (paymentGroup !== null && cells.length === 0) {
            intake.refuse(paymentGroup, "a locality beside the group, or a column per locality such as Locality 1");
          }
          const published = cells.filter(({ value }) => value !== null);
          if (published.length === 0) return intake.leaveOut("no rate");
          for (const { heading, value } of published) {
            intake.sum("group rates, dollars", value);
            const ofLocality = twoDigits(heading) as string;
            intake.take(ascRates, { paymentGroup, locality: ofLocality, rate: value, ...datesOf(fields) });
          }
        },
      }),
    }),
  ],
});

/** What manuals print for the counties that they do not name. */
const ALL_OTHERS = /^(?:all|rest|remain\w*|balance|other)\b/i;

/** Which counties belong to a locality; manuals print several counties in one cell (ga 2.6). */
export const ascLocalityList = publication({
  folder: "ga",
  name: "asc-localities",
  title: "ASC Localities by County",
  publisher: DCH,
  published: "in an appendix of the Part II Ambulatory Surgical Center manual",
  page: GAMMIS_ADDRESS,
  form: "XLSX or CSV, retyped from the manual",
  confidence: "guessed",
  sections: [
    section({
      fields: {
        counties: heading(["County", "Counties", "County Name", /^count(?:y|ies)\b/], oneLine),
        locality: heading(["Locality", "Locality Code", "Locality Number", "Area", /^locality\b/], twoDigits),
        ...ownDates,
      },
      feeds: [ascLocalities],
      read: () => ({
        record(fields, intake) {
          const { counties, locality } = fields;
          if (counties === null || locality === null) return intake.leaveOut("no county, or no locality");
          for (const printed of counties.split(/[,;]| and /)) {
            const county = withoutCounty(printed.trim());
            if (county === "") continue;
            if (ALL_OTHERS.test(county))
              intake.leaveOut("counties that are not named: write a row for each", printed.trim());
            else intake.take(ascLocalities, { county, locality, ...datesOf(fields) });
          }
        },
      }),
    }),
  ],
});
