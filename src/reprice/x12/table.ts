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
  isPackaged,
  notOwedOf,
  patientShare,
  unreadableAmount,
} from "./adjudication.ts";
import { amountOf, amountText, dollars, plus } from "./amounts.ts";
import { remittedFacts, stayFacts, submittedFacts } from "./claim-facts.ts";
import { FREQUENCY, type SubmittedClaim, type SubmittedLine } from "./claims.ts";
import type { JoinedClaim } from "./joining.ts";
import type { RemittedClaim, RemittedLine } from "./remittance.ts";
import type { Reversals } from "./reversals.ts";
import { isStayBilled, type Procedure } from "./segments.ts";

const MODIFIERS_MAX = 4;
/** Under this heading four digits are a DRG and its severity (`1392`). */
const DRG = "drg";

/** Columns that are kept as is, beside those that pricing reads. */
const KEPT_AS_IS = {
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
export const KEPT_COLUMNS: readonly string[] = Object.values(KEPT_AS_IS).filter((name) => name !== KEPT_AS_IS.notOwed);

/** The value of each column of one row; a column without one is empty. */
interface Row {
  readonly facts: ClaimFacts;
  readonly modifiers: readonly string[];
  readonly units: string;
  readonly kept: Readonly<Partial<Record<keyof typeof KEPT_AS_IS, string>>>;
  readonly allowed: string;
  readonly paid: string;
}

/** Turns claims into rows with fixed headings: a row for each line of a visit, or one for a stay. */
export class ClaimTable {
  readonly headings: readonly string[];
  readonly #lookup: RateLookup;
  readonly #isRemittance: boolean;
  readonly #isInpatient: boolean;
  readonly #hasModifiers: boolean;
  readonly #hasBilledAmount: boolean;

  constructor(lookup: RateLookup, isRemittance: boolean) {
    this.#lookup = lookup;
    this.#isRemittance = isRemittance;
    this.#isInpatient = lookup.setting === "inpatient";
    this.#hasModifiers = !this.#isInpatient && lookup.reader.names.includes(MODIFIER);
    this.#hasBilledAmount = !CHARGES.some((name) => lookup.claimFields.has(name));
    const parameters = [...lookup.claimFields.keys()].map((name) =>
      name === BILLING_CODE && this.#isInpatient ? DRG : name,
    );
    this.headings = [
      KEPT_AS_IS.claim,
      ...(isRemittance ? [KEPT_AS_IS.payerClaim, KEPT_AS_IS.status] : []),
      ...(this.#isInpatient ? [] : [KEPT_AS_IS.control, KEPT_AS_IS.revenueCode]),
      ...parameters,
      ...(this.#hasModifiers ? Array.from({ length: MODIFIERS_MAX }, (_, place) => `${MODIFIER}_${place + 1}`) : []),
      ...(this.#isInpatient ? [] : [UNITS]),
      ...(this.#hasBilledAmount ? [BILLED_AMOUNT] : []),
      ...(isRemittance
        ? [
            ...(this.#isInpatient ? [] : [KEPT_AS_IS.paidCode]),
            ALLOWED_AMOUNT,
            PAID_AMOUNT,
            KEPT_AS_IS.patientShare,
            KEPT_AS_IS.adjustments,
            KEPT_AS_IS.remarks,
          ]
        : []),
      KEPT_AS_IS.notOwed,
    ];
  }

  /** How many rows a claim has. */
  rowsOf({ lines }: { readonly lines: readonly unknown[] }): number {
    return this.#isInpatient ? 1 : Math.max(lines.length, 1);
  }

  /** The rows of a remitted claim, with what the submitted one says besides. */
  remitted(claim: RemittedClaim, joined: JoinedClaim | null, reversals: Reversals): readonly (readonly string[])[] {
    const isStay = joined === null ? claim.isStay : isSubmittedStay(joined.claim);
    const whole = isStay === this.#isInpatient ? null : OTHER_SETTING;
    const undone = reversals.undone(claim);
    const ofClaim = whole ?? (undone === null ? null : { code: undone, detail: "" });
    const kept = { claim: claim.claim, payerClaim: claim.payerClaim, status: claim.status };
    if (this.#isInpatient) {
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
          allowed: unreadableAmount(claim.paid, all) || dollarsOf(allowedByShares(sums)),
          paid: claim.paid,
        }),
      ];
    }
    const lines: readonly RemittedLine[] = claim.lines.length > 0 ? claim.lines : [lineOfWholeClaim(claim)];
    const charges = regroupedLines(lines);
    const factsOf = remittedFacts(claim, joined?.claim ?? null);
    return lines.map((remitted, place) => {
      const submitted = joined?.lines[place] ?? null;
      const charge = charges.get(remitted);
      // Lines that the payer took apart or put together are priced as the payer made them: the billed code would count once for each.
      const isRegrouped = charge !== undefined;
      const line = isRegrouped ? { ...remitted, ...remitted.adjudicated, charge } : remitted;
      return this.#cells({
        facts: {
          ...factsOf(line, submitted),
          ...(isRegrouped ? { minutes: "" } : null),
        },
        modifiers: line.modifiers.length > 0 ? line.modifiers : (submitted?.modifiers ?? []),
        units: isRegrouped ? line.unitsPaid : unitsOf(line, submitted),
        kept: {
          ...kept,
          control: line.control,
          revenueCode: line.revenueCode || submitted?.revenueCode || "",
          paidCode: isSameProcedure(line, line.adjudicated) ? "" : procedureText(line.adjudicated),
          patientShare: shareText(line.adjustments),
          adjustments: adjustmentsText(line.adjustments),
          remarks: remarksText(line.remarks),
          notOwed: textOf(ofClaim ?? notOwedOf(remitted, claim)),
        },
        allowed: allowedText(line, claim),
        paid: line.paid,
      });
    });
  }

  /** The rows of a claim that was not paid yet. */
  submitted(claim: SubmittedClaim): readonly (readonly string[])[] {
    const isOther = isSubmittedStay(claim) !== this.#isInpatient;
    const isVoid = claim.frequency === FREQUENCY.void;
    const notOwed = textOf(isOther ? OTHER_SETTING : isVoid ? { code: "reversal", detail: "" } : null);
    const rest = { allowed: "", paid: "" };
    if (this.#isInpatient) {
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
    if (!this.#isInpatient) cells.push(kept.control ?? "", kept.revenueCode ?? "");
    for (const field of this.#lookup.claimFields.values()) cells.push(field(facts));
    if (this.#hasModifiers) for (let at = 0; at < MODIFIERS_MAX; at += 1) cells.push(modifiers[at] ?? "");
    if (!this.#isInpatient) cells.push(units);
    if (this.#hasBilledAmount) cells.push(facts.charges);
    if (this.#isRemittance) {
      if (!this.#isInpatient) cells.push(kept.paidCode ?? "");
      cells.push(allowed, dollars(paid), kept.patientShare ?? "", kept.adjustments ?? "", kept.remarks ?? "");
    }
    cells.push(kept.notOwed ?? "");
    return cells;
  }
}

const OTHER_SETTING: NotOwed = { code: "other_setting", detail: "" };

function textOf(notOwed: NotOwed | null): string {
  return notOwed === null ? "" : notOwedText(notOwed);
}

function isSubmittedStay({ isInstitutional, facility, drg }: SubmittedClaim): boolean {
  return isInstitutional && isStayBilled(facility, drg);
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
function lineOfWholeClaim(claim: RemittedClaim): RemittedLine {
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
  return [unitsBilled, submitted?.units ?? "", unitsPaid].find((each) => each !== "" && !isZeroAmount(each)) ?? "";
}

function isZeroAmount(amount: string): boolean {
  const value = amountOf(amount);
  return value !== null && isZero(value);
}

function dollarsOf(amount: Factor | null): string {
  return amount === null ? "" : amountText(amount);
}

/** What the payer itself says was allowed counts, whatever its adjustments. */
function allowedText(line: RemittedLine, claim: RemittedClaim): string {
  const isSaid = amountOf(line.allowed) !== null;
  const unreadable = unreadableAmount(line.paid, ...(isSaid ? [] : [line.adjustments, claim.adjustments]));
  return unreadable || dollarsOf(allowedOf(line, claim));
}

function shareText(adjustments: RemittedClaim["adjustments"]): string {
  const share = patientShare(adjustments);
  return isZero(share) ? "" : amountText(share);
}

function remarksText(remarks: readonly string[]): string {
  return [...new Set(remarks)].join(" ");
}

/**
 * The lines of a claim that the payer took apart or put together, each with the charge of what was billed. The payer prices them by its own
 * codes (SVC01), and their charges are not theirs alone: all of it may stand on the first of several lines.
 */
function regroupedLines(lines: readonly RemittedLine[]): ReadonlyMap<RemittedLine, string> {
  const charges = new Map<RemittedLine, string>();
  for (const parts of grouped(lines, ({ control }) => control)) {
    if (parts.length === 1) continue;
    const charge = chargeOf(parts);
    for (const part of parts) charges.set(part, charge);
  }
  const ofProcedures = grouped(lines, ({ adjudicated, day }) =>
    adjudicated.code === "" ? "" : JSON.stringify([adjudicated.code, day]),
  );
  for (const alike of ofProcedures) {
    if (!alike.some(isBundled)) continue;
    const charge = chargeOf(alike);
    for (const line of alike) if (!isBundled(line) && !charges.has(line)) charges.set(line, charge);
  }
  return charges;
}

/** Whether a line was billed under another code, and is paid within the line of the code that the payer names. */
function isBundled(line: RemittedLine): boolean {
  return line.code !== line.adjudicated.code && isPackaged(line);
}

/** Lines with the same key; an empty key stands for none. */
function grouped(
  lines: readonly RemittedLine[],
  keyOf: (line: RemittedLine) => string,
): Iterable<readonly RemittedLine[]> {
  const groups = new Map<string, RemittedLine[]>();
  for (const line of lines) {
    const key = keyOf(line);
    const others = groups.get(key);
    if (others !== undefined) others.push(line);
    else if (key !== "") groups.set(key, [line]);
  }
  return groups.values();
}

/** The charges together; that of the first line where one is no amount, which its line then reports. */
function chargeOf(lines: readonly RemittedLine[]): string {
  const amounts = lines.map(({ charge }) => amountOf(charge));
  const known = amounts.filter((each): each is Factor => each !== null);
  const damaged = lines.find((_, place) => amounts[place] === null);
  return damaged?.charge ?? amountText(known.reduce(plus));
}
