import { amount, figure, number, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { dated, heading } from "../../../imports/declaring/fields.ts";
import { columnsOf, publication, section } from "../../../imports/declaring/publication.ts";
import { apgFees, apgProcedures, apgWeights } from "../tables.ts";
import { apgNumber, isApgNumber, NO_APG_NUMBER, NO_CODE, procedureCode } from "./codes.ts";
import { HEALTH } from "./publishers.ts";

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
      const inForce = fields.weights.filter(({ cells }) => cells.weight !== null);
      if (inForce.length === 0) return intake.leaveOut("no weight in any column", apg);
      for (const { period, cells } of inForce) {
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
      const inForce = fields.weights.filter(({ cells }) => cells.weight !== null);
      if (inForce.length === 0) return intake.leaveOut("no weight under any date", code);
      for (const { period, cells } of inForce) {
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
      const inForce = fields.fees.filter(({ cells }) => cells.amount !== null);
      if (inForce.length === 0) return intake.leaveOut("no amount under any date", code);
      for (const { period, cells } of inForce) {
        const dates = { effectiveStartDate: period.start, effectiveEndDate: period.end };
        intake.take(apgFees, { code, amount: cells.amount, maxUnits: cells.maxUnits, ...dates });
      }
    },
  }),
});

/** The workbook has columns per effective date on each of its sheets, so one edition holds the whole history. */
export const apgWeightsHistory = publication({
  ...HEALTH,
  name: "apg-weights",
  title: "APG Weights and Fee Schedule History",
  published: "on the Department of Health's APG page, quarterly; its newest column is the edition's date",
  page: "https://www.health.ny.gov/health_care/medicaid/rates/apg/",
  form: "XLSX or XLS with three sheets: APG weights, procedure-based weights and the APG fee schedule",
  confidence: "seen",
  printsHistory: true,
  sections: [weights, procedures, fees],
});
