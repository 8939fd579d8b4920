import { publication, section } from "../../../imports/declaring/publication.ts";
import { feeSchedule } from "../tables.ts";
import { codeHeading, feeHeading, modifierHeading, priorAuthorizationHeading } from "./fee-headings.ts";
import { feeReader } from "./fee-reader.ts";
import { FEE_SCHEDULES } from "./pages.ts";
import { AHCA } from "./publisher.ts";

/** fl 8.4 */
export const independentLaboratory = publication({
  folder: "fl",
  name: "independent-laboratory",
  title: "Independent Laboratory Fee Schedule",
  publisher: AHCA,
  published: "among the fee schedules of rule 59G-4.002 on the Agency's site, each January, with updates in the year",
  page: FEE_SCHEDULES,
  form: "XLSX or CSV",
  confidence: "guessed",
  sections: [
    section({
      fields: {
        code: codeHeading,
        modifier: modifierHeading,
        fsi: feeHeading,
        priorAuthorization: priorAuthorizationHeading,
      },
      feeds: [feeSchedule],
      read: () => feeReader("INDEPENDENT_LAB", "left out"),
    }),
  ],
});
