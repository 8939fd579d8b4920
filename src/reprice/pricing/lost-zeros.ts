import { quoted } from "../../core/text/refusal.ts";
import type { LookupAnswer, LookupSource } from "../../pricing/answer.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { NoRateCode } from "../../pricing/no-rate.ts";
import type { CodeSystem } from "../reading/column-words.ts";
import { BILLING_CODE as CODE } from "../values/billing-code.ts";
import type { AnsweredLine } from "./answered-line.ts";

const PROCEDURE_CODE_LENGTH = 5;
const TOO_SHORT = new RegExp(`^[0-9]{1,${PROCEDURE_CODE_LENGTH - 1}}$`);

/** What is asked for a line, by parameter, as its cells say it. */
export type LineFields = Readonly<Record<string, string>>;

/** A code of digits that is too short for a procedure, as it was read and with the zeros that a spreadsheet takes away. */
interface TwoCodes {
  readonly short: LineFields;
  readonly padded: LineFields;
}

/** Both readings of a code that may have lost its zeros; null for any other. */
export function lostZerosOf({ setting }: RateLookup, fields: LineFields): TwoCodes | null {
  const code = fields[CODE] ?? "";
  if (setting !== "outpatient" || !TOO_SHORT.test(code)) return null;
  return { short: fields, padded: { ...fields, [CODE]: withZeros(code) } };
}

/** A procedure's code with the zeros that it lost. */
export function withZeros(code: string): string {
  return code.padStart(PROCEDURE_CODE_LENGTH, "0");
}

/** Whether a reason says that the state has the code; one of a system that does not pay the provider is no other. */
const IS_LISTED: Readonly<Record<NoRateCode, boolean>> = {
  no_such_provider: false,
  none_can_be_priced: false,
  code_not_listed: false,
  not_in_force: true,
  not_for_provider_type: false,
  not_for_request: true,
  no_provider_rate: true,
  by_report: true,
  missing_information: true,
  not_payable: true,
  not_loaded: false,
};

function remedyWith(columnsOption: string): string {
  return `Take the column of codes (${columnsOption}) whose heading says CPT or EAPG, give it such a heading, or write procedures as text with all of their digits.`;
}

/**
 * Of two readings the one that the heading names. Where it leaves that open, the one that the state has; as it was read when
 * it has none, or when it pays the same for both, as a share of charges whatever the code; and neither of them when it has both,
 * though it may pay the procedure to others alone.
 */
export async function theOneMeant(
  { short, padded }: TwoCodes,
  codeSystem: CodeSystem | null,
  ask: (fields: LineFields) => Promise<Omit<AnsweredLine, "hasLostZeros">>,
  isPublished: (code: string) => boolean,
  columnsOption: string,
): Promise<AnsweredLine> {
  // No procedure has a number this short, and a group of that number would be another service.
  if (codeSystem === "procedure") return { ...(await ask(padded)), hasLostZeros: true };
  const asRead = await ask(short);
  if (codeSystem === "group") return { ...asRead, hasLostZeros: false };
  const isRead = isListed(asRead.answer);
  // Most short codes are groups that no procedure shares its number with: these are asked once.
  const isProcedure = isPublished(padded[CODE] as string);
  if (isRead && !isProcedure) return { ...asRead, hasLostZeros: false };
  const withZeros = await ask(padded);
  const isPadded = isListed(withZeros.answer);
  if (!isRead)
    return isPadded || isProcedure ? { ...withZeros, hasLostZeros: true } : { ...asRead, hasLostZeros: false };
  // A procedure that the state pays to others than this provider may be what was meant all the same: the group's price would be a guess.
  if (!isPadded && !hasRate(asRead.answer)) return { ...asRead, hasLostZeros: false };
  if (ratesOf(asRead.answer) === ratesOf(withZeros.answer)) return { ...asRead, hasLostZeros: false };
  const message = `${CODE} ${quoted(short[CODE])} is not valid: expected a code that can be read in one way, and the state has both the group ${short[CODE]} and the procedure ${padded[CODE]}. ${remedyWith(columnsOption)}`;
  const answer: LookupAnswer = { ok: false, faults: [{ field: CODE, code: "invalid_parameter", message }] };
  return { ...asRead, answer, hasLostZeros: false };
}

/** Whether the state publishes a procedure; the data remembers what it was asked. */
export function publishedProcedures({ claimLines }: RateLookup, { data }: LookupSource): (code: string) => boolean {
  const listing = claimLines?.procedures ?? [];
  return (code) => listing.some(({ table, column }) => data.hasRows(table, { column, text: code }));
}

function isListed(answer: LookupAnswer): boolean {
  return answer.ok && answer.results.some(({ outcome: { noRate } }) => noRate === null || IS_LISTED[noRate.code]);
}

function hasRate(answer: LookupAnswer): boolean {
  return answer.ok && answer.results.some(({ result }) => result.payment_rate !== null);
}

function ratesOf(answer: LookupAnswer): string {
  return answer.ok ? JSON.stringify(answer.results.map(({ result }) => result.payment_rate)) : "";
}
