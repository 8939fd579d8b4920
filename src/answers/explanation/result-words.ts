import type { Day } from "../../core/calendar/day.ts";
import { periodText } from "../../core/calendar/period.ts";
import { labelOf } from "../../core/text/labels.ts";
import { plainCountText } from "../../core/text/plural.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { NO_RATE_CODES } from "../../pricing/no-rate.ts";
import type { Result } from "../../pricing/result.ts";
import { API_PREFIX, EXPLAIN_SUFFIX, RATE_PATHS } from "../../pricing/state/api-paths.ts";
import { programName, type State } from "../../pricing/state/state.ts";
import type { Unit } from "../../pricing/worksheet/calculation.ts";
import type { ExplainedNoRate, ExplainedRow, Explanation, ResultExplanation } from "./schema.ts";

/** The outcome of a result in a word or two. The fields are those of every lookup (contract 2.3). */
export function outcomeText(result: Result): string {
  const { rate_found, payment_rate, payment_rate_type } = result;
  if (payment_rate) return amountText(String(payment_rate), "dollars");
  const share = shareOfCharges(result);
  if (share !== null) return `${percentText(share)} of billed charges`;
  if (payment_rate_type === "manually_priced") return "Manually priced";
  return rate_found ? "Rate found, no dollar amount" : "No rate";
}

const OF_CHARGES = "percent_of_charges";

/**
 * The fraction of the billed charges that a result pays; null when it pays an amount, or something else. Lookups name the field
 * after the kind of rate (`effective_percent_of_charges`).
 */
export function shareOfCharges(result: Result): string | null {
  if (result.payment_rate || result.payment_rate_type !== OF_CHARGES) return null;
  const share = Object.entries(result).find(([name]) => name.endsWith(OF_CHARGES))?.[1];
  return typeof share === "string" && FRACTION.test(share) ? share : null;
}

const FRACTION = /^[0-9]+(?:\.[0-9]+)?$/;

/** A fraction as a percentage: `0.34033896` is `34.03 %`, rounded half up. */
export function percentText(fraction: string): string {
  const [whole = "0", digits = ""] = fraction.split(".");
  const cut = Number(whole + digits.padEnd(4, "0").slice(0, 4));
  const hundredths = String(cut + (Number(digits[4] ?? 0) >= 5 ? 1 : 0)).padStart(3, "0");
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)} %`;
}

/** All digits of a fraction as percent: `0.34033896` is `34.033896`. */
export function percentDigits(fraction: string): string {
  const [whole = "0", digits = ""] = fraction.split(".");
  const rest = digits.slice(2).replace(/0+$/, "");
  return `${Number(whole + digits.padEnd(2, "0").slice(0, 2))}${rest === "" ? "" : `.${rest}`}`;
}

/** `fee schedule, per unit`, `per diem`: the contract's kind of rate, unless the outcome already says it. */
export function kindText({ result, units }: Pick<ResultExplanation, "result" | "units">): string | null {
  const { payment_rate_type } = result;
  if (!payment_rate_type || payment_rate_type === "manually_priced") return null;
  const most = units?.max == null ? "" : `, at most ${units.max} paid`;
  return `${String(payment_rate_type).replaceAll("_", " ")}${units === null ? "" : `, per unit${most}`}`;
}

export function providerText({ provider_name, npi, state_provider_id }: Result): string {
  const name = provider_name ? String(provider_name) : null;
  return [name, ...identifiers({ npi, state_provider_id })].filter((part) => part !== null).join(", ") || "No provider";
}

/** The identifiers that a result has: `NPI 1000100010`, `state ID 106199901`. */
export function identifiers({ npi, state_provider_id }: Result): readonly string[] {
  return [npi ? `NPI ${npi}` : "", state_provider_id ? `state ID ${state_provider_id}` : ""].filter(Boolean);
}

/** `99213 (HCPCS)`, with the description where there is one. */
export function codeText(result: Result): string {
  const { billing_code_type, billing_code_description } = result;
  const system = billing_code_type ? ` (${billing_code_type})` : "";
  return `${codeWithSeverity(result)}${system}${billing_code_description ? `: ${billing_code_description}` : ""}`;
}

/** The code, with the priced severity if none was sent: it distinguishes results of one code. */
export function codeWithSeverity({ billing_code, soi }: Result): string {
  const code = String(billing_code ?? "No code");
  return soi && !code.includes("-") ? `${code}-${soi}` : code;
}

export function holdsText({ period }: Pick<ResultExplanation, "period">): string | null {
  return period === null ? null : periodOf(period.start, period.end);
}

/** The state's remarks on the amount, such as that it is a reference value. */
export function advisoriesOf({ advisories }: Result): readonly string[] {
  if (!Array.isArray(advisories)) return [];
  return advisories.map((advisory: Result) => Object.values(advisory).join(": "));
}

const SHOWN_ELSEWHERE = new Set([
  "rate_found",
  "error_message",
  "npi",
  "state_provider_id",
  "provider_name",
  "billing_code",
  "billing_code_type",
  "billing_code_description",
  "payment_rate",
  "payment_rate_type",
  "calculation_method",
  "effective_start_date",
  "effective_end_date",
  "advisories",
]);

/** The other fields of the result that are not empty, by name. */
export function furtherFields(result: Result): readonly (readonly [name: string, value: string])[] {
  return Object.entries(result)
    .filter(([name, value]) => !SHOWN_ELSEWHERE.has(name) && value !== null)
    .map(([name, value]) => [name, fieldText(value)]);
}

function fieldText(value: unknown): string {
  if (Array.isArray(value)) return value.map(fieldText).join("; ") || "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A value of the record with its sign, digit for digit: `$24.00`, `-$12.50`, `1.4344`. */
export function amountText(value: string, unit: Unit | null): string {
  if (unit !== "dollars") return value;
  return value.startsWith("-") ? `-$${value.slice(1)}` : `$${value}`;
}

/** The decimals that a value was rounded to, half up. */
export function roundingText(decimals: number | null, unit: Unit | null): string {
  if (decimals === null) return "not rounded";
  if (decimals === 2 && unit === "dollars") return "to cents";
  return decimals === 0 ? "to a whole number" : `to ${plainCountText(decimals, "decimal")}`;
}

/** A period of the record, whose days are plain text. */
function periodOf(start: string, end: string | null): string {
  return periodText({ start: start as Day, end: end as Day | null });
}

/** The period of a row; null for an undated row. */
export function rowPeriod({ effective_start_date: start, effective_end_date: end }: ExplainedRow): string | null {
  return start === null ? null : periodOf(start, end);
}

/** The columns that a row was found by: `drg 720, soi 4`. */
export function keyText(key: ExplainedRow["key"]): string {
  return Object.entries(key)
    .map(([column, value]) => `${column} ${value ?? "(empty)"}`)
    .join(", ");
}

/** A default that was used, with its values in the results. */
interface Assumed {
  readonly parameter: string;
  readonly values: string;
  readonly reason: string;
}

/** The defaults of all results, grouped by parameter and reason. */
export function assumedValues({ assumptions }: Explanation): readonly Assumed[] {
  const groups = Map.groupBy(assumptions, ({ parameter, reason }) => JSON.stringify([parameter, reason]));
  return [...groups.values()].map((group) => {
    const [{ parameter, reason }] = group as [(typeof group)[0] & object];
    return { parameter, values: group.map(({ value }) => value).join("; "), reason };
  });
}

/** Why there is no price, and what would help. */
interface ShownNoRate {
  readonly message: string | null;
  readonly code: string;
  readonly meaning: string;
  /** The table, the key and the day. */
  readonly searched: string | null;
  readonly nearest: string | null;
  /** A parameter, with the value to send where one is known, and why. */
  readonly remedies: readonly { readonly send: string; readonly why: string }[];
}

export function shownNoRate({ code, message, sought, nearest, remedy }: ExplainedNoRate): ShownNoRate {
  return {
    message,
    code,
    meaning: NO_RATE_CODES[code],
    searched: sought === null ? null : `${sought.table}: ${keyText(sought.key) || "any row"}, on ${sought.date}`,
    nearest: nearest === null ? null : periodOf(nearest.start, nearest.end),
    remedies: remedy.map(({ parameter, value, why }) => ({
      send: value === null ? parameter : `${parameter}=${value}`,
      why,
    })),
  };
}

/** The lookup that an explanation belongs to. The record leaves it out: the address of the request has it. */
export interface ExplainedLookup {
  readonly state: Pick<State, "code" | "name" | "program" | "tables" | "valueWords">;
  readonly lookup: Pick<RateLookup, "setting" | "dayParameter" | "parameters" | "acronyms">;
}

/** `Medi-Cal, outpatient`; `Florida Medicaid, inpatient` where the program has no other name. */
export function lookupTitle({ state, lookup }: TitledLookup): string {
  return `${programName(state)}, ${lookup.setting}`;
}

interface TitledLookup {
  readonly state: Pick<State, "name" | "program">;
  readonly lookup: Pick<RateLookup, "setting">;
}

/** Characters that a shell needs no quotes for. */
const PLAIN = /^[\w./:=@%+,-]+$/;

/** The command that repeats the explanation, as words. Without `release` the reader has to name the file. */
export function repeatingCommand(
  { request }: Pick<Explanation, "request">,
  { state, lookup }: ExplainedLookup,
  release = "FILE",
): readonly string[] {
  const parameters = saidParameters(request, lookup).map(([name, value]) => shellWord(`${name}=${value}`));
  return ["ratebook", "explain", state.code, lookup.setting, "--release", shellWord(release), ...parameters];
}

/** The address that repeats the explanation on a server. */
export function repeatingAddress({ request }: Explanation, { state, lookup }: ExplainedLookup): string {
  const query = saidParameters(request, lookup).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${API_PREFIX}/${state.code}${RATE_PATHS[lookup.setting]}${EXPLAIN_SUFFIX}?${query.join("&")}`;
}

/** The parameters to send: without flags that have their default. */
function saidParameters(request: Explanation["request"], { parameters }: ExplainedLookup["lookup"]) {
  const isDefaultFlag = (name: string, value: unknown) =>
    value === false &&
    Object.entries(parameters).some(([key, each]) => snakeCase(key) === name && each.schema.default === false);
  return Object.entries(request).filter(([name, value]) => !isDefaultFlag(name, value));
}

export function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${shownSafely(word).replaceAll("'", "'\\''")}'`;
}

/** `date_of_service` as a label: `Date of service`. */
export function dayLabel({ lookup }: ExplainedLookup): string {
  return labelOf(lookup.dayParameter);
}

export function dayOf({ request }: Explanation, { lookup }: ExplainedLookup): string {
  return String(request[lookup.dayParameter]);
}

/** Control characters, and characters that change the direction of a text: shown, they could falsify it. */
const STEERING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Makes a text of the dataset or the request safe to show. */
export function shownSafely(text: string): string {
  return text.replaceAll(STEERING, "\ufffd");
}

/** What no price includes, for readers who do not have the documentation. */
export const LEFT_OUT =
  "A line is priced by itself at the published rate. Left out are multiple procedures, packaging, other payers, patient shares, and payment modifiers that Ratebook does not price.";

/** What no price includes; `docs/limits.md` has the full list. */
export const LIMITS: readonly string[] = [
  LEFT_OUT,
  "The page docs/limits.md lists, state by state, what Ratebook does not do and where the contract differs from a publication.",
];
