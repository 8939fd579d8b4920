import type { Day } from "../../../core/calendar/day.ts";
import { failure } from "../../../core/runtime/failure.ts";
import { upperCase } from "../../../imports/declaring/conversions.ts";
import { column, heading } from "../../../imports/declaring/fields.ts";
import { type EditionPeriod, publication, section } from "../../../imports/declaring/publication.ts";
import { feeSchedule } from "../tables.ts";
import { AHCA, EACH_JANUARY, FEE_SCHEDULES } from "./ahca.ts";
import { fee, feeReader, legends, modifier, orByReport, priorAuthorization } from "./fee-schedule-reader.ts";

/** The columns of the surgical centers' schedule: by heading, so that another layout is refused, not misread. */
const codeHeading = heading(
  ["Code", "Procedure Code", "HCPCS", "HCPCS Code", /^(?:cpt|proc)(?!.*(?:desc|mod|name|type))/],
  upperCase,
);

const feeHeading = orByReport(
  heading(["FSI", "Fee", "Maximum Fee", "Max Fee", "Rate", "Amount", /^(?!.*(?:date|type|code|desc)).*\bfee\b/], fee),
);

/** fl 8.1. The headings take up three rows and are worded anew each year, so columns are found by their letters. */
export const practitioner = publication({
  folder: "fl",
  name: "practitioner",
  title: "Practitioner Fee Schedule",
  publisher: AHCA,
  published: EACH_JANUARY,
  page: FEE_SCHEDULES,
  form: "XLSX",
  confidence: "seen",
  legends,
  sections: [
    section({
      sheet: /fee schedule/i,
      firstRow: 4,
      fields: {
        priorAuthorization: column("A", priorAuthorization),
        code: column("B", upperCase),
        modifier: column("C", modifier),
        fsi: orByReport(column("D", fee)),
        facility: orByReport(column("E", fee)),
        pci: orByReport(column("F", fee)),
        tci: orByReport(column("G", fee)),
      },
      feeds: [feeSchedule],
      read: () => feeReader("PRACTITIONER", "by report"),
    }),
  ],
});

/** fl 8.2: what practitioners are paid for laboratory work, on the first sheet. */
export const practitionerLaboratory = publication({
  folder: "fl",
  name: "practitioner-laboratory",
  title: "Practitioner Laboratory Fee Schedule",
  publisher: AHCA,
  published: EACH_JANUARY,
  page: FEE_SCHEDULES,
  form: "XLSX",
  confidence: "seen",
  legends,
  sections: [
    section({
      firstRow: 5,
      fields: {
        code: column("B", upperCase),
        fsi: orByReport(column("C", fee)),
        pci: orByReport(column("D", fee)),
        tci: orByReport(column("E", fee)),
      },
      feeds: [feeSchedule],
      read: () => feeReader("LABORATORY", "by report"),
    }),
  ],
});

/** Surgical centers were paid by the schedule until this day, and by EAPG since. */
const LAST_DAY = "2017-06-30" as Day;

const untilEapg: EditionPeriod = (asOf) => {
  if (asOf <= LAST_DAY) return { start: asOf, end: LAST_DAY };
  throw failure(
    `${asOf} is after ${LAST_DAY}, the schedule's last day; surgical centers have been paid by EAPG since: import fl/eapg-calculator`,
  );
};

/** fl 8.5. The payment group only says which amount a code has, and every row prints its amount. */
export const ambulatorySurgicalCenters = publication({
  folder: "fl",
  name: "ambulatory-surgical-centers",
  title: "Ambulatory Surgical Center Fee Schedule",
  publisher: AHCA,
  published: "on the Agency's site until June 2017",
  page: FEE_SCHEDULES,
  form: "XLSX or CSV",
  confidence: "remembered",
  legends,
  period: untilEapg,
  sections: [
    section({
      fields: { code: codeHeading, fsi: feeHeading },
      feeds: [feeSchedule],
      read: () => feeReader("ASC", "left out"),
    }),
  ],
});
