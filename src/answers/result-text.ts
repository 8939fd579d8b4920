import { wrapped } from "../core/text/terminal.ts";
import type { ProviderResult, Result } from "../pricing/result.ts";
import type { Assumption } from "../pricing/sheet.ts";
import { alternativesIn } from "./alternatives.ts";
import { holdsText, identifiers } from "./explanation/words/result.ts";

/** One result in a few lines: for whom, how much, how long and why. The fields are those of every lookup (contract 2.3). */
export function resultText({ result, outcome: { period } }: ProviderResult): string {
  const lines = [
    joined([result.provider_name, ...identifiers(result)], ", ") || "No provider",
    `  ${joined([code(result), outcome(result), holdsText({ period })], "  ")}`,
    result.calculation_method ? `  ${result.calculation_method}` : null,
    result.error_message ? `  ${result.error_message}` : null,
  ];
  return lines.filter((line) => line !== null).join("\n");
}

/** One result in a few lines, with what was assumed and what else is published that could have been priced. */
export function resultWithChoices(answered: ProviderResult, assumed: readonly Assumption[]): string {
  return [
    resultText(answered),
    ...assumed.map(({ parameter, value, reason }) => wrapped("  ", `assumed ${parameter} = ${value} (${reason})`)),
    ...alternativesIn(answered.result).map(({ name, values }) =>
      wrapped("  ", `also published, ${name}: ${values.join(", ")}`),
    ),
  ].join("\n");
}

function code({ billing_code, billing_code_description }: Result): string {
  return joined([billing_code, billing_code_description ? `(${billing_code_description})` : null], " ");
}

function outcome({ rate_found, payment_rate, payment_rate_type }: Result): string {
  if (payment_rate) return joined([`$${payment_rate}`, payment_rate_type], " ");
  if (payment_rate_type === "manually_priced") return "manually priced";
  return rate_found ? "rate found, no dollar amount" : "no rate";
}

function joined(parts: readonly unknown[], separator: string): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== "").join(separator);
}
