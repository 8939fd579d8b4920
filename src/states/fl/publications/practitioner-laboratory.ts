import { upperCase } from "../../../imports/declaring/conversions.ts";
import { column } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { feeSchedule } from "../tables.ts";
import { fee } from "./fee-cells.ts";
import { feeReader } from "./fee-reader.ts";
import { FEE_SCHEDULES } from "./pages.ts";
import { AHCA } from "./publisher.ts";

/** fl 8.2: what practitioners are paid for laboratory work, on the first sheet. */
export const practitionerLaboratory = publication({
  folder: "fl",
  name: "practitioner-laboratory",
  title: "Practitioner Laboratory Fee Schedule",
  publisher: AHCA,
  published: "among the fee schedules of rule 59G-4.002 on the Agency's site, each January, with updates in the year",
  page: FEE_SCHEDULES,
  form: "XLSX",
  confidence: "seen",
  sections: [
    section({
      firstRow: 5,
      fields: {
        code: column("B", upperCase),
        fsi: column("C", fee),
        pci: column("D", fee),
        tci: column("E", fee),
      },
      feeds: [feeSchedule],
      read: () => feeReader("LABORATORY", "by report"),
    }),
  ],
});
