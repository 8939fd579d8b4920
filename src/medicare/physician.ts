import { isZero } from "../core/money/arithmetic.ts";
import type { Money } from "../core/money/money.ts";
import type { PhysicianValue, PracticeCost, StatusCode } from "../dataset/medicare-tables.ts";
import type { NoRate, NoRateCode } from "../pricing/no-rate.ts";
import type { Sheet } from "../pricing/sheet.ts";
import { type Figure, lesserOf, plus, times } from "../pricing/worksheet/calculation.ts";
import { decide } from "../pricing/worksheet/computing.ts";
import { localityOf } from "./locality.ts";
import { type MedicareFound, type MedicareRequest, PLACE_WHEN_ABSENT } from "./request.ts";

/** Status codes with a price of the schedule (medicare 3.3); a restricted one only where values are published. */
const PRICED_STATUSES: ReadonlySet<StatusCode> = new Set(["A", "R", "T"]);

/** Drugs of Part B, for instance, have a list of their own. Whether Medicare pays such a code is not known here. */
const PRICED_ELSEWHERE = "if Medicare pays it, another schedule prices it, which is not loaded";

/** What a status says about a code that is not priced, in CMS's meaning (medicare 3.3). */
const UNPRICED: Readonly<Record<Exclude<StatusCode, "A" | "T" | "J">, readonly [NoRateCode, string]>> = {
  B: ["not_payable", "its payment is bundled into that of other services"],
  C: ["by_report", "the Medicare contractor prices it claim by claim"],
  E: ["not_loaded", `it is excluded from the physician fee schedule by regulation; ${PRICED_ELSEWHERE}`],
  I: ["not_payable", "it is not valid for Medicare, which uses another code for the service"],
  M: ["not_payable", "it is a measurement code, for reporting only"],
  N: ["not_payable", "Medicare does not cover it"],
  P: ["not_payable", "it is bundled into other services or excluded from the fee schedule"],
  R: ["by_report", "its coverage is restricted and no relative values are published, so the contractor prices it"],
  X: ["not_loaded", `it is no physician service by law; ${PRICED_ELSEWHERE}`],
};

const NOTES: Partial<Record<StatusCode, string>> = {
  R: "Coverage is restricted: special coverage instructions apply.",
  T: "Paid only if no other service of the fee schedule is billed by the same provider on the day.",
};

/** Whether the schedule has a price for the row (medicare 3.3). */
export function isPricedBy({ statusCode, ...row }: PhysicianValue): boolean {
  const values = [row.workRvu, row.nonFacilityPracticeRvu, row.facilityPracticeRvu, row.malpracticeRvu];
  return PRICED_STATUSES.has(statusCode) && values.some((value) => !isZero(value));
}

/** Why a listed code has no price of the schedule. */
export function whyUnpriced({ code, modifier, statusCode }: PhysicianValue, sheet: Sheet): NoRate {
  const [noRate, why] = UNPRICED[statusCode as keyof typeof UNPRICED] ?? [
    "by_report",
    "no relative values are published, so the contractor prices it",
  ];
  const name = modifier === null ? code : `${code} with modifier ${modifier}`;
  return sheet.noRate(noRate, `Medicare has no price for ${name}: status ${statusCode}, ${why}.`);
}

/** The price of a row by relative values, practice costs and conversion factor (medicare 4.1). */
export function physicianPayment(
  request: MedicareRequest,
  row: PhysicianValue,
  sheet: Sheet,
  found: MedicareFound,
): Figure<Money> {
  found.schedule = "physician";
  const isFacility = placeOf(request, sheet) === "facility";
  const costs = localityOf(request, sheet);
  found.locality = costs;
  if (isFacility ? row.facilityNa : row.nonFacilityNa) {
    found.notes.push(
      `The schedule marks the service NA at a ${isFacility ? "" : "non-"}facility: rarely or never performed there.`,
    );
  }
  const note = NOTES[row.statusCode];
  if (note !== undefined) found.notes.push(note);
  found.notes.push(...indicatorNotes(row));
  sheet.use(row);

  const practice = isFacility ? "facilityPracticeRvu" : "nonFacilityPracticeRvu";
  const fee = amountOf(row, { practice, malpractice: "malpracticeRvu" }, costs, sheet, "medicare 4.1 step 2", "");
  const capPractice = isFacility ? "capFacilityPracticeRvu" : "capNonFacilityPracticeRvu";
  if (row[capPractice] === null) return fee;

  const section = "medicare 4.1 step 3";
  const columns = { practice: capPractice, malpractice: "capMalpracticeRvu" } as const;
  const cap = amountOf(row, columns, costs, sheet, section, "hospital outpatient cap: ");
  const payment = sheet.dollars(section, lesserOf(fee.called("fee"), cap.called("cap")));
  sheet.decided(payment, decide(cap, "less", fee));
  return payment;
}

const PER_SIDE = ["1", "3"];
const BOTH_SIDES = "2";
const UNREDUCED = ["0", "9"];

/** What the payment indicators would change about the price of a claim: none of it is priced here (medicare 4.1 step 4). */
function indicatorNotes({ multipleProcedure: multiple, bilateralSurgery: bilateral }: PhysicianValue): string[] {
  const notes: string[] = [];
  if (multiple !== null && !UNREDUCED.includes(multiple)) {
    notes.push(
      `Beside other services of the same day Medicare may pay less for it (multiple procedure indicator ${multiple}). The price is for the service alone.`,
    );
  }
  if (bilateral !== null && PER_SIDE.includes(bilateral)) {
    notes.push(`The price is for one side (bilateral surgery indicator ${bilateral}).`);
  }
  if (bilateral === BOTH_SIDES) notes.push(`The price is for both sides (bilateral surgery indicator ${bilateral}).`);
  return notes;
}

interface ValueColumns {
  readonly practice:
    | "facilityPracticeRvu"
    | "nonFacilityPracticeRvu"
    | "capFacilityPracticeRvu"
    | "capNonFacilityPracticeRvu";
  readonly malpractice: "malpracticeRvu" | "capMalpracticeRvu";
}

/** Rounded once: the sum of the adjusted values times the conversion factor. */
function amountOf(
  row: PhysicianValue,
  { practice, malpractice }: ValueColumns,
  costs: PracticeCost,
  sheet: Sheet,
  section: string,
  lead: string,
): Figure<Money> {
  const value = (name: string, column: ValueColumns[keyof ValueColumns]) => {
    const figure = sheet.figure(name, row, column);
    if (figure === null) throw new Error(`${row.code} has a cap without its ${name}`);
    return figure;
  };
  const adjusted = plus(
    times(sheet.figure("work value", row, "workRvu"), sheet.figure("work index", costs, "workIndex")),
    times(value("practice value", practice), sheet.figure("practice index", costs, "practiceIndex")),
    times(value("malpractice value", malpractice), sheet.figure("malpractice index", costs, "malpracticeIndex")),
  );
  const factor = sheet.figure("conversion factor", row, "conversionFactor", "dollars");
  return sheet.dollars(section, times(adjusted, factor), { lead });
}

function placeOf({ placeOfService }: MedicareRequest, sheet: Sheet) {
  if (placeOfService === null) sheet.assume("place_of_service", PLACE_WHEN_ABSENT, "not sent: not at a facility");
  return placeOfService ?? PLACE_WHEN_ABSENT;
}
