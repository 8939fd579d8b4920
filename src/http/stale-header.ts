import type { Release, StateInRelease } from "../release/release.ts";
import { type Freshness, freshnessOf, STALE_AFTER_MONTHS } from "../state/freshness.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Exchange } from "./exchange.ts";

/** Months after which the service calls an edition stale; null: never. */
export function staleAfter({ staleAfterMonths }: AppDependencies): number | null {
  return staleAfterMonths === undefined ? STALE_AFTER_MONTHS : staleAfterMonths;
}

export function freshnessIn(source: StateInRelease, release: Release, limitMonths: number | null): Freshness {
  return freshnessOf(source, release.description.sources, limitMonths);
}

/** Says which tables without any row the prices of an answer looked into: `Ratebook-Incomplete: ny/apg_fees`. */
export function nameEmpty(exchange: Exchange, empty: string | null): void {
  if (empty !== null) exchange.header("ratebook-incomplete", empty);
}

/** Says which stale tables the prices of an answer are made of: `Ratebook-Stale: ca/outpatient_rates 2023-03-15`. */
export function nameStale(exchange: Exchange, stale: string | null): void {
  if (stale !== null) exchange.header("ratebook-stale", stale);
}
