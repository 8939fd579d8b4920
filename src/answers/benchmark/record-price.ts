import { type Table, titleOf } from "../../dataset/table.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import { isPriced, type Outcome } from "../../pricing/outcome.ts";
import type { Result } from "../../pricing/result.ts";
import type { PAYMENT_RATE_TYPES } from "../../pricing/result-fields.ts";
import type { StateInRelease } from "../../release/release.ts";
import { explainResult } from "../explanation/explain-result.ts";
import type { ExplainedCalculation } from "../explanation/schema.ts";
import { type MadeUp, madeUpOf } from "./made-up-figures.ts";
import type { WatchedRecord } from "./watched-record.ts";

/* What one record of a provider is paid for a request, and what the price rests on. */

export interface Priced {
  readonly amount: string;
  readonly calculation: string;
  /** Whether a figure is the provider's own. */
  readonly isOwn: boolean;
  readonly madeUp: MadeUp;
  /** The result, with what the rules have read of the record: the same for every record with the same cells there. */
  readonly result: Result;
}

export interface Unpriced {
  readonly reason: string;
  /** Whether it is paid a share of what the claim charges, which has no dollar amount without them. */
  readonly isShareOfCharges: boolean;
}

/** The kind of rate, as results of every state name it. */
const SHARE_OF_CHARGES: (typeof PAYMENT_RATE_TYPES)[number] = "percent_of_charges";

export function pricedFor(
  request: LookupRequest,
  record: WatchedRecord,
  lookup: RateLookup,
  source: StateInRelease,
): readonly (Priced | Unpriced)[] {
  const outcomes = lookup.rules.workOut(request, record.row, lookup.pricer(request, source.data));
  return record.unwatched(() => outcomes.map((outcome) => priceOf(outcome, request, record, lookup, source)));
}

function priceOf(
  outcome: Outcome<object>,
  request: LookupRequest,
  { row, seen }: WatchedRecord,
  lookup: RateLookup,
  source: StateInRelease,
): Priced | Unpriced {
  const amount = isPriced(outcome) ? (outcome.payment?.value.text ?? null) : null;
  const result = lookup.result(request, seen, outcome, source.data, null);
  if (amount === null) {
    return {
      reason: outcome.noRate?.message ?? "The rate has no dollar amount.",
      isShareOfCharges: result.payment_rate_type === SHARE_OF_CHARGES,
    };
  }
  const registry = { providers: source.state.providers.table, origins: source.origins };
  const explained = explainResult({ result: {}, outcome, row }, registry, null);
  return {
    amount,
    calculation: outcome.method ?? "",
    isOwn: hasOwnFigure(explained, lookup, source),
    madeUp: madeUpOf(explained),
    result,
  };
}

/** Whether a figure of the price is from a row that is found by an identifier of the provider. */
function hasOwnFigure({ inputs, rows }: ExplainedCalculation, lookup: RateLookup, { state }: StateInRelease): boolean {
  const tables = new Map<string, Table>(lookup.tables.map((table) => [titleOf(table), table]));
  const names = Object.keys(state.providers.identifiers);
  return inputs.some(({ from }) => {
    if (!("row" in from)) return false;
    const table = rows.find(({ id }) => id === from.row)?.table ?? "";
    return (
      table === titleOf(state.providers.table) || (tables.get(table)?.key ?? []).some((key) => names.includes(key))
    );
  });
}
