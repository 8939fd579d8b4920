import { publication, section } from "../../../imports/declaring/publication.ts";
import { feeSchedule } from "../tables.ts";
import {
  codeHeading,
  feeHeading,
  modifierHeading,
  priorAuthorizationHeading,
  professionalHeading,
  technicalHeading,
} from "./fee-headings.ts";
import { feeReader } from "./fee-reader.ts";
import { FEE_SCHEDULES } from "./pages.ts";
import { AHCA } from "./publisher.ts";

/** fl 8.3 */
export const radiology = publication({
  folder: "fl",
  name: "radiology",
  title: "Radiology Fee Schedule",
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
        pci: professionalHeading,
        tci: technicalHeading,
        priorAuthorization: priorAuthorizationHeading,
      },
      feeds: [feeSchedule],
      read: () => feeReader("RADIOLOGY", "by report"),
    }),
  ],
});
