import type { ResultChange } from "../../../src/history/result-changes.ts";
import type { NoRateCode } from "../../../src/pricing/no-rate.ts";
import { type Lookup, ratePath, withFields } from "../look-up/lookup.ts";
import type { Result } from "../words/result-name.ts";

export type { ResultChange };

/** Days in which a lookup comes to the same; null: from the beginning, without an end. */
export interface HistoryPeriod {
  readonly start_date: string | null;
  readonly end_date: string | null;
  /** The day that the results are of. */
  readonly date: string;
  readonly results: readonly Result[];
  readonly no_rate: readonly (NoRateCode | null)[];
  /** What is different from the period before; null where none before is part of the history. */
  readonly changes: readonly ResultChange[] | null;
}

export interface HistoryAnswer {
  /** The newest first. */
  readonly periods: readonly HistoryPeriod[];
  /** What to send as `to` for those before; null where there is none. */
  readonly next_to: string | null;
}

/** Two decades of yearly rates. A history counts as so many lookups towards the key's rate limit. */
const PERIODS_AT_ONCE = 20;

/** Where the API answers the history of a lookup: the lookup without its day. `to`: the last day of the page; empty: no end. */
export function historyPath(lookup: Lookup, to: string): string {
  const { day_parameter } = lookup.setting;
  return ratePath(withFields(lookup, { [day_parameter]: null }), "/history", { limit: String(PERIODS_AT_ONCE), to });
}
