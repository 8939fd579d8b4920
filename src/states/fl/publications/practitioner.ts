import { upperCase } from "../../../imports/declaring/conversions.ts";
import { column } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { feeSchedule } from "../tables.ts";
import { fee, modifier, priorAuthorization } from "./fee-cells.ts";
import { feeReader } from "./fee-reader.ts";
import { FEE_SCHEDULES } from "./pages.ts";
import { AHCA } from "./publisher.ts";

/** fl 8.1. The headings take up three rows and are worded anew each year, so columns are found by their letters. */
export const practitioner = publication({
  folder: "fl",
  name: "practitioner",
  title: "Practitioner Fee Schedule",
  publisher: AHCA,
  published: "among the fee schedules of rule 59G-4.002 on the Agency's site, each January, with updates in the year",
  page: FEE_SCHEDULES,
  form: "XLSX",
  confidence: "seen",
  sections: [
    section({
      sheet: /fee schedule/i,
      firstRow: 4,
      fields: {
        priorAuthorization: column("A", priorAuthorization),
        code: column("B", upperCase),
        modifier: column("C", modifier),
        fsi: column("D", fee),
        facility: column("E", fee),
        pci: column("F", fee),
        tci: column("G", fee),
      },
      feeds: [feeSchedule],
      read: () => feeReader("PRACTITIONER", "by report"),
    }),
  ],
});
