import { publication, section } from "../../../imports/declaring/publication.ts";
import { ascProcedures } from "../tables.ts";
import { paymentGroup } from "./asc-columns.ts";
import { DCH, datesOf, ownDates, procedureCode } from "./columns.ts";
import { GAMMIS_ADDRESS } from "./pages.ts";

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
