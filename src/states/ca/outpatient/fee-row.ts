import { effective } from "../../../core/calendar/period.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type FeeRow, hasPrice, outpatientRates } from "../tables.ts";
import type { ProcedureType, ProviderType } from "../values.ts";
import { serviceTypeApplies } from "./conversion-factor.ts";
import type { OutpatientLine } from "./request.ts";

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

interface ChosenFeeRow {
  readonly fee: FeeRow;
  readonly otherProcedureTypes: readonly ProcedureType[];
}

/** The fee schedule row that prices a code for a type of provider (ca 4.1). */
export function chooseFeeRow(line: OutpatientLine, sheet: Sheet): ChosenFeeRow {
  const { code, procedureType } = line;
  const published = sheet.rows(outpatientRates, { procedureCode: code });
  const rows = effective(published, sheet.day);
  if (rows.length === 0) {
    throw sheet.noneEffective(published, "code_not_listed", (nearest) =>
      nearest === null
        ? `Procedure code ${code} is not in the Medi-Cal fee schedule.`
        : `Procedure code ${code} has no Medi-Cal rate on ${sheet.day}; the nearest published period is ${nearest}.`,
    );
  }
  if (rows.length > 1) rows.sort(byStandingOrder);

  const fee = sheet.use(
    procedureType === null ? preferred(rows, line, sheet) : sentType(procedureType, rows, line, sheet),
  );
  // The price ends when a row with precedence over this one starts, and not when another does.
  sheet.effective(published.filter((row) => couldBeTakenBefore(row, fee, line)));
  return { fee, otherProcedureTypes: rows.filter((other) => other !== fee).map((other) => other.procedureType) };
}

function couldBeTakenBefore(row: FeeRow, fee: FeeRow, line: OutpatientLine): boolean {
  if (line.procedureType !== null) return false;
  if (line.serviceType !== null || line.anesthesiaMinutes !== null) return true;
  if (!hasPrice(row) || isOwn(fee, line)) return false;
  return isOwn(row, line) || byStandingOrder(row, fee) < 0;
}

function sentType(type: ProcedureType, rows: readonly FeeRow[], line: OutpatientLine, sheet: Sheet): FeeRow {
  const row = ofType(type, rows);
  sheet.readings.choose(rows, row === undefined ? [] : [row], anotherType);
  if (row === undefined) throw notOfType(rows, line, sheet);
  return row;
}

/** ca 4.8 F3 */
function notOfType(rows: readonly FeeRow[], { code, procedureType }: OutpatientLine, sheet: Sheet) {
  const available = rows.map((row) => row.procedureType);
  return sheet.noRate(
    "not_for_request",
    `Procedure code ${code} has no ${procedureType} rate on ${sheet.day}; available procedure types: ${available.join(", ")}.`,
    { remedy: available.map((value) => ({ parameter: "procedure_type", value, why: "published for the code" })) },
  );
}

/** The procedure type that comes before the standing order for a type of provider. */
const OWN_PROCEDURE_TYPE: Partial<Record<ProviderType, ProcedureType>> = {
  podiatrist: "Podiatrist",
  nurse_anesthetist: "Anesthesia",
};

function isOwn({ procedureType }: FeeRow, { providerType }: OutpatientLine): boolean {
  return procedureType === OWN_PROCEDURE_TYPE[providerType];
}

/** The row when no procedure type is sent, of rows in the standing order (ca 4.1 step 2). */
function preferred(rows: readonly FeeRow[], line: OutpatientLine, sheet: Sheet): FeeRow {
  const { serviceType, anesthesiaMinutes, providerType } = line;
  const candidates =
    serviceType === null
      ? rows
      : sheet.thoseOrAll(
          rows,
          (row) => hasPrice(row) && serviceTypeApplies(serviceType, row, line, sheet),
          () => `service type ${serviceType} does not apply to it`,
        );

  const choose = (among: readonly FeeRow[], row: FeeRow, reason: string): FeeRow => {
    const isNarrowed = candidates.length < rows.length;
    const narrowed = isNarrowed ? `, among those that service type ${serviceType} applies to` : "";
    sheet.assume("procedure_type", row.procedureType, `not sent: ${reason}${narrowed}`);
    return sheet.chosen(among, row, anotherType);
  };

  // Minutes mean anesthesia, even if it is by report: the price of another type would not be the claim's.
  const anesthesia = anesthesiaMinutes === null ? undefined : ofType("Anesthesia", candidates);
  if (anesthesia !== undefined) return choose(candidates, anesthesia, "anesthesia minutes ask for it");

  // A code with a price answers by report only when the request names that procedure type.
  const priced = sheet.thoseOrAll(candidates, hasPrice, () => "by report, and another row has a price");
  const own = priced.find((row) => isOwn(row, line));
  if (own !== undefined) return choose(priced, own, `the one of provider type ${providerType}`);
  const first = priced[0] as FeeRow;
  return choose(
    priced,
    first,
    hasPrice(first)
      ? "the most common one of the code that has a price"
      : "the most common one of the code, none of which has a price",
  );
}

/** Why a candidate row lost; other rows have their own reason. */
function anotherType({ procedureType }: FeeRow): string {
  return `another procedure type, ${procedureType}`;
}

function ofType(type: ProcedureType, rows: readonly FeeRow[]): FeeRow | undefined {
  return rows.find(({ procedureType }) => procedureType === type);
}

function byStandingOrder(a: FeeRow, b: FeeRow): number {
  return (STANDING_PLACE.get(a.procedureType) as number) - (STANDING_PLACE.get(b.procedureType) as number);
}
