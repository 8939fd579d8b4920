import type { Day } from "../../../calendar/day.ts";
import type { EditionPeriod } from "../../../imports/declaring/periods.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { failure } from "../../../runtime/failure.ts";
import { feeSchedule } from "../tables.ts";
import { codeHeading, feeHeading } from "./fee-headings.ts";
import { feeReader } from "./fee-reader.ts";
import { FEE_SCHEDULES } from "./pages.ts";
import { AHCA } from "./publisher.ts";

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
  period: untilEapg,
  sections: [
    section({
      fields: { code: codeHeading, fsi: feeHeading },
      feeds: [feeSchedule],
      read: () => feeReader("ASC", "left out"),
    }),
  ],
});
