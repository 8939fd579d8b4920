import { amount, rounded, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading, optional, rest } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { ascRates } from "../tables.ts";
import { paymentGroup, twoDigits } from "./asc-columns.ts";
import { DCH, datesOf, ownDates } from "./columns.ts";
import { GAMMIS_ADDRESS } from "./pages.ts";

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
