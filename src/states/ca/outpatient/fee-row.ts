import type { Day } from "../../../calendar/day.ts";
import { inForce, nearestPeriod, periodText } from "../../../calendar/period.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import type { FeeRow } from "../tables.ts";
import type { ProcedureType } from "../values.ts";
import type { OutpatientLine } from "./line.ts";

/** "Most common first": the order in which a procedure type is chosen when none is sent (ca 4.1 step 2). */
const STANDING_ORDER: readonly ProcedureType[] = [
  "Medicine",
  "Primary Surgeon",
  "Radiology",
  "Pathology and Clinical Laboratory",
  "Anesthesia",
  "Injection",
  "Podiatrist",
  "Vision Care",
  "Allied Health and other programs",
  "Diagnostic and Treatment (EPSDT)",
  "Early and Periodic Screening",
  "Expanded Access to Primary Care (EAPC)",
  "Assistant Surgeon",
  "Psychology Services for Mental Health Expansion",
  "Targeted Rate Increase",
  "Local Educational Agency",
  "Medi-Cal Waiver",
  "Multipurpose Senior Services Program (MSSP)",
  "Palliative Care",
  "Justice Involved",
];

const STANDING_PLACE = new Map(STANDING_ORDER.map((type, place) => [type, place]));

export interface ChosenFeeRow {
  readonly row: FeeRow;
  /** The other procedure types of the day; null when the request named its procedure type. */
  readonly otherProcedureTypes: readonly ProcedureType[] | null;
}

/** The fee schedule row that prices a code for a type of provider (ca 4.1). */
export function chooseFeeRow(published: readonly FeeRow[], line: OutpatientLine, day: Day): ChosenFeeRow | NoRate {
  const { code } = line;
  if (published.length === 0) return new NoRate(`Procedure code ${code} is not in the Medi-Cal fee schedule.`);

  const rows = inForce(published, day);
  if (rows.length === 0) {
    const nearest = periodText(nearestPeriod(published, day));
    return new NoRate(
      `Procedure code ${code} has no Medi-Cal rate on ${day}; the nearest published period is ${nearest}.`,
    );
  }
  if (rows.length > 1) rows.sort(byStandingOrder);

  if (line.procedureType !== null) {
    const row = rows.find(({ procedureType }) => procedureType === line.procedureType);
    if (row !== undefined) return { row, otherProcedureTypes: null };
    const available = rows.map(({ procedureType }) => procedureType).join(", ");
    return new NoRate(
      `Procedure code ${code} has no ${line.procedureType} rate on ${day}; available procedure types: ${available}.`,
    );
  }

  const row = preferred(rows, line);
  return {
    row,
    otherProcedureTypes: rows.filter((other) => other !== row).map(({ procedureType }) => procedureType),
  };
}

/** What the claim and the provider point to, before the standing order decides. */
function preferred(rows: readonly FeeRow[], { anesthesiaMinutes, providerType }: OutpatientLine): FeeRow {
  const wanted: ProcedureType[] = [];
  if (anesthesiaMinutes !== null) wanted.push("Anesthesia");
  if (providerType === "podiatrist") wanted.push("Podiatrist");
  if (providerType === "nurse_anesthetist") wanted.push("Anesthesia");
  for (const type of wanted) {
    const row = rows.find(({ procedureType }) => procedureType === type);
    if (row !== undefined) return row;
  }
  return rows[0] as FeeRow;
}

function byStandingOrder(a: FeeRow, b: FeeRow): number {
  return (STANDING_PLACE.get(a.procedureType) as number) - (STANDING_PLACE.get(b.procedureType) as number);
}
