import { number } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { anesthesiaBaseUnits } from "../tables.ts";
import { DCH, datesOf, ownDates, procedureCode } from "./columns.ts";
import { GAMMIS_ADDRESS } from "./pages.ts";

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
