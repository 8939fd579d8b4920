import { figure, number } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { anesthesiaBaseUnits, anesthesiaConversionFactors } from "../tables.ts";
import { datesOf, ownDates, procedureCode, requiredModifier } from "./columns.ts";
import { feeList, legends } from "./fee-lists.ts";
import { DCH, GAMMIS_ADDRESS } from "./publishers.ts";

export const anesthesiaBaseUnitList = publication({
  folder: "ga",
  name: "anesthesia-base-units",
  title: "Anesthesia Base Units",
  publisher: DCH,
  published:
    'in the Part II Physician Services manual; CMS\'s yearly "Anesthesia Base Units by CPT Code" stands in for it',
  page: GAMMIS_ADDRESS,
  form: "XLSX or CSV",
  confidence: "guessed",
  sections: [
    section({
      fields: {
        code: procedureCode,
        baseUnits: heading(
          ["Base Units", "Base Unit", "Base Unit Value", "ASA Base Units", "Units", /base unit/],
          number,
        ),
        ...ownDates,
      },
      feeds: [anesthesiaBaseUnits],
      read: () => ({
        record(fields, intake) {
          if (fields.baseUnits === null) return intake.leaveOut("no base units");
          intake.sum("base units", fields.baseUnits);
          intake.take(anesthesiaBaseUnits, { code: fields.code, baseUnits: fields.baseUnits, ...datesOf(fields) });
        },
      }),
    }),
  ],
});

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

export const anesthesiaFlat = publication({
  folder: "ga",
  name: "anesthesia-flat",
  title: "Anesthesia Flat Fees",
  publisher: DCH,
  published: "in the policy appendix of the Part II Physician Services manual",
  page: GAMMIS_ADDRESS,
  form: "XLSX or CSV, retyped from the manual",
  confidence: "guessed",
  legends,
  sections: [feeList("anesthesia_flat")],
});
