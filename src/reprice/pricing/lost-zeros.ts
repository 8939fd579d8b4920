import type { LookupSource } from "../../pricing/answer.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { LookupAnswer } from "../../pricing/lookup-answer.ts";
import type { NoRateCode } from "../../pricing/no-rate.ts";
import { quoted } from "../../reading/refusal.ts";
import type { AnsweredLine } from "./claim-pricer.ts";

const CODE = "billing_code";
const PROCEDURE_CODE_LENGTH = 5;
const TOO_SHORT = new RegExp(`^[0-9]{1,${PROCEDURE_CODE_LENGTH - 1}}$`);

type Fields = Readonly<Record<string, string>>;

/** A code of digits that is too short for a procedure, as it was read and with the zeros that a spreadsheet takes away. */
interface TwoCodes {
  readonly short: Fields;
  readonly padded: Fields;
}

/** Both readings of a code that may have lost its zeros; null for any other. */
export function lostZerosOf({ setting }: RateLookup, fields: Fields): TwoCodes | null {
  const code = fields[CODE] ?? "";
  if (setting !== "outpatient" || !TOO_SHORT.test(code)) return null;
  return { short: fields, padded: { ...fields, [CODE]: withZeros(code) } };
}

/** A procedure's code with the zeros that it lost. */
export function withZeros(code: string): string {
  return code.padStart(PROCEDURE_CODE_LENGTH, "0");
}

/** Reasons that say nothing of whether the state has the code; one of a system that does not pay the provider is no other. */
const UNKNOWN: ReadonlySet<NoRateCode> = new Set([
  "code_not_listed",
  "not_for_provider_type",
  "no_such_provider",
  "none_can_be_priced",
  "not_loaded",
]);

/**
 * Of two readings the one that the state has; as it was read when it has none, or when it pays the same for both, as a share
 * of charges whatever the code; and neither of them when it has both.
 */
export async function theOneMeant(
  { short, padded }: TwoCodes,
  ask: (fields: Fields) => Promise<Omit<AnsweredLine, "hasLostZeros">>,
  isPublished: (code: string) => boolean,
): Promise<AnsweredLine> {
  const asRead = await ask(short);
  const isRead = isListed(asRead.answer);
  // Most short codes are groups that no procedure shares its number with: these are asked once.
  if (isRead && !isPublished(padded[CODE] as string)) return { ...asRead, hasLostZeros: false };
  const withZeros = await ask(padded);
  if (!isListed(withZeros.answer)) return { ...asRead, hasLostZeros: false };
  if (!isRead) return { ...withZeros, hasLostZeros: true };
  if (ratesOf(asRead.answer) === ratesOf(withZeros.answer)) return { ...asRead, hasLostZeros: false };
  const message = `${CODE} ${quoted(short[CODE])} is not valid: expected a code, and both ${short[CODE]} and ${padded[CODE]} are; write it as text with all of its digits.`;
  const answer: LookupAnswer = { ok: false, faults: [{ field: CODE, code: "invalid_parameter", message }] };
  return { ...asRead, answer, hasLostZeros: false };
}

const CODE_COLUMN = "code";

/** Whether any table that prices are made of has a code; the data remembers what it was asked. */
export function publishedCodes({ tables }: RateLookup, { data }: LookupSource): (code: string) => boolean {
  const listing = tables.filter(({ key }) => (key as readonly string[]).includes(CODE_COLUMN));
  return (code) => listing.some((table) => data.hasRows(table, { column: CODE_COLUMN, text: code }));
}

function isListed(answer: LookupAnswer): boolean {
  return answer.ok && answer.results.some(({ outcome: { noRate } }) => noRate === null || !UNKNOWN.has(noRate.code));
}

function ratesOf(answer: LookupAnswer): string {
  return answer.ok ? JSON.stringify(answer.results.map(({ result }) => result.payment_rate)) : "";
}
