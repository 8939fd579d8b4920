import { STALE_AFTER_MONTHS } from "../../pricing/state/freshness.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Exchange } from "./exchange.ts";

/** Months after which the service calls an edition stale; null: never. */
export function staleAfter({ staleAfterMonths }: AppDependencies): number | null {
  return staleAfterMonths === undefined ? STALE_AFTER_MONTHS : staleAfterMonths;
}

/** What an answer says of its prices beside them. */
interface SaidOfPrices {
  readonly priced: number;
  readonly stale: string | null;
  readonly empty: string | null;
}

/**
 * Says what is to be said against the prices of an answer: `Ratebook-Stale: ca/outpatient_rates 2023-03-15` names stale tables that they are
 * made of, `Ratebook-Incomplete: ny/apg_fees` tables without any row that they looked into.
 */
export function nameCaveats(exchange: Exchange, { headers: said }: { readonly headers: SaidOfPrices }): void {
  const { priced, stale, empty } = said;
  exchange.priced = priced;
  if (stale !== null) exchange.header("ratebook-stale", stale);
  if (empty !== null) exchange.header("ratebook-incomplete", empty);
}
