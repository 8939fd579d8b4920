import { compare, isZero, sum, ZERO } from "../../core/money/arithmetic.ts";
import type { Factor } from "../../core/money/factor.ts";
import type { ReasonCode } from "../values/denial-codes.ts";
import type { NotOwed } from "../values/not-owed.ts";
import { amountOf, amountOrZero, amountText } from "./amounts.ts";
import type { Adjustment, RemittedClaim, RemittedLine } from "./remittance.ts";

/** Groups of adjustments: who bears the difference. */
const PATIENT = "PR";

/** Version 004010 has these in place of 45. */
const OLD_CONTRACT = ["42", "A2"];
/** The fee schedule or contract is below the charge: no denial, whatever is left. */
const ABOVE_FEE_SCHEDULE: ReadonlySet<string> = new Set(["45", "131", "253", ...OLD_CONTRACT]);
const COVERED_BY_PLAN: ReadonlySet<string> = new Set(["24"]);
/** Another payer has to be asked first. */
const OTHER_PAYER: ReadonlySet<string> = new Set(["19", "20", "21", "22", "109", "B11"]);
/** An earlier payer's part, also where the state paid the rest; 71 before there was a 23. */
const PAID_EARLIER: ReadonlySet<string> = new Set(["23", "71"]);
/** Paid within another line, or sent for information: no denial, and most lines of a grouped visit have it. */
const BUNDLED = "97";
const PACKAGED: ReadonlySet<string> = new Set([BUNDLED, "234", "246"]);
const PREDETERMINATION: ReadonlySet<string> = new Set(["101"]);
/** Deductible, coinsurance, copayment, liability and spend-down: the shares that count as allowed. */
const PATIENT_SHARES: ReadonlySet<string> = new Set(["1", "2", "3", "66", "142", "178", "241", "247", "248"]);

export const STATUS = { denied: "4", reversal: "22", forwarded: "23", predetermination: "25" } as const;
/** Processed as the second or third payer, also where the claim was forwarded to another. */
const LATER_PAYER: ReadonlySet<string> = new Set(["2", "3", "20", "21"]);
const FIRST_PAYER_ALONE = "1";
/** Processed as the only or first payer. */
const FIRST_PAYER: ReadonlySet<string> = new Set([FIRST_PAYER_ALONE, "19"]);
const DECIDED: ReadonlySet<string> = new Set([...FIRST_PAYER, ...LATER_PAYER, ...Object.values(STATUS)]);

/** What a remittance says of an amount: of a line, or of a claim that has none. */
interface Adjudicated {
  readonly charge: string;
  readonly paid: string;
  readonly adjustments: readonly Adjustment[];
}

/**
 * Why the state does not owe a line of a claim, by its status and its adjustments. Null where it owes it: what it pays is then
 * compared, also if it pays nothing.
 */
export function notOwedOf(line: Adjudicated, claim: Pick<RemittedClaim, "status" | "adjustments">): NotOwed | null {
  const { status } = claim;
  if (status === STATUS.reversal) return { code: "reversal", detail: "" };
  if (status === STATUS.predetermination) return { code: "predetermination", detail: "" };
  if (!DECIDED.has(status)) return { code: "undecided", detail: statusText(status) };
  const own = reasonsOf(line.adjustments);
  const all = line.adjustments === claim.adjustments ? own : [...own, ...reasonsOf(claim.adjustments)];
  const withReason = (reasons: ReadonlySet<string>) => all.find(({ reason }) => reasons.has(reason));
  const paid = amountOf(line.paid);
  // A payment that cannot be read is no payment of zero: its line is not compared, and says why.
  const isUnpaid = line.paid === "" || (paid !== null && isZero(paid));
  const before = isUnpaid ? withReason(PREDETERMINATION) : undefined;
  if (before !== undefined) return { code: "predetermination", detail: nameOf(before) };
  const earlier = withReason(PAID_EARLIER);
  if (earlier !== undefined) return { code: "other_payer", detail: nameOf(earlier) };
  if (status === STATUS.forwarded) return { code: "other_payer", detail: "" };
  // A line that was paid as billed has nothing that another payer could have paid.
  const isAsBilled = all.length === 0 && paid !== null && isSameAmount(paid, amountOf(line.charge));
  const rest: NotOwed | null =
    LATER_PAYER.has(status) && !isAsBilled ? { code: "other_payer", detail: statusText(status) } : null;
  if (!isUnpaid) return rest;
  const plan = withReason(COVERED_BY_PLAN);
  if (plan !== undefined) return { code: "covered_by_plan", detail: nameOf(plan) };
  const other = withReason(OTHER_PAYER);
  if (other !== undefined) return { code: "other_payer", detail: nameOf(other) };
  const denial = all.find(isDenial);
  if (denial !== undefined) return { code: "denied", detail: nameOf(denial) };
  const packaged = withReason(PACKAGED);
  if (packaged !== undefined) return { code: "packaged", detail: nameOf(packaged) };
  // A share beside a reduction leaves an allowed amount, which is compared. A share of the whole claim excuses no line.
  const [share] = own.every(isShare) ? own : [];
  if (share !== undefined) return { code: "patient_share", detail: nameOf(share) };
  return status === STATUS.denied ? { code: "denied", detail: "" } : rest;
}

/**
 * The same by codes of a table, without amounts and a status. The share of a patient excuses no line there: without amounts it can be
 * a part of it.
 */
export function notOwedByCodes(codes: readonly ReasonCode[], paid: string): NotOwed | null {
  const adjustments = codes.map((code) => ({ ...withPatient(code), amount: "" }));
  const found = notOwedOf({ charge: "", paid, adjustments }, { status: FIRST_PAYER_ALONE, adjustments });
  return found === null || found.code === "patient_share" ? null : { ...found, detail: found.detail.replace(/^-/, "") };
}

/** The first of the codes that puts an amount on the patient, such as `PR-1`; null without one. */
export function patientShareIn(codes: readonly ReasonCode[]): string | null {
  const share = codes.map(withPatient).find(isShare);
  return share === undefined ? null : nameOf(share);
}

/** A share of the patient whose cell has the code alone. */
function withPatient({ group, reason }: ReasonCode): ReasonCode {
  return { group: group === "" && PATIENT_SHARES.has(reason) ? PATIENT : group, reason };
}

/** `status 2`; the text of an element that is no status of X12 is not repeated. */
function statusText(status: string): string {
  return /^[A-Z0-9]{1,2}$/i.test(status) ? `status ${status}` : "no status";
}

function isSameAmount(a: Factor, b: Factor | null): boolean {
  return b !== null && compare(a, b) === 0;
}

/** Adjustments that take something. One of zero dollars informs; one without a readable amount keeps its reason. */
function reasonsOf(adjustments: readonly Adjustment[]): readonly Adjustment[] {
  return adjustments.filter(takesSomething);
}

function takesSomething(adjustment: Adjustment): boolean {
  const amount = amountOf(adjustment.amount);
  return amount === null || !isZero(amount);
}

/**
 * `CO-29 100,00`: the first amount that is none, for the cell of the allowed amount. Its line is then not compared, and says why. A payment
 * that cannot be read (`paid 50,00`) comes first.
 */
export function unreadableAmount(paid: string, ...all: readonly (readonly Adjustment[])[]): string {
  if (isUnreadable(paid)) return `paid ${paid}`;
  const found = all.flat().find(({ amount }) => isUnreadable(amount));
  return found === undefined ? "" : `${nameOf(found)} ${found.amount}`;
}

function isUnreadable(amount: string): boolean {
  return amount !== "" && amountOf(amount) === null;
}

function isDenial({ group, reason, amount }: Adjustment): boolean {
  const isReduction = ABOVE_FEE_SCHEDULE.has(reason) || PACKAGED.has(reason) || isShare({ group, reason });
  return !isReduction && !isIncrease(amount);
}

/** An adjustment below zero adds to the charge, such as reason 94 where lines are bundled. */
function isIncrease(text: string): boolean {
  const amount = amountOf(text);
  return amount !== null && compare(amount, ZERO) < 0;
}

/** Whether the payer pays a line within another one of its claim. */
export function isPackaged({ adjustments }: Pick<RemittedLine, "adjustments">): boolean {
  return reasonsOf(adjustments).some(({ reason }) => reason === BUNDLED);
}

function isShare({ group, reason }: Pick<Adjustment, "group" | "reason">): boolean {
  return group === PATIENT && PATIENT_SHARES.has(reason);
}

function nameOf({ group, reason }: Pick<Adjustment, "group" | "reason">): string {
  return `${group}-${reason}`;
}

/** `CO-45 12.00; PR-3 2.00`, as the column `adjustments` has them. */
export function adjustmentsText(adjustments: readonly Adjustment[]): string {
  return adjustments
    .map((each) => {
      const amount = amountOf(each.amount);
      return `${nameOf(each)} ${amount === null ? each.amount : amountText(amount)}`.trim();
    })
    .join("; ");
}

/** The shares of the patient among adjustments, as dollars; empty where there are none. */
export function patientShare(adjustments: readonly Adjustment[]): Factor {
  return adjustments
    .filter(({ group }) => group === PATIENT)
    .reduce((total, { amount }) => sum(total, amountOrZero(amount)), ZERO);
}

/**
 * What the payer accepted for a line: what it says itself (AMT*B6), else what it paid and the shares of the patient. Null where
 * neither says it: an adjustment of the whole claim belongs to no line, unless it is a share of the patient, which lines are paid before.
 */
export function allowedOf(line: RemittedLine, claim: Pick<RemittedClaim, "adjustments">): Factor | null {
  const said = amountOf(line.allowed);
  if (said !== null && !isBelow(said, amountOf(line.paid))) return said;
  // A claim without lines stands for its only one, which its adjustments belong to.
  const ofClaim = line.adjustments === claim.adjustments ? [] : claim.adjustments;
  if (ofClaim.some((each) => !isShare(each) && takesSomething(each))) return null;
  return allowedByShares(line);
}

/** Whether an amount contradicts what was paid: nothing is paid that is not allowed. */
function isBelow(allowed: Factor, paid: Factor | null): boolean {
  return paid !== null && compare(allowed, paid) < 0;
}

/** What was paid and what the patient bears of it, of a line or of a whole claim. Null where a share has no amount. */
export function allowedByShares({ paid, adjustments }: Pick<Adjudicated, "paid" | "adjustments">): Factor | null {
  const amount = amountOf(paid);
  if (amount === null) return null;
  const shares = adjustments.filter(isShare);
  if (shares.some((each) => amountOf(each.amount) === null)) return null;
  return shares.reduce((total, each) => sum(total, amountOrZero(each.amount)), amount);
}
