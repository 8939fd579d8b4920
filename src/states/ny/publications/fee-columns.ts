import { foldName } from "../../../core/text/folding.ts";
import { Refusal } from "../../../core/text/refusal.ts";
import {
  amount,
  type Conversion,
  inTurn,
  number,
  rounded,
  zeroAbsent,
} from "../../../imports/declaring/conversions.ts";
import { type Field, heading, optional, orPricedByHand, PRICED_BY_HAND } from "../../../imports/declaring/fields.ts";
import { procedureCode } from "./codes.ts";

/** What a cell says where the fee is set case by case. */
export const BY_REPORT = "BR";

const dollars = zeroAbsent(rounded(2, amount));

/** `BR`, `By Report`; not `BR SC`, where the fee that is listed holds up to it. */
function isByReport(cell: string): boolean {
  return /^(?:br|b\.r\.|by report)$/i.test(cell);
}

/** The words that are known; a mapping file may add others. */
export const legends = { [PRICED_BY_HAND]: { BR: true, "By Report": true } };

/** A column of fees, which a mapping file may teach other words. */
export function orSetByReport<Value>(field: Field<Value>): Field<Value> {
  return orPricedByHand(field, BY_REPORT);
}

/** A figure, or `BR`. */
export function orByReport(convert: Conversion): Conversion {
  return (cell) => (isByReport(cell) ? BY_REPORT : convert(cell));
}

/**
 * A fee, perhaps with a footnote mark, or `BR`. A fee of zero prices nothing: the schedules print it where payment is made
 * in some other way.
 */
export const feeOrByReport: Conversion = inTurn((cell) => cell.replace(/\s*\*+$/, ""), orByReport(dollars));

/** The column beside the fee that says `BR`; whatever else it says leaves the fee as it is. */
const byReportMark: Conversion = (cell) => (isByReport(cell) || /^(?:y|yes|x)$/i.test(cell) ? BY_REPORT : null);

const A_MARK = new Refusal("PA, DVS, Y or N");

/** Prior approval: `PA`, or `DVS` where it is given automatically. */
const priorApproval: Conversion = (cell) => {
  if (/^(?:pa|dvs|y|yes|x)$/i.test(cell)) return "true";
  return /^(?:n|no|-+)$/i.test(cell) ? "false" : A_MARK;
};

/** What the eMedNY schedules have in common; the descriptions, which are licensed, are not read. */
export const SCHEDULE_FIELDS = {
  code: heading(
    ["Code", "Procedure Code", "Proc Code", "CPT Code", "HCPCS", /^(?!.*desc)(?:proc|cpt|hcpcs).*code/],
    procedureCode,
  ),
  byReport: optional(heading(["By Report", "BR"], byReportMark)),
  priorAuthRequired: optional(heading(["PA", "Prior Approval", /^prior (?:app|auth)/], priorApproval)),
  unitsLimit: optional(heading(["Max Units", "Maximum Units", /max.*unit|unit.*limit/], zeroAbsent(number))),
};

/** The columns of a schedule that hold fees; those of other programs (MOMS) and about fees are not among them. */
export const FEE_COLUMN =
  /^(?![\s\S]*(?:moms|type|code|schedule|change|date|desc))[\s\S]*(?:\bfee\b|facility|prof[\s\S]*comp|tech[\s\S]*comp)/i;

interface FeeColumn {
  readonly modifier: "26" | "TC" | null;
  readonly placeOfService: "facility" | "non_facility" | null;
}

/** What a fee column is for, by its heading: `Non-Facility Fee`, `FEE OFFICE`, `Professional Component`. */
export function feeColumn(heading: string): FeeColumn {
  const words = foldName(heading);
  return { modifier: componentOf(words), placeOfService: placeOf(words) };
}

function componentOf(words: string): FeeColumn["modifier"] {
  if (/\bPROF/.test(words)) return "26";
  return /\bTECH/.test(words) ? "TC" : null;
}

function placeOf(words: string): FeeColumn["placeOfService"] {
  if (/\bNON ?FAC|\bOFFICE\b/.test(words)) return "non_facility";
  return /\bFAC|\bOUTPT\b|\bOUTPATIENT\b/.test(words) ? "facility" : null;
}
