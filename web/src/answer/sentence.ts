import { codeText, percentDigits, shareOfCharges } from "../../../src/answers/explanation/result-words.ts";
import type { Explanation, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import { dayText } from "../../../src/core/calendar/day.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { periodText } from "../words/day.ts";

/** The kinds of rates that every lookup has, as what the amount is for. */
const KINDS: Readonly<Record<string, string>> = {
  fee_schedule: "fee schedule rate",
  claim: "for the whole inpatient claim",
  per_diem: "for the inpatient claim, at a rate per day",
  percent_of_charges: "percent of billed charges",
};

/** What the amount is for; null where the outcome says it already. */
function kindOf({ result, units }: ResultExplanation): string | null {
  const kind = result.payment_rate_type;
  if (typeof kind !== "string" || !result.payment_rate) return null;
  const words = KINDS[kind] ?? kind.replaceAll("_", " ");
  return units === null ? words : `per unit, ${words}`;
}

/** "effective since Mar 15, 2023"; null without a period. */
function effectiveText({ period }: ResultExplanation): string | null {
  if (period === null) return null;
  return `effective ${period.end === null ? "" : "from "}${periodText(period.start, period.end)}`;
}

/** What the amount is for and when it is effective; of a rounded percentage also all of its digits. */
export function aboutPrice(explained: ResultExplanation): string {
  const share = shareOfCharges(explained.result);
  const exact = share === null || share.length <= DIGITS_SHOWN ? null : `exactly ${percentDigits(share)} %`;
  return [kindOf(explained), exact, effectiveText(explained)].filter((part) => part !== null).join(", ");
}

/** As many characters as a fraction has whose percentage is shown in full: 0.3403. */
const DIGITS_SHOWN = 6;

/** "What Medi-Cal pays Peña Family Medicine, NPI 1000700140, for 99213 (HCPCS), outpatient, on Nov 16, 2026." */
export function sentenceOf(
  { request }: Explanation,
  { result }: ResultExplanation,
  { state, setting }: Lookup,
): string {
  const day = request[setting.day_parameter];
  const subject = ["What", state.program, "pays", ...providerWords(result)].join(" ");
  const code = result.billing_code ? ` for ${codeText(result)}` : ` for this ${setting.setting} claim`;
  return `${subject}${code}${typeof day === "string" ? `, ${setting.setting}, on ${dayText(day)}` : ""}.`;
}

/** The provider by its name and numbers; empty for a result of no provider. */
function providerWords({
  provider_name: name,
  npi,
  state_provider_id: id,
}: ResultExplanation["result"]): readonly string[] {
  const words = [name, npi ? `NPI ${npi}` : null, id ? `Medicaid provider ID ${id}` : null].filter(Boolean);
  return words.length === 0 ? [] : [`${words.join(", ")},`];
}
