import { type Day, parseDay } from "../../core/calendar/day.ts";
import { asMoney, compare } from "../../core/money/arithmetic.ts";
import { factor, parseFactor } from "../../core/money/factor.ts";
import type { Money } from "../../core/money/money.ts";
import { isLongerThan } from "../../core/text/encoding.ts";
import { foldName, inCapitals } from "../../core/text/folding.ts";
import { Refusal } from "../../core/text/refusal.ts";
import type { Parameter, ParameterKind, ParameterSchema } from "./parameter.ts";

/*
 * The kinds of parameters that endpoints are made of (conventions 2). A kind says how text
 * and JSON become a value; the endpoint says what the value is for.
 */

interface Described {
  readonly description: string;
  readonly example?: string;
}

const OPTIONAL = { required: false, identifiesProvider: false, verbatim: false, confidential: false } as const;

/** Names, codes and words: twice the longest name of a registry, with the white space around it. */
const TEXT_CHARACTERS_MAX = 200;

/** Figures: as many as an exact decimal is read from (`src/core/money/factor.ts`). */
const FIGURE_CHARACTERS_MAX = 400;

/** The length limit of a parameter's text, and the refusal of a longer text. */
function textOfAtMost(charactersMax: number, expected: string | null = null) {
  const length = `at most ${charactersMax} characters`;
  return { charactersMax, tooLong: new Refusal(expected === null ? length : `${expected} (in ${length})`) };
}

function notText(value: unknown): Refusal {
  return new Refusal(typeof value === "number" ? "a JSON string (a number would lose leading zeros)" : "a JSON string");
}

/** A text parameter with fixed values or a fixed form, which the refusal names. */
function formed<Value>(
  kind: ParameterKind,
  about: Described,
  schema: Omit<ParameterSchema, "type">,
  refusal: Refusal,
  read: (text: string) => Value | null,
): Parameter<Value | null> {
  const length = textOfAtMost(TEXT_CHARACTERS_MAX, refusal.expected);
  return textual<Value>(kind, about, schema, (text) => read(text) ?? refusal, length);
}

/** A parameter that requests send as text. */
function textual<Value>(
  kind: ParameterKind,
  about: Described,
  schema: Omit<ParameterSchema, "type">,
  read: (text: string) => Value | Refusal,
  length = textOfAtMost(TEXT_CHARACTERS_MAX),
): Parameter<Value | null> {
  return {
    ...OPTIONAL,
    ...about,
    ...length,
    kind,
    schema: { type: "string", maxLength: length.charactersMax, ...schema },
    absent: () => null,
    fromText: read,
    fromJson: (value) => (typeof value === "string" ? read(value) : notText(value)),
  };
}

export function required<Value>(parameter: Parameter<Value | null>): Parameter<Value> {
  return { ...(parameter as Parameter<Value>), required: true };
}

/** Gives a parameter a default. */
export function defaulting<Value>(parameter: Parameter<Value | null>, value: Value): Parameter<Value> {
  return { ...(parameter as Parameter<Value>), schema: { ...parameter.schema, default: value }, absent: () => value };
}

/** Documents a default that the rule itself applies and reports. */
export function assuming<Value>(parameter: Parameter<Value | null>, value: Value): Parameter<Value | null> {
  return { ...parameter, schema: { ...parameter.schema, default: value } };
}

export function identifier<Value>(parameter: Parameter<Value>): Parameter<Value> {
  return { ...parameter, identifiesProvider: true };
}

const REFERENCE_ID_CHARACTERS_MAX = 128;

/** The caller's correlation ID: echoed unchanged, never quoted, logged or stored (conventions 2.9). */
export const referenceId: Parameter<string | null> = {
  ...textual(
    "text",
    {
      description: "Your own correlation ID, echoed unchanged and never logged or stored. Must not contain PHI.",
      example: "batch-7-line-12",
    },
    {},
    (text) => text,
    textOfAtMost(REFERENCE_ID_CHARACTERS_MAX),
  ),
  verbatim: true,
  confidential: true,
};

/** Whether a value may be echoed as `reference_id`, even if the request has other errors. */
export function isReferenceId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && !isLongerThan(value, REFERENCE_ID_CHARACTERS_MAX);
}

/** Length of the trimmed, upper-cased code. */
const BILLING_CODE_CHARACTERS_MAX = 20;

const CODE_TOO_LONG = new Refusal(`at most ${BILLING_CODE_CHARACTERS_MAX} characters`);
const CODE_LENGTH = { charactersMax: TEXT_CHARACTERS_MAX, tooLong: CODE_TOO_LONG };
const CODE_SCHEMA = { minLength: 1, maxLength: BILLING_CODE_CHARACTERS_MAX };

/** A procedure or group code: results echo it as sent; tables and messages have it in upper case (conventions 2.2). */
export interface BillingCode {
  readonly sent: string;
  readonly code: string;
}

/** A procedure or group code; any code is well formed (conventions 2.11). */
export function billingCode(about: Described): Parameter<BillingCode | null> {
  const read = (sent: string): BillingCode | Refusal => {
    const code = inCapitals(sent);
    return isLongerThan(code, BILLING_CODE_CHARACTERS_MAX) ? CODE_TOO_LONG : { sent, code };
  };
  return textual("code", about, CODE_SCHEMA, read, CODE_LENGTH);
}

/** A code of any shape, kept as it was sent. */
export function codeAsSent(about: Described): Parameter<string | null> {
  const read = (sent: string) => (isLongerThan(sent, BILLING_CODE_CHARACTERS_MAX) ? CODE_TOO_LONG : sent);
  return textual("code", about, CODE_SCHEMA, read, CODE_LENGTH);
}

/** A parameter whose value is computed once, on reading. */
export function readAs<Sent, Value>(
  parameter: Parameter<Sent | null>,
  into: (sent: Sent) => Value,
): Parameter<Value | null> {
  const read = (sent: Sent | Refusal | null): Value | Refusal | null => {
    if (sent === null) return null;
    return sent instanceof Refusal ? sent : into(sent as Sent);
  };
  return {
    ...parameter,
    absent: () => null,
    fromText: (text) => read(parameter.fromText(text)),
    fromJson: (value) => read(parameter.fromJson(value)),
  };
}

/** An APR-DRG with its severity of illness, as sent and in parts. */
interface AprDrgCode {
  readonly sent: string;
  readonly drg: string;
  readonly soi: number;
}

export const SEVERITIES: readonly number[] = [1, 2, 3, 4];

const APR_DRG = /^([0-9]{1,3})-([1-4])$/;

/** `<drg>-<soi>`; the DRG is padded to three digits. */
export function aprDrgCode(about: Described): Parameter<AprDrgCode | null> {
  const refusal = new Refusal("<drg>-<soi>, for example 560-1");
  return formed("code", about, { pattern: APR_DRG.source }, refusal, (sent) => {
    const parts = APR_DRG.exec(sent);
    return parts && { sent, drg: (parts[1] as string).padStart(3, "0"), soi: Number(parts[2]) };
  });
}

/** An APR-DRG; without a severity (null) all four are requested. */
export interface AprDrgRequest {
  readonly sent: string;
  readonly drg: string;
  readonly soi: number | null;
}

const APR_DRG_WITH_OR_WITHOUT_SEVERITY = /^([0-9]{1,3})(?:-([1-4]))?$/;

/** `<drg>` or `<drg>-<soi>`; the DRG is padded to three digits. */
export function aprDrgWithOrWithoutSeverity(about: Described): Parameter<AprDrgRequest | null> {
  const refusal = new Refusal("<drg> or <drg>-<soi>, for example 560 or 560-1");
  return formed("code", about, { pattern: APR_DRG_WITH_OR_WITHOUT_SEVERITY.source }, refusal, (sent) => {
    const parts = APR_DRG_WITH_OR_WITHOUT_SEVERITY.exec(sent);
    return (
      parts && {
        sent,
        drg: (parts[1] as string).padStart(3, "0"),
        soi: parts[2] === undefined ? null : Number(parts[2]),
      }
    );
  });
}

const MODIFIER = /^[A-Za-z0-9]{2}$/;

/** A procedure code modifier of any kind, upper-cased. */
export function anyModifier(about: Described): Parameter<string | null> {
  const refusal = new Refusal("two letters or digits");
  // Tested as sent: upper-casing turns some other characters into two letters.
  const read = (sent: string) => (MODIFIER.test(sent) ? sent.toUpperCase() : null);
  return formed("modifier", about, { pattern: MODIFIER.source }, refusal, read);
}

const NPI = /^[0-9]{10}$/;
const NPI_REFUSED = new Refusal("10 digits");

/** A National Provider Identifier. A wrong check digit is not refused: it matches no provider. */
export const npi: Parameter<string | null> = {
  ...formed(
    "npi",
    { description: "National Provider Identifier, 10 digits." },
    { pattern: NPI.source },
    NPI_REFUSED,
    (text) => (NPI.test(text) ? text : null),
  ),
  alsoInJson: "integer",
  fromJson: (value) => {
    // An NPI has no leading zero to lose, so a 10-digit JSON integer is unambiguous.
    const text = typeof value === "number" ? String(value) : value;
    return typeof text === "string" && NPI.test(text) ? text : NPI_REFUSED;
  },
};

/** Any text, such as a state's provider number. */
export function text(about: Described): Parameter<string | null> {
  return textual("text", about, {}, (value) => value);
}

/** A text that is read into a value, or refused. */
export function parsed<Value>(about: Described, read: (text: string) => Value | Refusal): Parameter<Value | null> {
  return textual("text", about, {}, read);
}

export function patterned(about: Described & { readonly pattern: RegExp; readonly expected: string }) {
  const { pattern, expected, ...described } = about;
  return formed<string>("text", described, { pattern: pattern.source }, new Refusal(expected), (value) =>
    pattern.test(value) ? value : null,
  );
}

/** A name to match partially: as sent, and as it is compared. */
export interface SearchedName {
  readonly sent: string;
  readonly folded: string;
}

/** A partial match that ignores case, accents and punctuation (conventions 2.8). A name without a letter or digit matches none. */
export function partialName(about: Described, charactersMin = 1): Parameter<SearchedName | null> {
  const tooShort = new Refusal(`at least ${charactersMin} characters`);
  return textual("text", about, { minLength: charactersMin }, (sent) =>
    isLongerThan(sent, charactersMin - 1) ? { sent, folded: foldName(sent) } : tooShort,
  );
}

/** The provider-identifier group of a state whose own identifier is a text: descriptions in the state's words. */
export function providerIdentifiers(
  about: { readonly stateProviderId: string; readonly providerName: string },
  nameCharactersMin = 1,
) {
  return {
    npi: identifier(npi),
    stateProviderId: identifier(text({ description: about.stateProviderId })),
    providerName: identifier(partialName({ description: about.providerName }, nameCharactersMin)),
  };
}

/** One of a list of values, matched without regard to case and answered in the list's spelling. */
export function choice<const Value extends string>(
  values: readonly Value[],
  about: Described,
): Parameter<Value | null> {
  const canonical = new Map(values.map((value) => [value.toLowerCase(), value]));
  const refusal = new Refusal(`one of ${values.join(", ")}`);
  return formed("choice", about, { enum: values }, refusal, (sent) => canonical.get(sent.toLowerCase()) ?? null);
}

const NO_DAY = new Refusal("a calendar day as YYYY-MM-DD or MM/DD/YYYY");

/** A calendar day; today when absent. */
export function day(about: Described): Parameter<Day> {
  return {
    ...(formed("day", about, {}, NO_DAY, parseDay) as Parameter<Day>),
    absent: ({ today }) => today,
  };
}

const TRUE_OR_FALSE = new Refusal("true or false");
const JSON_TRUE_OR_FALSE = new Refusal("the JSON boolean true or false");
const FLAGS = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/** A yes-or-no parameter; absent means false. */
export function flag(about: Described): Parameter<boolean> {
  return {
    ...OPTIONAL,
    ...about,
    ...textOfAtMost(TEXT_CHARACTERS_MAX, TRUE_OR_FALSE.expected),
    kind: "flag",
    schema: { type: "boolean", default: false },
    absent: () => false,
    fromText: (sent) => FLAGS.get(sent.toLowerCase()) ?? TRUE_OR_FALSE,
    fromJson: (value) => (typeof value === "boolean" ? value : JSON_TRUE_OR_FALSE),
  };
}

/** A yes-or-no filter; absent: both. */
export function eitherFlag(about: Described): Parameter<boolean | null> {
  return { ...flag(about), schema: { type: "boolean" }, absent: () => null } as Parameter<boolean | null>;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Days, treatments and the like. */
export const DAYS: Range = { min: 0, max: 36_500 };
export const MINUTES: Range = { min: 0, max: 100_000 };

export function wholeNumber({ min, max }: Range, about: Described): Parameter<number | null> {
  const refusal = new Refusal(`a whole number from ${min} to ${max}`);
  const within = (value: number) => (value >= min && value <= max ? value : refusal);
  return {
    ...OPTIONAL,
    ...about,
    ...textOfAtMost(FIGURE_CHARACTERS_MAX, refusal.expected),
    kind: "count",
    schema: { type: "integer", minimum: min, maximum: max },
    absent: () => null,
    fromText: (sent) => (/^[0-9]+$/.test(sent) ? within(Number(sent)) : refusal),
    fromJson: (value) => (Number.isInteger(value) ? within(value as number) : refusal),
  };
}

const SEARCH_LIMIT_DEFAULT = 100;
const SEARCH_LIMIT_MAX = 1000;

const SEARCH_LIMIT_REFUSED = new Refusal("a whole number of at least 1");

/** A limit above the maximum is cut to it, however large; the answer says so in `limit_applied` (conventions 6). */
function searchLimitOf(sent: number): number | Refusal {
  return sent >= 1 ? Math.min(sent, SEARCH_LIMIT_MAX) : SEARCH_LIMIT_REFUSED;
}

/** How many providers a search returns at most (contract 8). */
export const searchLimit: Parameter<number> = {
  ...OPTIONAL,
  ...textOfAtMost(FIGURE_CHARACTERS_MAX, SEARCH_LIMIT_REFUSED.expected),
  kind: "count",
  description: `At most this many providers; ${SEARCH_LIMIT_DEFAULT} when absent, and more than ${SEARCH_LIMIT_MAX} are cut to ${SEARCH_LIMIT_MAX}.`,
  schema: { type: "integer", minimum: 1, default: SEARCH_LIMIT_DEFAULT },
  absent: () => SEARCH_LIMIT_DEFAULT,
  fromText: (sent) => (/^[0-9]+$/.test(sent) ? searchLimitOf(Number(sent)) : SEARCH_LIMIT_REFUSED),
  fromJson: (value) => (Number.isInteger(value) ? searchLimitOf(value as number) : SEARCH_LIMIT_REFUSED),
};

const CHARGES_MAX = factor("9999999999.99");

/** A dollar amount of charges, rounded half-up to cents on reading (conventions 2.10 and 2.12). */
export function charges(about: Described): Parameter<Money | null> {
  const refusal = new Refusal(`dollars in plain decimal notation, from 0 to ${CHARGES_MAX.text}`);
  const length = textOfAtMost(FIGURE_CHARACTERS_MAX, refusal.expected);
  const read = (sent: string): Money | Refusal => {
    const value = sent.startsWith("-") ? null : parseFactor(sent);
    return value === null || compare(value, CHARGES_MAX) > 0 ? refusal : asMoney(value);
  };
  return {
    ...textual("dollars", about, { pattern: "^[0-9]+(\\.[0-9]+)?$" }, read, length),
    alsoInJson: "number",
    fromJson: (value) => {
      if (typeof value === "string") return read(value);
      return typeof value === "number" && value >= 0 ? read(withoutExponent(value)) : refusal;
    },
  };
}

/** A JSON number in plain notation; JavaScript prints the very small with an exponent. */
function withoutExponent(value: number): string {
  const shortest = String(value);
  const [mantissa, exponent] = shortest.split("e-");
  if (exponent === undefined || mantissa === undefined) return shortest;
  return `0.${"0".repeat(Number(exponent) - 1)}${mantissa.replace(".", "")}`;
}

/** The prefix 80840 adds this to the sum of an NPI's digits. */
const PREFIX_SUM = 24;

/** Whether the last digit of an NPI fits the others (the Luhn formula of ISO/IEC 7812 with the prefix 80840). */
export function hasCheckDigit(npi: string): boolean {
  let sum = PREFIX_SUM;
  for (let place = 0; place < npi.length; place += 1) {
    const digit = Number(npi[npi.length - 1 - place]);
    const counted = place % 2 === 1 ? 2 * digit : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
