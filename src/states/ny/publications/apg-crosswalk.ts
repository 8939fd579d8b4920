import { date } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { Grouped } from "../../../imports/declaring/grouped.ts";
import { columnsOf, publication, section } from "../../../imports/declaring/publication.ts";
import { apgProcedures } from "../tables.ts";
import { EMEDNY } from "./about.ts";
import { apgNumber, isApgNumber } from "./apg-number.ts";
import { type CrosswalkDates, daysOf, hasMidQuarter } from "./crosswalk-days.ts";
import { NO_CODE, procedureCode } from "./procedure-code.ts";

interface Grouping {
  readonly code: string;
  readonly apg: string;
  /** Null: from the edition's day on. */
  readonly start: string | null;
  readonly end: string | null;
  readonly place: string;
}

const MID_QUARTER =
  "rows with Mid-Quarter dates, whose meaning is not established: they are taken for the days that both pairs of dates allow";

/** Which APG a code groups to, and when: a code that changed its APG has several rows with dates of their own. */
export const apgCrosswalk = publication({
  ...EMEDNY,
  name: "apg-crosswalk",
  title: "HCPCS to APG Crosswalk",
  published: "on the eMedNY page of APG crosswalks, quarterly",
  page: "https://www.emedny.org/apg/",
  form: "XLSX with a sheet HCPCS to EAPGs, or that sheet as CSV",
  confidence: "seen",
  sections: [
    section({
      sheet: /hcpcs to e?apg/i,
      fields: {
        code: heading(["HCPCS", "HCPCS Code", "CPT/HCPCS", "Procedure Code", "CPT Code"], procedureCode),
        apg: heading(["EAPG", "APG", "Final APG", "APG Number"], apgNumber),
        quarterStart: optional(heading(["Quarter Effective Date", "Effective Date"], date)),
        quarterEnd: optional(heading(["Quarter End Date", "End Date"], date)),
        midQuarterStart: optional(heading("Mid-Quarter Effective Date", date)),
        midQuarterEnd: optional(heading("Mid-Quarter End Date", date)),
      },
      feeds: [columnsOf(apgProcedures, ["apg"])],
      read: () => {
        const groupings = new Grouped<Grouping>();
        return {
          record(fields, intake) {
            const { code, apg } = fields;
            if (code === null) return intake.leaveOut(NO_CODE);
            if (!isApgNumber(apg)) return intake.leaveOut("no APG", code);
            const dates: CrosswalkDates = { ...fields };
            const days = daysOf(dates);
            if (typeof days === "string") return intake.leaveOut(days, code);
            if (hasMidQuarter(dates)) intake.find({ title: MID_QUARTER, example: `${code} at ${intake.place}` });
            groupings.add(code, { code, apg, ...days, place: intake.place });
          },
          end(intake) {
            for (const group of groupings.groups()) {
              // The newest row of a code may stand first, and none of them may have an end: each takes over from the one before.
              const inOrder = [...group].sort((a, b) => ((a.start ?? "") < (b.start ?? "") ? -1 : 1));
              for (const { code, apg, start, end, place } of inOrder) {
                const dates = { effectiveStartDate: start, effectiveEndDate: end };
                intake.take(apgProcedures, { code, apg, ...dates }, place);
              }
            }
          },
        };
      },
    }),
  ],
});
