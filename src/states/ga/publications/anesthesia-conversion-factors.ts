import { figure } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { anesthesiaConversionFactors } from "../tables.ts";
import { DCH, datesOf, ownDates, requiredModifier } from "./columns.ts";
import { GAMMIS_ADDRESS } from "./pages.ts";

/** Dollars per unit by direction modifier; an empty modifier is the factor of claims without one (ga 2.4). */
export const anesthesiaConversionFactorList = publication({
  folder: "ga",
  name: "anesthesia-conversion-factors",
  title: "Anesthesia Conversion Factors",
  publisher: DCH,
  published: "in the policy appendix of the Part II Physician Services manual",
  page: GAMMIS_ADDRESS,
  form: "XLSX or CSV, retyped from the manual",
  confidence: "guessed",
  sections: [
    section({
      fields: {
        modifier: requiredModifier,
        conversionFactor: heading(
          [
            "Conversion Factor",
            "CF",
            "Dollars per Unit",
            "Rate per Unit",
            "Rate",
            "Amount",
            /conversion factor|per unit/,
          ],
          figure,
        ),
        ...ownDates,
      },
      feeds: [anesthesiaConversionFactors],
      read: () => ({
        record(fields, intake) {
          if (fields.conversionFactor === null) return intake.leaveOut("no conversion factor");
          intake.take(anesthesiaConversionFactors, {
            modifier: fields.modifier,
            conversionFactor: fields.conversionFactor,
            ...datesOf(fields),
          });
        },
      }),
    }),
  ],
});
