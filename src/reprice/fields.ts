import type { RateLookup } from "../pricing/lookup.ts";
import { didYouMean } from "../text/closest.ts";
import { quoted, Refusal } from "../text/refusal.ts";

/**
 * What an analyst looks at first: is there a rate, how much, why or why not, for whom and until when.
 * All are fields of every state; what was asked stands in the input's own columns already.
 */
const USUAL_FIELDS = [
  "rate_found",
  "payment_rate",
  "payment_rate_type",
  "error_message",
  "npi",
  "state_provider_id",
  "provider_name",
  "provider_matches_total",
  "billing_code_description",
  "effective_start_date",
  "effective_end_date",
  "calculation_method",
];

/** Every field that a result has. */
const ALL_FIELDS = "all";

/** The fields of a result to write, in the order asked for; null asks for the usual ones. */
export function chosenFields(lookup: RateLookup, asked: readonly string[] | null): readonly string[] | Refusal {
  const known = Object.keys(lookup.resultSchema.properties);
  if (asked === null) return USUAL_FIELDS.filter((name) => known.includes(name));
  if (asked.length === 1 && asked[0] === ALL_FIELDS) return known;
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown !== undefined) return new Refusal(`fields of the result, and ${notAField(unknown, known)}`);
  const repeated = asked.find((name, index) => asked.indexOf(name) !== index);
  return repeated === undefined ? asked : new Refusal(`each field once, and ${repeated} is there twice`);
}

function notAField(name: string, known: readonly string[]): string {
  return `${quoted(name)} is none; ${didYouMean(name, known, `known are ${known.join(", ")}`)}`;
}
