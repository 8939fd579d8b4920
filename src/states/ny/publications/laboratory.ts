import { heading } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { feeSchedule } from "../tables.ts";
import { NO_CODE } from "./codes.ts";
import { BY_REPORT, feeOrByReport, legends, orSetByReport, SCHEDULE_FIELDS } from "./fee-columns.ts";
import { EMEDNY } from "./publishers.ts";

export const laboratory = publication({
  ...EMEDNY,
  name: "laboratory",
  title: "Laboratory Fee Schedule",
  published: "among the fee schedules of the eMedNY laboratory manual, after each change",
  page: "https://www.emedny.org/ProviderManuals/Laboratory/",
  form: "XLSX or CSV",
  confidence: "remembered",
  legends,
  sections: [
    section({
      fields: {
        ...SCHEDULE_FIELDS,
        fee: orSetByReport(
          heading(
            ["Fee", "Maximum Fee", "Max Fee", /^(?!.*(?:date|type|code|desc|schedule|change)).*\bfee\b/],
            feeOrByReport,
          ),
        ),
      },
      feeds: [feeSchedule],
      read: () => ({
        record({ code, fee, byReport, priorAuthRequired, unitsLimit }, intake) {
          if (code === null) return intake.leaveOut(NO_CODE);
          const row = { schedule: "laboratory", code, priorAuthRequired, unitsLimit };
          if (fee === BY_REPORT || (fee === null && byReport !== null)) {
            return intake.take(feeSchedule, { ...row, byReport: true });
          }
          if (fee === null) return intake.leaveOut("neither a fee nor BR", code);
          intake.take(feeSchedule, { ...row, fee });
        },
      }),
    }),
  ],
});
