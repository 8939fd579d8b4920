import type { Result } from "../../../pricing/result.ts";
import type { ResultExplanation } from "../explanation.ts";
import { amountText } from "./amount.ts";
import { periodOf } from "./period.ts";

/** What a result comes to, in a word or two. The fields are those of every lookup (contract 2.3). */
export function outcomeText({ rate_found, payment_rate, payment_rate_type }: Result): string {
  if (payment_rate) return amountText(String(payment_rate), "dollars");
  if (payment_rate_type === "manually_priced") return "Manually priced";
  return rate_found ? "Rate found, no dollar amount" : "No rate";
}

/** `fee schedule`, `per diem`: the contract's word for the kind of rate, where the outcome does not say it already. */
export function kindText({ payment_rate_type }: Result): string | null {
  if (!payment_rate_type || payment_rate_type === "manually_priced") return null;
  return String(payment_rate_type).replaceAll("_", " ");
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

/** The code, with the severity that was priced where none was sent: results of one code are told apart by it. */
export function codeWithSeverity({ billing_code, soi }: Result): string {
  const code = String(billing_code ?? "No code");
  return soi && !code.includes("-") ? `${code}-${soi}` : code;
}

/** The period in which the price holds. */
export function holdsText({ period }: Pick<ResultExplanation, "period">): string | null {
  return period === null ? null : periodOf(period.start, period.end);
}

/** What the state says of the amount, such as that it is a reference value. */
export function advisoriesOf({ advisories }: Result): readonly string[] {
  if (!Array.isArray(advisories)) return [];
  return advisories.map((advisory: Result) => Object.values(advisory).join(": "));
}

/** The fields that every explanation tells elsewhere. */
const TOLD_ELSEWHERE = new Set([
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

/** What else the result says: its own fields by their names, without those that are empty. */
export function furtherFields(result: Result): readonly (readonly [name: string, value: string])[] {
  return Object.entries(result)
    .filter(([name, value]) => !TOLD_ELSEWHERE.has(name) && value !== null)
    .map(([name, value]) => [name, fieldText(value)]);
}

function fieldText(value: unknown): string {
  if (Array.isArray(value)) return value.map(fieldText).join("; ") || "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
