import { isZero, sum, ZERO } from "../../core/money/arithmetic.ts";
import type { Factor } from "../../core/money/factor.ts";
import type { NotOwedCode } from "../values/not-owed.ts";
import { amountOf, amountOrZero, amountText } from "./amounts.ts";
import type { Adjustment, RemittedClaim, RemittedLine } from "./remittance.ts";

/** Groups of adjustments: who bears the difference. */
const PATIENT = "PR";

/** The fee schedule or contract is below the charge: no denial, whatever is left. */
const ABOVE_FEE_SCHEDULE: ReadonlySet<string> = new Set(["45", "131", "253"]);
const COVERED_BY_PLAN: ReadonlySet<string> = new Set(["24"]);
/** Another payer paid, or has to be asked first. */
const OTHER_PAYER: ReadonlySet<string> = new Set(["19", "20", "21", "22", "23", "109", "B11", "276"]);
/** An earlier payer's part, also where the state paid the rest. */
const PAID_EARLIER: ReadonlySet<string> = new Set(["23"]);
/** Deductible, coinsurance, copayment, liability and spend-down: the shares that count as allowed. */
const PATIENT_SHARES: ReadonlySet<string> = new Set(["1", "2", "3", "66", "142", "178", "241", "247", "248"]);

export const STATUS = { denied: "4", reversal: "22", forwarded: "23" } as const;

/** Why the state does not owe a line: a code of the closed list, and the adjustment that says so. */
export interface NotOwed {
  readonly code: NotOwedCode;
  /** `CO-29`; empty where no adjustment says it. */
  readonly detail: string;
}

/** `denied (CO-29)`, as the column `not_owed` has it. */
export function notOwedText({ code, detail }: NotOwed): string {
  return detail === "" ? code : `${code} (${detail})`;
}

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
  if (claim.status === STATUS.reversal) return { code: "reversal", detail: "" };
  const own = reasonsOf(line.adjustments);
  const all = line.adjustments === claim.adjustments ? own : [...own, ...reasonsOf(claim.adjustments)];
  const earlier = all.find(({ reason }) => PAID_EARLIER.has(reason));
  if (earlier !== undefined) return { code: "other_payer", detail: nameOf(earlier) };
  if (claim.status === STATUS.forwarded) return { code: "other_payer", detail: "" };
  const paid = amountOf(line.paid);
  if (paid !== null && !isZero(paid)) return null;
  const named = (reasons: ReadonlySet<string>) => all.find(({ reason }) => reasons.has(reason));
  const plan = named(COVERED_BY_PLAN);
  if (plan !== undefined) return { code: "covered_by_plan", detail: nameOf(plan) };
  const other = named(OTHER_PAYER);
  if (other !== undefined) return { code: "other_payer", detail: nameOf(other) };
  const denial = all.find(isDenial);
  if (denial !== undefined) return { code: "denied", detail: nameOf(denial) };
  const share = all.find(({ group, reason }) => group === PATIENT && PATIENT_SHARES.has(reason));
  if (share !== undefined) return { code: "patient_share", detail: nameOf(share) };
  return claim.status === STATUS.denied ? { code: "denied", detail: "" } : null;
}

/** Adjustments that take something. One of zero dollars informs; one without a readable amount keeps its reason. */
function reasonsOf(adjustments: readonly Adjustment[]): readonly Adjustment[] {
  return adjustments.filter(takesSomething);
}

function takesSomething(adjustment: Adjustment): boolean {
  const amount = amountOf(adjustment.amount);
  return amount === null || !isZero(amount);
}

/** `CO-29 100,00`: the first amount that is none, for the cell of the allowed amount. Its line is then not compared, and says why. */
export function unreadableAmount(...all: readonly (readonly Adjustment[])[]): string {
  const found = all.flat().find(({ amount }) => amount !== "" && amountOf(amount) === null);
  return found === undefined ? "" : `${nameOf(found)} ${found.amount}`;
}

function isDenial({ group, reason }: Adjustment): boolean {
  return !ABOVE_FEE_SCHEDULE.has(reason) && !(group === PATIENT && PATIENT_SHARES.has(reason));
}

function nameOf({ group, reason }: Adjustment): string {
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
 * neither says it: an adjustment of the whole claim other than the patient's share belongs to no line.
 */
export function allowedOf(line: RemittedLine, claim: Pick<RemittedClaim, "adjustments">): Factor | null {
  const said = amountOf(line.allowed);
  if (said !== null) return said;
  if (claim.adjustments.some((each) => each.group !== PATIENT && takesSomething(each))) return null;
  return allowedByShares(line);
}

/** What was paid and what the patient bears of it, of a line or of a whole claim. Null where a share has no amount. */
export function allowedByShares({ paid, adjustments }: Pick<Adjudicated, "paid" | "adjustments">): Factor | null {
  const amount = amountOf(paid);
  if (amount === null) return null;
  const shares = adjustments.filter(({ group, reason }) => group === PATIENT && PATIENT_SHARES.has(reason));
  if (shares.some((each) => amountOf(each.amount) === null)) return null;
  return shares.reduce((total, each) => sum(total, amountOrZero(each.amount)), amount);
}
