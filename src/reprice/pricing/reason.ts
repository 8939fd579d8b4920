import type { NoRate, NoRateCode } from "../../pricing/no-rate.ts";
import type { Result } from "../../pricing/result.ts";
import { type NotOwedCode, OTHER_SETTING, WHY_NOT_OWED } from "../values/not-owed.ts";

const QUOTED_OR_WORD = /"[^"]*"|[^\s"]+/g;
const PUNCTUATION_AT_END = /[.,;:)]?$/;
const ANY = "...";

/** The beginning of a message shows its kind; the rest can quote a name of any length. */
const MESSAGE_LENGTH_MAX = 300;

/** Unreadable units could be any number: there is a rate, and no amount. */
export const UNREADABLE_UNITS = "unreadable_units";

/** Why a line has no amount: a lookup's code, an error in the line, or a line that is not owed and cannot be looked up. */
export type NoAmountCode = NoRateCode | typeof UNREADABLE_UNITS | NotOwedCode;

/** A formula that lacks a value has a rate and no amount. */
export function codeOfNoAmount(noRate: NoRate | null): NoRateCode {
  return noRate?.code ?? "missing_information";
}

/** Why a result has no amount, in words that are equal for lookups that fail alike. */
export function reasonOfNoAmount(result: Result): string {
  const { error_message, payment_rate_type, rate_found } = result;
  if (typeof error_message === "string") return withoutValues(error_message, result);
  if (payment_rate_type === "manually_priced") return "Manually priced by the program.";
  return rate_found === true ? "A rate was found, but the line lacks what an amount needs." : "No rate was found.";
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

/** A line that is listed by itself. */
export interface ListedLine {
  readonly line: number;
  readonly code: string | null;
  readonly provider: string | null;
  readonly providerName: string | null;
  readonly billed: string | null;
  /** As they were read, without a minus; null where the file has none, and where they cannot be read. */
  readonly units: string | null;
  /** The parameters of its lookup, which can be sent again. */
  readonly lookup: Readonly<Record<string, string>>;
  /** Its reason with the amounts of the line; null where the reason is the same for all lines with its code. */
  readonly detail: string | null;
}

/** Enough to see what such lines have in common; the results have all of them. */
const EXAMPLES_MAX = 20;

/**
 * Why lookups have no amount or no comparison: the code for programs, the message without its values, how many, the parameters that
 * would help, joined by `|`, and the first lines of it.
 */
export type ReasonCount<Code extends string = NoAmountCode> = readonly [
  code: Code,
  reason: string,
  lookups: number,
  lacks: string,
  examples: readonly ListedLine[],
];

/** One line with a reason. `lineOf` is called only for a line that is kept as an example. */
export interface ReasonOfLine<Code extends string> {
  readonly code: Code;
  readonly reason: string;
  readonly lacks: string;
  readonly lineOf: () => ListedLine;
}

export class Reasons<Code extends string> {
  readonly #counts = new Map<string, ReasonCount<Code>>();

  add({ code, reason, lacks, lineOf }: ReasonOfLine<Code>): void {
    const examples = this.#kept(code, reason, lacks)?.[4] ?? [];
    this.#note([code, reason, 1, lacks, examples.length < EXAMPLES_MAX ? [lineOf()] : []]);
  }

  /** Adds the record of later lines. */
  addRecord(counts: readonly ReasonCount<Code>[]): void {
    for (const count of counts) this.#note(count);
  }

  record(): readonly ReasonCount<Code>[] {
    return [...this.#counts.values()];
  }

  #kept(code: Code, reason: string, lacks: string): ReasonCount<Code> | undefined {
    return this.#counts.get(keyOf(code, reason, lacks));
  }

  #note([code, reason, lookups, lacks, examples]: ReasonCount<Code>): void {
    const isKept = this.#kept(code, reason, lacks) !== undefined || this.#counts.size < REASONS_MAX;
    const [keptReason, keptLacks] = isKept ? [reason, lacks] : [OTHER_REASONS, ""];
    const before = this.#kept(code, keptReason, keptLacks);
    this.#counts.set(keyOf(code, keptReason, keptLacks), [
      code,
      keptReason,
      (before?.[2] ?? 0) + lookups,
      keptLacks,
      [...(before?.[4] ?? []), ...examples].slice(0, EXAMPLES_MAX),
    ]);
  }
}

function keyOf(code: string, reason: string, lacks: string): string {
  return `${code} ${lacks} ${reason}`;
}

const { [OTHER_SETTING]: _, ...PRICED_AND_NOT_OWED } = WHY_NOT_OWED;

/** Why a line with a price is not compared, and what to do about it. */
export const NOT_COMPARED = {
  ...PRICED_AND_NOT_OWED,
  nothing_paid: {
    meaning: "The column that is compared is empty.",
    remedy: "Fill in what was paid, or 0.00 where the line was denied.",
  },
  several_amounts: {
    meaning: "Several rates with different amounts fit the line.",
    remedy:
      "See how its results differ, and add a column for that; where one NPI has several enrollments, the provider's number with the state.",
  },
  modifier_not_priced: {
    meaning: "A modifier changes what is paid, and the published rate is without it.",
    remedy: "Compare these lines by hand with the state's rule for the modifier.",
  },
  modifier_assumed: {
    meaning: "The rate is that of a modifier that the line does not have.",
    remedy: "Check whether the modifier is missing on the line.",
  },
  money_taken_back: {
    meaning: "The payment is below nothing: it takes money back, and the payment itself is elsewhere.",
    remedy: "Compare the line together with the payment that it takes back.",
  },
  allowed_amount_empty: {
    meaning: "The allowed amount is empty, and something was paid.",
    remedy: "Fill in the allowed amount, or compare with the column of what was paid.",
  },
  paid_at_alternative: {
    meaning: "The payment is above the default rate, and exactly another published rate of the code.",
    remedy:
      "Check which of the two rates applies to the service. The line counts neither as underpaid nor as overpaid.",
  },
  unknown_denial_code: {
    meaning: "Nothing was paid, and the column of denials has a code or a text that is not known.",
    remedy:
      "Look up what the payer means. Write denied into the cell if the line was denied, or empty it if the line is owed.",
  },
  unreadable_amount: {
    meaning: "An amount of the line cannot be read.",
    remedy: "Correct it in the file of rejected lines, and reprice that file by itself.",
  },
} as const;

export type NotComparedCode = keyof typeof NOT_COMPARED;
