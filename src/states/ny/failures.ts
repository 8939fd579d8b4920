import type { Dated } from "../../core/calendar/period.ts";
import type { RowPlace } from "../../dataset/table.ts";
import { NoRate, type NoRateCode } from "../../pricing/no-rate.ts";
import type { SearchedName } from "../../pricing/request/kinds.ts";
import type { Sheet } from "../../pricing/sheet.ts";
import type { Provider } from "./tables.ts";
import type { ProviderType } from "./values.ts";

/** A row to look up, with its words in LOOKUP messages (ny 3.6). */
interface ExpectedRow {
  /** The code if nothing is published for the key. */
  readonly code: NoRateCode;
  readonly what: string;
  readonly key: string;
}

/** LOOKUP of the page (ny 3.6): the effective row of a key, used for the price; throws a `NoRate` without one. */
export function lookUp<Row extends RowPlace & Dated>(rows: readonly Row[], expected: ExpectedRow, sheet: Sheet): Row {
  return sheet.only(rows, expected.code, missing(expected, sheet));
}

/** Why none of a key's rows is effective on the day (ny 3.6). */
export function noneEffective(rows: readonly Dated[], expected: ExpectedRow, sheet: Sheet): NoRate {
  return sheet.noneEffective(rows, expected.code, missing(expected, sheet));
}

function missing({ what, key }: ExpectedRow, { day }: Sheet): (nearest: string | null) => string {
  return (nearest) =>
    nearest === null
      ? `No ${what} is published for ${key}.`
      : `No ${what} for ${key} is in force on ${day}; the nearest published period is ${nearest}.`;
}

/** A hospital whose rates cannot be found (ny 4.3 step 3). */
export function noOperatingCertificate({ providerName }: Provider, sheet: Sheet): NoRate {
  return sheet.noRate(
    "no_provider_rate",
    `${providerName} has no operating certificate number, so its hospital rates cannot be found.`,
    { searched: null },
  );
}

interface Identified {
  readonly npi: string | null;
  readonly stateProviderId: string | null;
  readonly opcert: string | null;
  readonly providerName: SearchedName | null;
  readonly providerType?: ProviderType | null;
}

/** The identifiers sent, as messages list them (ny 3.7). */
function identifiersText({ npi, stateProviderId, opcert, providerName, providerType }: Identified): string {
  const sent: string[] = [];
  if (npi !== null) sent.push(`npi=${npi}`);
  if (stateProviderId !== null) sent.push(`state_provider_id=${stateProviderId}`);
  if (opcert !== null) sent.push(`opcert=${opcert}`);
  if (providerName !== null) sent.push(`provider_name=${providerName.sent}`);
  if (providerType) sent.push(`provider_type=${providerType}`);
  return sent.join(", ");
}

/** ny 3.7 */
export function noProviderMatches(request: Identified): NoRate {
  return new NoRate("no_such_provider", `No New York provider matches ${identifiersText(request)}.`);
}

/** A lookup by name alone that no provider qualifies for (ny 3.7). */
export function noneQualifies(request: Identified, someRowMatches: boolean): NoRate {
  if (!someRowMatches) return noProviderMatches(request);
  return new NoRate(
    "none_can_be_priced",
    `No New York provider that matches ${identifiersText(request)} can be priced for this request.`,
  );
}
