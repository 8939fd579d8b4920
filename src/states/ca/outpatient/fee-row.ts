import type { Day } from "../../../calendar/day.ts";
import { inForce, nearestPeriod, periodText } from "../../../calendar/period.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import type { FeeRow } from "../tables.ts";
import type { ProcedureType, ProviderType, ServiceType } from "../values.ts";
import type { OutpatientLine } from "./line.ts";
import { thoseOrAll } from "./those-or-all.ts";

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
  /** The other procedure types of the day. */
  readonly otherProcedureTypes: readonly ProcedureType[];
}

/** Whether a service type is among those of a row's conversion factors. */
type HasService = (row: FeeRow, serviceType: ServiceType) => boolean;

/** The fee schedule row that prices a code for a type of provider (ca 4.1). */
export function chooseFeeRow(
  published: readonly FeeRow[],
  line: OutpatientLine,
  day: Day,
  hasService: HasService,
): ChosenFeeRow | NoRate {
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

  const row = line.procedureType === null ? preferred(rows, line, hasService) : ofType(line.procedureType, rows);
  if (row === undefined) {
    const available = rows.map(({ procedureType }) => procedureType).join(", ");
    return new NoRate(
      `Procedure code ${code} has no ${line.procedureType} rate on ${day}; available procedure types: ${available}.`,
    );
  }
  return {
    row,
    otherProcedureTypes: rows.filter((other) => other !== row).map(({ procedureType }) => procedureType),
  };
}

/** The procedure type that comes before the standing order for a type of provider. */
const OWN_PROCEDURE_TYPE: Partial<Record<ProviderType, ProcedureType>> = {
  podiatrist: "Podiatrist",
  nurse_anesthetist: "Anesthesia",
};

/** The row when no procedure type is sent, of rows in the standing order (ca 4.1 step 2). */
function preferred(
  rows: readonly FeeRow[],
  { serviceType, anesthesiaMinutes, providerType }: OutpatientLine,
  hasService: HasService,
): FeeRow {
  const candidates =
    serviceType === null ? rows : thoseOrAll(rows, (row) => hasPrice(row) && hasService(row, serviceType));

  // Sent minutes ask for anesthesia, also where it is by report: another type's price would not be that of the claim.
  const anesthesia = anesthesiaMinutes === null ? undefined : ofType("Anesthesia", candidates);
  if (anesthesia !== undefined) return anesthesia;

  // A code with a price answers by report only when asked for it.
  const priced = thoseOrAll(candidates, hasPrice);
  const ownType = OWN_PROCEDURE_TYPE[providerType];
  return (ownType && ofType(ownType, priced)) ?? (priced[0] as FeeRow);
}

function ofType(type: ProcedureType, rows: readonly FeeRow[]): FeeRow | undefined {
  return rows.find(({ procedureType }) => procedureType === type);
}

function hasPrice({ unitValue }: FeeRow): boolean {
  return unitValue !== null;
}

function byStandingOrder(a: FeeRow, b: FeeRow): number {
  return (STANDING_PLACE.get(a.procedureType) as number) - (STANDING_PLACE.get(b.procedureType) as number);
}
