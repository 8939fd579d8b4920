import { codeText, providerText } from "../../../src/answers/explanation/result-words.ts";
import type { Explanation, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { dayText, periodText } from "../words/day.ts";

/** The kinds of rates that every lookup has, as what the amount is for. */
const KINDS: Readonly<Record<string, string>> = {
  fee_schedule: "fee schedule rate",
  claim: "for the whole stay",
  per_diem: "for the stay, at a rate per day",
  percent_of_charges: "a share of the charges",
};

/** Only a rate per unit has more digits than cents (`payment_rate` in the contract). */
const BELOW_CENTS = /\.[0-9]{3,}$/;

/** What the amount is for; null where the outcome says it already. */
export function kindOf({ result }: ResultExplanation): string | null {
  const kind = result.payment_rate_type;
  if (typeof kind !== "string" || !result.payment_rate) return null;
  const words = KINDS[kind] ?? kind.replaceAll("_", " ");
  return BELOW_CENTS.test(String(result.payment_rate)) ? `per unit, ${words}` : words;
}

/** "holds since Mar 15, 2023"; null without a period. */
export function holdsOf({ period }: ResultExplanation): string | null {
  if (period === null) return null;
  return `holds ${period.end === null ? "" : "from "}${periodText(period.start, period.end)}`;
}

/** "What California Medicaid, outpatient, pays Peña Family Medicine, NPI 1000700140, for 99213 (HCPCS) on Nov 16, 2026." */
export function sentenceOf(
  { request }: Explanation,
  { result }: ResultExplanation,
  { state, setting }: Lookup,
): string {
  const day = request[setting.day_parameter];
  const provider = result.provider_name || result.npi ? providerText(result) : null;
  const subject = `What ${state.name} Medicaid pays${provider === null ? "" : ` ${provider},`}`;
  const code = result.billing_code ? ` for ${codeText(result)}` : ` for this ${setting.setting} stay`;
  return `${subject}${code}${typeof day === "string" ? `, ${setting.setting}, on ${dayText(day)}` : ""}.`;
}
