import { dollarText } from "../../core/money/money.ts";
import { meaningOfReason } from "../values/adjustment-reasons.ts";
import { modifierText } from "../values/modifiers.ts";
import { type NotOwed, OTHER_SETTING, WHY_NOT_OWED } from "../values/not-owed.ts";
import type { AnsweredLine } from "./claim-pricer.ts";
import type { MissingEdition } from "./data-notes.ts";
import type { LineFault } from "./line-fault.ts";
import type { ReadLine } from "./line-reader.ts";
import type { Expected } from "./payment-comparison.ts";
import type { TakebackMatch } from "./takebacks.ts";

/** The subject of a remark, for programs and for reports that read the output again. */
type RemarkCode =
  | "not_owed"
  | typeof OTHER_SETTING
  | "money_taken_back"
  | "zeros_put_back"
  | "modifiers_not_applied"
  | "modifier_not_priced"
  | "modifier_not_known"
  | "modifier_assumed"
  | "modifier_as_parameter"
  | "billed_below_rate"
  | "allowed_amount_empty"
  | "several_amounts"
  | "paid_at_alternative"
  | "takeback_in_file"
  | "put_on_patient"
  | "modifier_in_code"
  | "parameter_overlooked"
  | "edition_not_loaded"
  | "units_cut"
  | "rate_for_whole_line"
  | LineFault["code"];

export interface Remark {
  readonly code: RemarkCode;
  readonly text: string;
}

const BETWEEN_CODES = "|";

export function remarkCodes(remarks: readonly Remark[]): string {
  return remarks.map(({ code }) => code).join(BETWEEN_CODES);
}

export function hasRemark(cell: string | undefined, code: RemarkCode): boolean {
  return cell?.split(BETWEEN_CODES).includes(code) ?? false;
}

const BETWEEN_SENTENCES = /(?<=\.) (?=[A-Z])/;

/** The sentences of a cell of remarks. */
export function remarkSentences(cell: string): readonly string[] {
  return cell === "" ? [] : cell.split(BETWEEN_SENTENCES);
}

/** The remark on another published rate, which is one sentence and stands before all others; empty where there is none. */
export function otherRatesIn(remarks: string, codes: string): string {
  return hasRemark(codes, "paid_at_alternative") ? (remarkSentences(remarks)[0] ?? "") : "";
}

/** Units and amounts of a line that cannot be read. */
export function doubtRemarks({ doubts }: Pick<ReadLine, "doubts">): readonly Remark[] {
  return doubts.map(({ code, message }) => ({ code, text: message }));
}

const SAME_AMOUNT = "The same amount was taken back in this file, for the same provider, code and day";

const TAKEN_BACK: Readonly<Record<TakebackMatch, string>> = {
  claim: "Money was taken back under the same claim number in this file",
  line: "The same amount was taken back in this file, for the same claim number, provider, code and day",
  service: SAME_AMOUNT,
  oneNumbered: `${SAME_AMOUNT}, and one of the two lines has no claim number`,
  otherClaim: `${SAME_AMOUNT}, under another claim number`,
};

/** A line that may have been reversed, and paid again. */
export function takebackRemarks(match: TakebackMatch | null): readonly Remark[] {
  if (match === null) return [];
  return [{ code: "takeback_in_file", text: `${TAKEN_BACK[match]}: check whether the line was paid again.` }];
}

/** The same where there is space for a few words. */
export const TAKEBACK_TO_CHECK = "The file has a takeback that may belong to it.";

const PUT_ON_PATIENT = "The payer put the amount on the patient";

/** An underpaid line without a payment that the payer put on the patient, by the code of its share. */
export function patientRemarks(share: string | null): readonly Remark[] {
  if (share === null) return [];
  const text = `${PUT_ON_PATIENT} (${inWords(share)}): check the patient's share before you ask the payer.`;
  return [{ code: "put_on_patient", text }];
}

/** The remarks that a payer reads: without what the owner of the file has to check before. */
export function remarksForPayer(cell: string): string {
  const toCheck = [...Object.values(TAKEN_BACK), PUT_ON_PATIENT];
  return remarkSentences(cell)
    .filter((sentence) => !toCheck.some((beginning) => sentence.startsWith(beginning)))
    .join(" ");
}

/** A code without a rate that may have its modifier in it. `apart`: how both would be written. */
export function modifierInCodeRemarks(code: string, apart: string | null): readonly Remark[] {
  if (apart === null) return [];
  const text = `${code} may be a code and its modifier. If so, write ${apart} and price the line again.`;
  return [{ code: "modifier_in_code", text }];
}

/** The same for all lines of a reason. */
export const MODIFIER_IN_CODE =
  "It may be a code with its modifier. If so, write a hyphen between both, such as 99213-25.";

/** What an analyst must know about the amounts of a line, in words; most lines have none. */
export function remarksOn(
  read: ReadLine,
  answered: AnsweredLine,
  expected: readonly (Expected | null)[],
  missing: readonly MissingEdition[] = [],
  amounts: readonly string[] = [],
): readonly Remark[] {
  const { leftModifiers, unpricedModifiers, unknownModifiers, assumedModifiers, hasLostZeros, overlooked } = answered;
  const { units, takenBack, paidWithoutAllowed, notOwed } = read;
  const remarks: Remark[] = [...doubtRemarks(read)];
  const add = (code: RemarkCode, text: string) => remarks.push({ code, text });
  if (notOwed !== null) remarks.push(notOwedRemark(notOwed));
  else if (takenBack !== null) add("money_taken_back", `$${dollarText(takenBack)} was taken back: not compared.`);
  if (paidWithoutAllowed !== null) {
    const paid = dollarText(paidWithoutAllowed);
    add("allowed_amount_empty", `The allowed amount is empty, and $${paid} was paid: not compared.`);
  }
  if (amounts.length > 1) add("several_amounts", severalAmounts(amounts, expected));
  if (hasLostZeros) add("zeros_put_back", "The code was read with the zeros that it lacks.");
  for (const { modifier, parameter, value } of answered.filledIn) {
    add("modifier_as_parameter", `Modifier ${modifier} is priced as ${parameter} ${value}.`);
  }
  if (leftModifiers.length > 0) {
    add("modifiers_not_applied", `A line is priced with one modifier: ${leftModifiers.join(", ")} not applied.`);
  }
  if (unpricedModifiers.length > 0) add("modifier_not_priced", notPriced(unpricedModifiers));
  if (unknownModifiers.length > 0 && expected.some((each) => each !== null)) {
    add("modifier_not_known", `No rate is published with ${unknownModifiers.join(", ")}: priced without.`);
  }
  if (assumedModifiers.length > 0) add("modifier_assumed", assumed(assumedModifiers));
  if (overlooked !== null) {
    const { parameter, value, because, rate, sent } = overlooked;
    const [was, would] =
      sent === ""
        ? [`${parameter} ${value} was not sent`, "with it"]
        : [`${parameter} was sent as ${sent}`, `with ${value}`];
    add("parameter_overlooked", `${because}, and ${was}: ${would} the payment is $${rate}.`);
  }
  for (const { table, day } of expected.some((each) => each !== null) ? missing : []) {
    add("edition_not_loaded", `No publication of ${table} is loaded for ${day}: priced without it.`);
  }
  const cut = expected.find((each) => each?.isCut);
  if (cut) add("units_cut", `Of ${units?.text} units the state pays ${cut.unitsPriced.text}.`);
  if (expected.some((each) => each?.isForWholeLine)) {
    add("rate_for_whole_line", `The rate is for the whole line, whatever its units (${units?.text}).`);
  }
  const limited = expected.find((each) => each?.isLimited);
  if (limited && unpricedModifiers.length + assumedModifiers.length === 0) {
    const [billed, atRate] = [dollarText(limited.amount), dollarText(limited.atRate)];
    add("billed_below_rate", `Billed at $${billed}, less than the rate comes to ($${atRate}).`);
  }
  return remarks;
}

const ADJUSTMENT = /^(?:[A-Z]{2}-)?([A-Z]?[0-9]{1,3})$/;

/** `CO-29: sent after the filing limit`: the code of an adjustment with its meaning in our words. */
function inWords(detail: string): string {
  const meaning = meaningOfReason(ADJUSTMENT.exec(detail)?.[1] ?? "");
  return meaning === "" ? detail : `${detail}: ${meaning}`;
}

/** `Not owed, denied (CO-29: sent after the filing limit): not compared.` */
export function notOwedRemark({ code, detail }: NotOwed): Remark {
  const said = detail === "" ? "" : ` (${inWords(detail)})`;
  if (code === OTHER_SETTING) return { code, text: `A claim of another setting${said}: not priced.` };
  return { code: "not_owed", text: `Not owed, ${WHY_NOT_OWED[code].words}${said}: not compared.` };
}

/** Amounts that a remark names; the cell of further results has the others. */
const AMOUNTS_NAMED_MAX = 5;

function severalAmounts(amounts: readonly string[], expected: readonly (Expected | null)[]): string {
  const named = amounts.slice(0, AMOUNTS_NAMED_MAX).map((amount) => `$${amount}`);
  const more = amounts.length > AMOUNTS_NAMED_MAX ? " and others" : "";
  const priced = expected.filter((each) => each !== null).length;
  return `${priced} results have different amounts (${named.join(", ")}${more}): in no total and not compared.`;
}

function assumed(modifiers: readonly string[]): string {
  const [first] = modifiers;
  return modifiers.length === 1
    ? `The rate is that of modifier ${first}, which the line does not have: not compared.`
    : `The rates are those of modifiers ${modifiers.join(", ")}, which the line does not have: not compared.`;
}

function notPriced(modifiers: readonly string[]): string {
  const named = modifiers.map(modifierText).join(", ");
  return modifiers.length === 1
    ? `Modifier ${named} changes what is paid, and the rate is without it: not compared.`
    : `Modifiers ${named} change what is paid, and the rate is without them: not compared.`;
}
