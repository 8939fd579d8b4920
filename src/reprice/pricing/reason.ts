import type { NoRate, NoRateCode } from "../../pricing/no-rate.ts";
import type { Result } from "../../pricing/result.ts";

const QUOTED_OR_WORD = /"[^"]*"|[^\s"]+/g;
const PUNCTUATION_AT_END = /[.,;:)]?$/;
const ANY = "...";

/** The beginning of a message shows its kind; the rest can quote a name of any length. */
const MESSAGE_LENGTH_MAX = 300;

/** Unreadable units could be any number: there is a rate, and no amount. */
export const UNREADABLE_UNITS = "unreadable_units";

/** Why a line has no amount: a lookup's code, or an error in the line. */
export type NoAmountCode = NoRateCode | typeof UNREADABLE_UNITS;

/** A formula that lacks a value has a rate and no amount. */
export function codeOfNoAmount(noRate: NoRate | null): NoRateCode {
  return noRate?.code ?? "missing_information";
}

/** Why a result has no amount, in words that are equal for lookups that fail alike. */
export function reasonOfNoAmount(result: Result): string {
  const { error_message, payment_rate_type, rate_found } = result;
  if (typeof error_message === "string") return withoutValues(error_message, result);
  if (payment_rate_type === "manually_priced") return "Manually priced by the program.";
  return rate_found === true ? "A rate was found, but the lookup lacks what an amount needs." : "No rate was found.";
}

/** Removes what belongs to one lookup: codes, days, numbers, quoted texts and the name of the provider. */
function withoutValues(message: string, { provider_name, billing_code }: Result): string {
  let text = message.slice(0, MESSAGE_LENGTH_MAX);
  if (typeof provider_name === "string" && provider_name !== "") text = text.replaceAll(provider_name, ANY);
  if (typeof billing_code === "string" && billing_code !== "") text = text.replaceAll(billing_code, ANY);
  return text.replace(QUOTED_OR_WORD, (part) => (isValue(part) ? ANY + PUNCTUATION_AT_END.exec(part)?.[0] : part));
}

function isValue(part: string): boolean {
  return part.startsWith('"') || /[0-9]/.test(part);
}

/** Far more than there are kinds of messages. Limits memory for a dataset that names everything differently. */
const REASONS_MAX = 200;
const OTHER_REASONS = "Other reasons.";

/** Why lookups have no amount: the code for programs, the message without its values, and how many. */
export type ReasonCount = readonly [code: NoAmountCode, reason: string, lookups: number];

export class Reasons {
  readonly #counts = new Map<string, ReasonCount>();

  add(code: NoAmountCode, reason: string, lookups: number): void {
    const isKept = this.#counts.has(keyOf(code, reason)) || this.#counts.size < REASONS_MAX;
    const kept = isKept ? reason : OTHER_REASONS;
    const key = keyOf(code, kept);
    this.#counts.set(key, [code, kept, (this.#counts.get(key)?.[2] ?? 0) + lookups]);
  }

  record(): readonly ReasonCount[] {
    return [...this.#counts.values()];
  }
}

function keyOf(code: NoAmountCode, reason: string): string {
  return `${code} ${reason}`;
}
