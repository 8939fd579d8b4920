import type { History, ResultChange } from "../../../src/answers/history/schema.ts";
import { type Lookup, ratePath, withFields } from "../look-up/lookup.ts";
import type { Result } from "../words/result-name.ts";

export type { ResultChange };

export type HistoryAnswer = History<Result>;
export type HistoryPeriod = HistoryAnswer["periods"][number];

/** Two decades of yearly rates. A history counts as so many lookups towards the key's rate limit. */
const PERIODS_AT_ONCE = 20;

/** Where the API answers the history of a lookup: the lookup without its day. `to`: the last day of the page; empty: no end. */
export function historyPath(lookup: Lookup, to: string): string {
  const { day_parameter } = lookup.setting;
  return ratePath(withFields(lookup, { [day_parameter]: null }), "/history", { limit: String(PERIODS_AT_ONCE), to });
}
