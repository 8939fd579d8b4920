import { isZero } from "../../core/money/arithmetic.ts";
import type { Factor } from "../../core/money/factor.ts";
import type { ClaimFacts } from "../../pricing/claim-fields.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { BILLING_CODE } from "../values/billing-code.ts";
import {
  ALLOWED_AMOUNT,
  BILLED_AMOUNT,
  CHARGES,
  MODIFIER,
  PAID_AMOUNT,
  REVENUE_CODE,
  UNITS,
} from "../values/column-names.ts";
import { type NotOwed, notOwedText } from "../values/not-owed.ts";
import {
  adjustmentsText,
  allowedByShares,
  allowedOf,
  notOwedOf,
  patientShare,
  unreadableAmount,
} from "./adjudication.ts";
import { ageOn, amountOf, amountText, daysBetween } from "./amounts.ts";
import { FREQUENCY, type SubmittedClaim, type SubmittedLine } from "./claims.ts";
import type { JoinedClaim } from "./joining.ts";
import type { RemittedClaim, RemittedLine } from "./remittance.ts";
import type { Reversals } from "./reversals.ts";
import { isStayBilled, type Procedure } from "./segments.ts";

const MODIFIERS_MAX = 4;
/** Under this heading four digits are a DRG and its severity (`1392`). */
const DRG = "drg";

/** Columns that are kept as they are, beside those that pricing reads. */
const KEPT = {
  claim: "claim",
  payerClaim: "payer_claim",
  status: "claim_status",
  control: "line_control",
  revenueCode: REVENUE_CODE,
  paidCode: "paid_code",
  patientShare: "patient_share",
  adjustments: "adjustments",
  remarks: "remarks_of_payer",
  notOwed: "not_owed",
} as const;

/** The columns that are no column of a lookup, however much their names look like one. `not_owed` has a role of its own. */
export const KEPT_COLUMNS: readonly string[] = Object.values(KEPT).filter((name) => name !== KEPT.notOwed);

/** The value of each column of one row; a column without one is empty. */
interface Row {
  readonly facts: ClaimFacts;
  readonly modifiers: readonly string[];
  readonly units: string;
  readonly kept: Readonly<Partial<Record<keyof typeof KEPT, string>>>;
  readonly allowed: string;
  readonly paid: string;
}

/** Turns claims into rows with fixed headings: a row for each line of a visit, or one for a stay. */
export class ClaimTable {
  readonly headings: readonly string[];
  readonly #lookup: RateLookup;
  readonly #isRemittance: boolean;
  readonly #isOfStays: boolean;
  readonly #hasModifiers: boolean;
  readonly #hasBilledAmount: boolean;

  constructor(lookup: RateLookup, isRemittance: boolean) {
    this.#lookup = lookup;
    this.#isRemittance = isRemittance;
    this.#isOfStays = lookup.setting === "inpatient";
    this.#hasModifiers = !this.#isOfStays && lookup.reader.names.includes(MODIFIER);
    this.#hasBilledAmount = !CHARGES.some((name) => lookup.claimFields.has(name));
    const parameters = [...lookup.claimFields.keys()].map((name) =>
      name === BILLING_CODE && this.#isOfStays ? DRG : name,
    );
    this.headings = [
      KEPT.claim,
      ...(isRemittance ? [KEPT.payerClaim, KEPT.status] : []),
      ...(this.#isOfStays ? [] : [KEPT.control, KEPT.revenueCode]),
      ...parameters,
      ...(this.#hasModifiers ? Array.from({ length: MODIFIERS_MAX }, (_, place) => `${MODIFIER}_${place + 1}`) : []),
      ...(this.#isOfStays ? [] : [UNITS]),
      ...(this.#hasBilledAmount ? [BILLED_AMOUNT] : []),
      ...(isRemittance
        ? [
            ...(this.#isOfStays ? [] : [KEPT.paidCode]),
            ALLOWED_AMOUNT,
            PAID_AMOUNT,
            KEPT.patientShare,
            KEPT.adjustments,
            KEPT.remarks,
          ]
        : []),
      KEPT.notOwed,
    ];
  }

  /** How many rows a claim has. */
  rowsOf({ lines }: { readonly lines: readonly unknown[] }): number {
    return this.#isOfStays ? 1 : Math.max(lines.length, 1);
  }

  /** The rows of a remitted claim, with what the submitted one says besides. */
  remitted(claim: RemittedClaim, joined: JoinedClaim | null, reversals: Reversals): readonly (readonly string[])[] {
    const isStay = joined === null ? claim.isStay : isSubmittedStay(joined.claim);
    const whole = isStay === this.#isOfStays ? null : OTHER_SETTING;
    const fate = reversals.fateOf(claim);
    const ofClaim = whole ?? (fate === null ? null : { code: fate, detail: "" });
    const kept = { claim: claim.claim, payerClaim: claim.payerClaim, status: claim.status };
    if (this.#isOfStays) {
      const all = [...claim.adjustments, ...claim.lines.flatMap(({ adjustments }) => adjustments)];
      const sums = { charge: claim.charge, paid: claim.paid, adjustments: all };
      return [
        this.#cells({
          facts: stayFacts(claim, joined?.claim ?? null),
          modifiers: [],
          units: "",
          kept: {
            ...kept,
            patientShare: shareText(all),
            adjustments: adjustmentsText(all),
            remarks: remarksText(claim.lines.flatMap(({ remarks }) => remarks)),
            notOwed: textOf(ofClaim ?? notOwedOf(sums, { status: claim.status, adjustments: all })),
          },
          allowed: unreadableAmount(all) || dollarsOf(allowedByShares(sums)),
          paid: claim.paid,
        }),
      ];
    }
    const lines: readonly RemittedLine[] = claim.lines.length > 0 ? claim.lines : [wholeClaim(claim)];
    const split = splitControls(lines);
    return lines.map((remitted, place) => {
      const submitted = joined?.lines[place] ?? null;
      // The parts of one billed line are priced as the payer made them: the billed code would count once for each.
      const isPart = split.has(remitted.control);
      const line = isPart ? { ...remitted, ...remitted.adjudicated } : remitted;
      return this.#cells({
        facts: {
          ...remittedFacts(claim, line, joined?.claim ?? null, submitted),
          ...(isPart ? { minutes: "" } : null),
        },
        modifiers: line.modifiers.length > 0 ? line.modifiers : (submitted?.modifiers ?? []),
        units: isPart ? line.unitsPaid : unitsOf(line, submitted),
        kept: {
          ...kept,
          control: line.control,
          revenueCode: line.revenueCode || submitted?.revenueCode || "",
          paidCode: isSameProcedure(line, line.adjudicated) ? "" : procedureText(line.adjudicated),
          patientShare: shareText(line.adjustments),
          adjustments: adjustmentsText(line.adjustments),
          remarks: remarksText(line.remarks),
          notOwed: textOf(ofClaim ?? notOwedOf(line, claim)),
        },
        allowed: allowedText(line, claim),
        paid: line.paid,
      });
    });
  }

  /** The rows of a claim that was not paid yet. */
  submitted(claim: SubmittedClaim): readonly (readonly string[])[] {
    const isOther = isSubmittedStay(claim) !== this.#isOfStays;
    const isVoid = claim.frequency === FREQUENCY.void;
    const notOwed = textOf(isOther ? OTHER_SETTING : isVoid ? { code: "reversal", detail: "" } : null);
    const rest = { allowed: "", paid: "" };
    if (this.#isOfStays) {
      const kept = { claim: claim.claim, notOwed };
      return [this.#cells({ facts: stayFacts(null, claim), modifiers: [], units: "", kept, ...rest })];
    }
    const lines: readonly (SubmittedLine | null)[] = claim.lines.length > 0 ? claim.lines : [null];
    return lines.map((line) =>
      this.#cells({
        facts: submittedFacts(claim, line),
        modifiers: line?.modifiers ?? [],
        units: line?.units ?? "",
        kept: { claim: claim.claim, control: line?.control ?? "", revenueCode: line?.revenueCode ?? "", notOwed },
        ...rest,
      }),
    );
  }

  #cells({ facts, modifiers, units, kept, allowed, paid }: Row): readonly string[] {
    const cells = [kept.claim ?? ""];
    if (this.#isRemittance) cells.push(kept.payerClaim ?? "", kept.status ?? "");
    if (!this.#isOfStays) cells.push(kept.control ?? "", kept.revenueCode ?? "");
    for (const field of this.#lookup.claimFields.values()) cells.push(field(facts));
    if (this.#hasModifiers) for (let at = 0; at < MODIFIERS_MAX; at += 1) cells.push(modifiers[at] ?? "");
    if (!this.#isOfStays) cells.push(units);
    if (this.#hasBilledAmount) cells.push(facts.charges);
    if (this.#isRemittance) {
      if (!this.#isOfStays) cells.push(kept.paidCode ?? "");
      cells.push(allowed, dollars(paid), kept.patientShare ?? "", kept.adjustments ?? "", kept.remarks ?? "");
    }
    cells.push(kept.notOwed ?? "");
    return cells;
  }
}

const OTHER_SETTING: NotOwed = { code: "other_setting", detail: "" };
/** Discharge status 30: the patient is still there, and the bill is an interim one. */
const STILL_PATIENT = "30";
/** Value code 80 has the covered days. */
const COVERED_DAYS = "80";

function textOf(notOwed: NotOwed | null): string {
  return notOwed === null ? "" : notOwedText(notOwed);
}

function isSubmittedStay({ isInstitutional, facility, drg }: SubmittedClaim): boolean {
  return isInstitutional && isStayBilled(facility, drg);
}

/** Control numbers that several lines of a claim share: the payer split or unbundled one billed line. */
function splitControls(lines: readonly RemittedLine[]): ReadonlySet<string> {
  const [seen, split] = [new Set<string>(), new Set<string>()];
  for (const { control } of lines) {
    if (control !== "" && seen.has(control)) split.add(control);
    seen.add(control);
  }
  return split;
}

function isSameProcedure(a: Procedure, b: Procedure): boolean {
  return procedureText(a) === procedureText(b);
}

/** `99213 25 59` */
function procedureText({ code, modifiers }: Procedure): string {
  return [code, ...modifiers].join(" ");
}

const NO_PROCEDURE: Procedure = { code: "", modifiers: [], hasRevenueCode: false, revenueCode: "" };

/** A claim that was adjudicated as a whole stands for its only line. */
function wholeClaim(claim: RemittedClaim): RemittedLine {
  return {
    ...NO_PROCEDURE,
    adjudicated: NO_PROCEDURE,
    charge: claim.charge,
    paid: claim.paid,
    unitsPaid: "",
    unitsBilled: "",
    day: claim.from,
    control: "",
    npi: "",
    allowed: "",
    adjustments: claim.adjustments,
    remarks: [],
  };
}

/** What was billed counts before what was paid: a payer that cuts units pays less. Zero units of a denied line say nothing. */
function unitsOf({ unitsBilled, unitsPaid }: RemittedLine, submitted: SubmittedLine | null): string {
  if (submitted?.minutes) return "";
  return [unitsBilled, submitted?.units ?? "", unitsPaid].find((each) => each !== "" && !isNothing(each)) ?? "";
}

function isNothing(amount: string): boolean {
  const value = amountOf(amount);
  return value !== null && isZero(value);
}

/** Amounts with cents. What is no amount stays as it is, and its line says so. */
function dollars(amount: string): string {
  const value = amountOf(amount);
  return value === null ? amount : amountText(value);
}

function dollarsOf(amount: Factor | null): string {
  return amount === null ? "" : amountText(amount);
}

/** What the payer itself says was allowed counts, whatever its adjustments. */
function allowedText(line: RemittedLine, claim: RemittedClaim): string {
  const unreadable = amountOf(line.allowed) === null ? unreadableAmount(line.adjustments, claim.adjustments) : "";
  return unreadable || dollarsOf(allowedOf(line, claim));
}

function shareText(adjustments: RemittedClaim["adjustments"]): string {
  const share = patientShare(adjustments);
  return isZero(share) ? "" : amountText(share);
}

function remarksText(remarks: readonly string[]): string {
  return [...new Set(remarks)].join(" ");
}

function remittedFacts(
  claim: RemittedClaim,
  line: RemittedLine,
  submitted: SubmittedClaim | null,
  submittedLine: SubmittedLine | null,
): ClaimFacts {
  const isInstitutional =
    submitted?.isInstitutional ?? (claim.isStay || claim.lines.some(({ hasRevenueCode }) => hasRevenueCode));
  const day = line.day || submittedLine?.day || claim.from;
  return {
    ...NO_STAY,
    npi: isInstitutional
      ? submitted?.facilityNpi || submitted?.billingNpi || claim.facilityNpi || claim.payee
      : line.npi || submittedLine?.npi || claim.npi || submitted?.npi || submitted?.billingNpi || claim.payee,
    code: line.code || submittedLine?.code || "",
    dateOfService: day,
    placeOfService: isInstitutional ? "" : placeOf(claim, submitted, submittedLine),
    revenueCode: line.revenueCode || submittedLine?.revenueCode || "",
    age: ageOn(submitted?.birth ?? "", day),
    minutes: submittedLine?.minutes ?? "",
    charges: dollars(line.charge),
    valueOfCode: (valueCode) => submitted?.values.get(valueCode) ?? "",
  };
}

/**
 * Facility types (CLP08) that a hospital's or nursing home's bill begins with, and that are places of service as well: type 13 is a
 * hospital's outpatient bill, place 13 assisted living. 11 is not among them: beside procedures it is an office.
 */
const TYPES_OF_BILL: ReadonlySet<string> = new Set(
  "12 13 14 18 21 22 23 28 32 33 34 41 43 65 66 71 72 73 74 75 76 77 78 79 81 82 83 84 85 86 87 89".split(" "),
);

/** The place of the joined line, else that of its claim. A line that is not joined has none where lines of the claim have places of their own. */
function placeOf(claim: RemittedClaim, submitted: SubmittedClaim | null, submittedLine: SubmittedLine | null): string {
  if (submitted === null) return TYPES_OF_BILL.has(claim.facility) ? "" : claim.facility;
  if (submittedLine !== null) return submittedLine.place || submitted.facility;
  const isOfAll = submitted.lines.every(({ place }) => place === "" || place === submitted.facility);
  return isOfAll ? submitted.facility : "";
}

function submittedFacts(claim: SubmittedClaim, line: SubmittedLine | null): ClaimFacts {
  const day = line?.day || claim.from;
  return {
    ...NO_STAY,
    npi: claim.isInstitutional ? claim.facilityNpi || claim.billingNpi : line?.npi || claim.npi || claim.billingNpi,
    code: line?.code ?? "",
    dateOfService: day,
    placeOfService: claim.isInstitutional ? "" : line?.place || claim.facility,
    revenueCode: line?.revenueCode ?? "",
    age: ageOn(claim.birth, day),
    minutes: line?.minutes ?? "",
    charges: dollars(line?.charge ?? claim.charge),
    valueOfCode: (valueCode) => claim.values.get(valueCode) ?? "",
  };
}

/** The stay that a remittance, a claim or both describe. */
function stayFacts(remitted: RemittedClaim | null, submitted: SubmittedClaim | null): ClaimFacts {
  const admitDate = submitted?.admitted || submitted?.from || remitted?.from || "";
  const through = submitted?.through || remitted?.through || "";
  const isInterim = submitted?.dischargeStatus === STILL_PATIENT;
  return {
    npi: submitted?.facilityNpi || submitted?.billingNpi || remitted?.facilityNpi || remitted?.payee || "",
    code: remitted?.drg || submitted?.drg || "",
    dateOfService: admitDate,
    admitDate,
    dischargeDate: isInterim ? "" : through,
    placeOfService: "",
    revenueCode: "",
    dischargeStatus: submitted?.dischargeStatus ?? "",
    age: ageOn(submitted?.birth ?? "", admitDate),
    minutes: "",
    daysOfStay: isInterim ? daysBilled(submitted.from, through) : daysStayed(admitDate, through),
    coveredDays: submitted?.values.get(COVERED_DAYS) || remitted?.coveredDays || "",
    charges: dollars(remitted?.charge ?? submitted?.charge ?? ""),
    valueOfCode: (valueCode) => submitted?.values.get(valueCode) ?? "",
  };
}

/** Admitted and discharged on one day is a stay of one day; otherwise the day of discharge does not count. */
function daysStayed(admitted: string, discharged: string): number | null {
  const days = daysBetween(admitted, discharged);
  return days === null ? null : Math.max(days, 1);
}

/** An interim bill covers its own days, the last among them: the patient stays on. */
function daysBilled(from: string, through: string): number | null {
  const days = daysBetween(from, through);
  return days === null ? null : days + 1;
}

const NO_STAY = {
  admitDate: "",
  dischargeDate: "",
  dischargeStatus: "",
  daysOfStay: null,
  coveredDays: "",
} as const;
