import { legend } from "../../../imports/declaring/conversions.ts";
import { heading, needed, optional, type RecordOf, rest } from "../../../imports/declaring/fields.ts";
import type { GivenRow, Intake } from "../../../imports/declaring/intake.ts";
import { type Publication, publication, section } from "../../../imports/declaring/publication.ts";
import { type FeeRow, feeSchedule } from "../tables.ts";
import { EMEDNY } from "./about.ts";
import { FEE_COLUMN, feeColumn } from "./fee-columns.ts";
import { BY_REPORT, feeOrByReport, SCHEDULE_FIELDS } from "./fee-fields.ts";
import { NO_CODE } from "./procedure-code.ts";

const fields = {
  ...SCHEDULE_FIELDS,
  component: optional(
    heading(
      ["Modifier", "Mod", "Component", /global.*prof.*tech/],
      legend({ G: null, Global: null, "26": "26", P: "26", Professional: "26", TC: "TC", T: "TC", Technical: "TC" }),
    ),
  ),
  fees: needed(rest(FEE_COLUMN, feeOrByReport)),
};

/** One row of the fee schedule, and where it stands in the publication. */
export interface Listed {
  readonly row: GivenRow<FeeRow>;
  readonly place: string;
}

/** Takes what a schedule lists; a schedule may have to see all of it first. */
export interface Taking {
  list(listed: Listed, intake: Intake): void;
  end?(intake: Intake): void;
}

const AS_LISTED: Taking = { list: ({ row }, intake) => intake.take(feeSchedule, row) };

/** What the schedules of physicians are to those who look for them. */
export const PHYSICIAN_ABOUT = {
  ...EMEDNY,
  published: "among the fee schedules of the eMedNY physician manual, after each change",
  page: "https://www.emedny.org/ProviderManuals/Physician/",
  form: "XLSX or CSV",
  confidence: "remembered",
} as const;

/** A physician fee schedule: a fee per code, by place of service and component where the schedule tells them apart. */
export function physicianSchedule(name: string, title: string, taking: () => Taking = () => AS_LISTED): Publication {
  return publication({
    ...PHYSICIAN_ABOUT,
    name,
    title,
    sections: [
      section({
        fields,
        feeds: [feeSchedule],
        read: () => {
          const taker = taking();
          return {
            record(record, intake) {
              if (record.code === null) return intake.leaveOut(NO_CODE);
              const rows = rowsOf(record);
              if (rows.length === 0) intake.leaveOut("neither a fee nor BR", record.code);
              for (const row of rows) taker.list({ row, place: intake.place }, intake);
            },
            end: (intake) => taker.end?.(intake),
          };
        },
      }),
    ],
  });
}

function rowsOf({ fees, component, byReport, ...common }: RecordOf<typeof fields>): readonly GivenRow<FeeRow>[] {
  const { code, priorAuthRequired, unitsLimit } = common;
  const shared = { schedule: "physician", code, priorAuthRequired, unitsLimit };
  const priced = fees.filter(({ value }) => value !== null);
  if (priced.length === 0) return byReport === null ? [] : [{ ...shared, modifier: component, byReport: true }];
  return priced.map((cell) => {
    const { modifier, placeOfService } = feeColumn(cell.heading);
    const fee = cell.value === BY_REPORT ? { byReport: true } : { fee: cell.value };
    return { ...shared, modifier: component ?? modifier, placeOfService, ...fee };
  });
}
