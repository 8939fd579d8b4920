import { number, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { feeSchedule } from "../tables.ts";
import { BY_REPORT, orByReport, SCHEDULE_FIELDS } from "./fee-fields.ts";
import { PHYSICIAN_ABOUT } from "./physician-schedule.ts";
import { NO_CODE } from "./procedure-code.ts";

/** Anesthesia has base units instead of fees. */
export const physicianAnesthesia = publication({
  ...PHYSICIAN_ABOUT,
  name: "physician-anesthesia",
  title: "Physician Fee Schedule: Anesthesia",
  sections: [
    section({
      fields: {
        ...SCHEDULE_FIELDS,
        baseUnits: heading(
          ["Base Units", "Anesthesia Base Units", "Basic Value", "Base Value", /^(?!.*max).*(?:units?|value)/],
          orByReport(zeroAbsent(number)),
        ),
      },
      feeds: [feeSchedule],
      read: () => ({
        record({ code, baseUnits, byReport, priorAuthRequired, unitsLimit }, intake) {
          if (code === null) return intake.leaveOut(NO_CODE);
          const row = { schedule: "physician", code, priorAuthRequired, unitsLimit };
          if (baseUnits === BY_REPORT || (baseUnits === null && byReport !== null)) {
            return intake.take(feeSchedule, { ...row, byReport: true });
          }
          if (baseUnits === null) return intake.leaveOut("neither base units nor BR", code);
          intake.take(feeSchedule, { ...row, anesthesiaBaseUnits: baseUnits });
        },
      }),
    }),
  ],
});
