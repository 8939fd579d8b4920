import { listed } from "../../../dataset/published.ts";
import { amount, date, figure, number, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { dated, heading, optional } from "../../../imports/declaring/fields.ts";
import { Grouped } from "../../../imports/declaring/grouped.ts";
import { columnsOf, publication, section } from "../../../imports/declaring/publication.ts";
import { apgFees, apgProcedures, apgWeights } from "../tables.ts";
import { apgNumber, isApgNumber, NO_APG_NUMBER, NO_CODE, procedureCode } from "./codes.ts";

/** The APGs that no capital is added to (10 NYCRR 86-8.9, list of 2010). */
const WITHOUT_CAPITAL = ["94", "274", "275", "322", "414", "415", "416", "428", "429"];

const PROCEDURE = heading(["HCPCS Code", "HCPCS", "CPT/HCPCS", "Procedure Code", "CPT Code"], procedureCode);

const weights = section({
  name: "weights",
  sheet: /apg.*weight/i,
  fields: {
    apg: heading(["APG", "EAPG", "APG Number", "APG #", "APG Code"], apgNumber),
    weights: dated({ weight: heading([], figure) }),
  },
  feeds: [apgWeights],
  read: () => ({
    record(fields, intake) {
      const { apg } = fields;
      if (!isApgNumber(apg)) return intake.leaveOut(NO_APG_NUMBER, apg ?? "");
      const noCapitalAddon = WITHOUT_CAPITAL.includes(apg) ? true : null;
      const effective = fields.weights.filter(({ cells }) => cells.weight !== null);
      if (effective.length === 0) return intake.leaveOut("no weight in any column", apg);
      for (const { period, cells } of effective) {
        const dates = { effectiveStartDate: period.start, effectiveEndDate: period.end };
        intake.take(apgWeights, { apg, apgWeight: cells.weight, noCapitalAddon, ...dates });
      }
    },
  }),
});

const procedures = section({
  name: "procedures",
  sheet: /(?:px|proc).*weight/i,
  fields: {
    code: PROCEDURE,
    weights: dated({
      weight: heading(["Px-Based Weight", "Procedure-Based Weight", "Procedure Weight", "Weight"], zeroAbsent(figure)),
      unitsLimit: heading(["Units Limit", "Unit Limit", "Max Units"], zeroAbsent(number)),
    }),
  },
  feeds: [columnsOf(apgProcedures, ["pxBasedWeight", "unitsLimit"])],
  read: () => ({
    record(fields, intake) {
      const { code } = fields;
      if (code === null) return intake.leaveOut(NO_CODE);
      const effective = fields.weights.filter(({ cells }) => cells.weight !== null);
      if (effective.length === 0) return intake.leaveOut("no weight under any date", code);
      for (const { period, cells } of effective) {
        const dates = { effectiveStartDate: period.start, effectiveEndDate: period.end };
        intake.take(apgProcedures, { code, pxBasedWeight: cells.weight, unitsLimit: cells.unitsLimit, ...dates });
      }
    },
  }),
});

const fees = section({
  name: "fees",
  sheet: /fee schedule/i,
  fields: {
    code: PROCEDURE,
    fees: dated({
      amount: heading(["Reimbursement Amount", "Amount", "Fee"], zeroAbsent(amount)),
      maxUnits: heading(["Max units", "Maximum Units", "Units Limit"], zeroAbsent(number)),
    }),
  },
  feeds: [apgFees],
  read: () => ({
    record(fields, intake) {
      const { code } = fields;
      // The row "(per unit)" below the captions has no code either.
      if (code === null) return intake.leaveOut(NO_CODE);
      const effective = fields.fees.filter(({ cells }) => cells.amount !== null);
      if (effective.length === 0) return intake.leaveOut("no amount under any date", code);
      for (const { period, cells } of effective) {
        const dates = { effectiveStartDate: period.start, effectiveEndDate: period.end };
        intake.take(apgFees, { code, amount: cells.amount, maxUnits: cells.maxUnits, ...dates });
      }
    },
  }),
});

/** The workbook has columns per effective date on each of its sheets, so one edition holds the whole history. */
export const apgWeightsHistory = publication({
  ...listed("ny/apg-weights"),
  printsHistory: true,
  sections: [weights, procedures, fees],
});

/** The dates of a row of the crosswalk, each perhaps empty. */
interface CrosswalkDates {
  readonly quarterStart: string | null;
  readonly quarterEnd: string | null;
  readonly midQuarterStart: string | null;
  readonly midQuarterEnd: string | null;
}

function hasMidQuarter({ midQuarterStart, midQuarterEnd }: CrosswalkDates): boolean {
  return midQuarterStart !== null || midQuarterEnd !== null;
}

/**
 * The days on which a row of the crosswalk is certainly effective: the quarter's dates, narrowed by those within the
 * quarter; or why there are none. Without any date, the days of the edition.
 */
function daysOf(dates: CrosswalkDates): { readonly start: string | null; readonly end: string | null } | string {
  const start =
    [dates.quarterStart, dates.midQuarterStart]
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null;
  const end = [dates.quarterEnd, dates.midQuarterEnd].filter((day) => day !== null).sort()[0] ?? null;
  if (start === null && end !== null) return "an end date without an effective date";
  if (start !== null && end !== null && end < start) return "dates that leave no day: the end is before the start";
  return { start, end };
}

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
  ...listed("ny/apg-crosswalk"),
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
              // The newest row of a code may come first, and rows may have no end: each ends the one before.
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
