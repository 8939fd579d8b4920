import { lettersAndDigits } from "../../core/text/closest.ts";

// Names of columns that a claims file may have besides the parameters of its lookup. Results and X12 tables use the same names.

/** What was paid for the line. */
export const PAID_AMOUNT = "paid_amount";
/** The same where payments are written as credits, below zero: their signs are changed. */
export const PAID_AS_CREDIT = "paid_as_credit";
/** What the payer accepts for the line, including the shares of the patient and of other payers. */
export const ALLOWED_AMOUNT = "allowed_amount";
/** The billed amount of the line, when no parameter of the lookup has it. */
export const BILLED_AMOUNT = "billed_amount";
export const UNITS = "units";
/** The state whose program pays the line. Lines of another state are rejected (`values/payer-state.ts`). */
export const PAYER_STATE = "payer_state";
/** Why the state owes nothing for the line (`values/not-owed.ts`). */
export const NOT_OWED = "not_owed";
/** Why the payer denied the line, as a code or the word; a line can have several (`values/denial-codes.ts`). */
export const DENIAL_CODE = "denial_code";
/** Kept as it is: nothing is priced by it. A line that has it in place of a code says so. */
export const REVENUE_CODE = "revenue_code";
export const MODIFIER = "modifier";
/** The severity of illness of a stay, in a column apart from its DRG. */
export const SEVERITY = "severity";

/** The parameters with the billed charges; a lookup has one at most. */
export const CHARGES: readonly string[] = ["total_charges", "billed_charges", "gross_charges"];

const PROCEDURE_WORDS = /cpt|hcpcs|proc/;
const GROUP_WORDS = /apg|drg/;

/** The code system of a column by its heading; null when the heading leaves it open, as `billing_code` does. */
export type CodeSystem = "procedure" | "group";

export function codeSystemOf(heading: string): CodeSystem | null {
  const words = lettersAndDigits(heading);
  const [isProcedure, isGroup] = [PROCEDURE_WORDS.test(words), GROUP_WORDS.test(words)];
  if (isProcedure === isGroup) return null;
  return isProcedure ? "procedure" : "group";
}

/** The refusal of a file whose headings are missing: its first claim would be lost. */
export const NO_HEADINGS =
  "The line that was taken for the headings looks like a claim. Put a line with the names of the columns above the first claim.";
