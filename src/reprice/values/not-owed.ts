import { Refusal } from "../../core/text/refusal.ts";
import { asItIs, trimmedFor } from "./read-value.ts";

// Why the state owes nothing for a line. A remittance says so with adjustments, a table with a column `not_owed`.

interface WhyNotOwed {
  /** In a list of reasons: `covered by a plan (24)`. */
  readonly words: string;
  readonly meaning: string;
  readonly remedy: string;
}

/** Every reason, by the code in the cell. Nothing is compared with the payment of such a line. */
export const WHY_NOT_OWED = {
  denied: {
    words: "denied",
    meaning: "The payer denied the line.",
    remedy: "Take up the reason of the denial with the payer: the rate is owed only when the denial is overturned.",
  },
  covered_by_plan: {
    words: "covered by a plan",
    meaning: "A plan covers the patient, and the state itself owes nothing.",
    remedy: "Bill the plan.",
  },
  other_payer: {
    words: "other payer paid",
    meaning: "Another payer paid or has to pay first, and the state owes at most what is left.",
    remedy: "Compare by hand: the rate less what the other payer paid.",
  },
  packaged: {
    words: "paid within another line",
    meaning: "The payer pays the line within another one of the visit, or takes it as information alone.",
    remedy: "Compare the visit as a whole: the payment stands on another of its lines.",
  },
  predetermination: {
    words: "predetermination",
    meaning: "The payer says what it would pay, and pays nothing yet.",
    remedy: "Reprice the remittance of the claim itself once it is paid.",
  },
  undecided: {
    words: "not decided",
    meaning: "The payer has not decided the claim: its status is pending, or none that a decided claim has.",
    remedy: "Ask the payer for its decision, and reprice the remittance that has it.",
  },
  patient_share: {
    words: "patient's share",
    meaning: "The patient owes the amount, as a deductible, a copayment or a spend-down.",
    remedy: "Check the patient's share with the state's record of eligibility.",
  },
  reversed: {
    words: "reversed",
    meaning: "The payer took the payment of the line back: another line reverses it.",
    remedy: "Look for a new payment of the claim. If there is none, ask the payer why the payment was taken back.",
  },
  reversal: {
    words: "reversal",
    meaning: "The line takes an earlier payment back.",
    remedy: "Compare the line together with the payment that it takes back.",
  },
  corrected: {
    words: "corrected",
    meaning: "The payer replaced the line: a later line has the corrected payment.",
    remedy: "See the corrected line of the claim.",
  },
  other_setting: {
    words: "other setting",
    meaning: "The claim belongs to another setting than the one that was repriced.",
    remedy: "Reprice the file under the other setting as well.",
  },
} as const satisfies Readonly<Record<string, WhyNotOwed>>;

export type NotOwedCode = keyof typeof WHY_NOT_OWED;

export const NOT_OWED_CODES = Object.keys(WHY_NOT_OWED) as readonly NotOwedCode[];

/** A claim of another setting has no price here: it is not looked up. */
export const OTHER_SETTING = "other_setting" satisfies NotOwedCode;

/** A reversal may have a minus before its units and charges, as its payment has. */
export const REVERSAL = "reversal" satisfies NotOwedCode;

const REPLACED: readonly NotOwedCode[] = [REVERSAL, "reversed", "corrected"];

/** Whether a line is undone by another line or undoes one: then it is no further claim. */
export function isReplaced({ code }: NotOwed): boolean {
  return REPLACED.includes(code);
}

export interface NotOwed {
  readonly code: NotOwedCode;
  /** What the payer said, such as `CO-29`; empty when the cell has the code alone. */
  readonly detail: string;
}

/** `denied (CO-29)`, as a cell has it. */
export function notOwedText({ code, detail }: NotOwed): string {
  return detail === "" ? code : `${code} (${detail})`;
}

const CODE_AND_DETAIL = /^([a-z]+(?:[ _][a-z]+)*)(?:\s*\((.*)\))?$/is;
const EXPECTED = new Refusal(
  `one of ${NOT_OWED_CODES.join(", ")}, a detail in parentheses behind it if there is one, or an empty cell where the line is owed`,
);
const readText = trimmedFor(asItIs);

/** The reason in a cell such as `denied` or `denied (CO-29)`; null when it is empty: the line is owed. */
export function readNotOwed(cell: string): NotOwed | null | Refusal {
  if (cell === "") return null;
  const value = readText(cell);
  if (value instanceof Refusal) return value;
  if (value.text === "") return null;
  const [, said = "", detail = ""] = CODE_AND_DETAIL.exec(value.text) ?? [];
  // Errors write codes in words: a reader who corrects a line types them so.
  const code = NOT_OWED_CODES.find((each) => each === said.toLowerCase().replaceAll(" ", "_"));
  return code === undefined ? EXPECTED : { code, detail: detail.trim() };
}
