import { type Identified, identifiersSent } from "../../pricing/identifiers-sent.ts";

/** ca 4.8 P1 */
export function noProviderMatches(request: Identified): string {
  return `No California provider matches ${identifiersSent(request)}.`;
}

/** ca 4.8 P2 */
export function noneCanBePriced(request: Identified, code: string, day: string): string {
  return `No California provider matching ${identifiersSent(request)} can be priced for ${code} on ${day}.`;
}
