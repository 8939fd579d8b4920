import type { Result } from "../../pricing/lookup.ts";

const VALUES = /"[^"]*"|\S*[0-9]\S*[A-Za-z0-9]|[0-9]/g;
const ANY = "...";

/** Why a result has no amount, in words that are the same for lookups that fail alike. */
export function reasonOfNoAmount({ error_message, payment_rate_type, rate_found, ...result }: Result): string {
  if (typeof error_message === "string") return withoutValues(error_message, result);
  if (payment_rate_type === "manually_priced") return "Manually priced by the program.";
  return rate_found === true ? "A rate was found, but the lookup lacks what an amount needs." : "No rate was found.";
}

/** Leaves out what belongs to one lookup: codes, days, numbers, quoted texts and the name of the provider. */
function withoutValues(message: string, { provider_name, billing_code }: Result): string {
  let text = message;
  if (typeof provider_name === "string" && provider_name !== "") text = text.replaceAll(provider_name, ANY);
  if (typeof billing_code === "string" && billing_code !== "") text = text.replaceAll(billing_code, ANY);
  return text.replace(VALUES, ANY);
}
