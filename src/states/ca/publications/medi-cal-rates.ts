import { publication, section } from "../../../imports/declaring/publication.ts";
import { conversionFactors, outpatientRates } from "../tables.ts";
import legends from "./legends/medi-cal-rates.json" with { type: "json" };
import { rateFields } from "./medi-cal-rates/fields.ts";
import { readRates } from "./medi-cal-rates/read-rates.ts";
import { DHCS } from "./publisher.ts";

/** As the first row ends since 2026, in place of a name of the file that would tell: `Medi-Cal Rates as of 01/15/2026`. */
const AS_OF = /Medi-?Cal Rates as of:?\s*([0-9]{1,4}[/-][0-9]{1,2}[/-][0-9]{1,4}|[a-z]{3,9}\.? [0-9]{1,2},? [0-9]{4})/i;

/** Medi-Cal Rates: unit values, and the dollar rates that tell the conversion factors (ca 8). */
export const mediCalRates = publication({
  folder: "ca",
  name: "medi-cal-rates",
  title: "Medi-Cal Rates",
  publisher: DHCS,
  published: "on the Medi-Cal Rates page of the Medi-Cal provider site, monthly, as of the 15th",
  page: "https://mcweb.apps.prd.cammis.medi-cal.ca.gov/rates",
  form: "ZIP with rates_data.xlsx, the workbook itself, or CSV",
  confidence: "seen",
  asOfText: AS_OF,
  legends,
  sections: [
    section({
      name: "rates",
      member: /rates.*\.(?:xlsx?|csv)$/i,
      fields: rateFields,
      lastRow: "End of Table",
      feeds: [outpatientRates, conversionFactors],
      read: readRates,
    }),
  ],
});
