import { type Identified, identifiersText } from "../../pricing/descriptions.ts";
import { NoRate } from "../../pricing/no-rate.ts";

/** ca 4.8 P1 */
export function noProviderMatches(request: Identified): NoRate {
  return new NoRate("no_such_provider", `No California provider matches ${identifiersText(request)}.`);
}

/** ca 4.8 P2 */
export function noneCanBePriced(request: Identified, code: string, day: string, nameMatches: boolean): NoRate {
  return new NoRate(
    nameMatches ? "none_can_be_priced" : "no_such_provider",
    `No California provider matching ${identifiersText(request)} can be priced for ${code} on ${day}.`,
  );
}
