import type { Day } from "../../src/core/calendar/day.ts";
import { type LookupAnswer, lookupAnswer } from "../../src/pricing/answer.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import type { Row } from "../support/row.ts";
import { median, timed } from "../support/statistics.ts";
import type { Lookup, Workload } from "../support/workload.ts";

const TODAY = { today: "2026-11-15" as Day };
const LOOKUPS = 50_000;
const ROUNDS = 5;

/** The providers whose claims a server prices in a day; their rows are in memory after the first claim. */
const BILLING = 20_000;

/** Reading and pricing lookups of one state in one thread, without HTTP or JSON. */
export function measurePricing(release: Release, workload: Workload, state: string): Row {
  const source = release.states.get(state) as StateInRelease;
  const fromTheFile = priceAll(source, workload.lookups(LOOKUPS, { seed: 5, state })) / LOOKUPS;
  const lookups = workload.lookups(LOOKUPS, { seed: 7, state, billing: BILLING });
  const perSecond = (LOOKUPS * 1000) / median(Array.from({ length: ROUNDS }, () => priceAll(source, lookups)));
  return {
    what: `pricing alone, ${source.state.name}`,
    measured: `${(1e6 / perSecond).toFixed(1)} us a lookup`,
    floor: `${(fromTheFile * 1000).toFixed(1)} us with the row read from the file`,
    value: Math.round(perSecond),
    unit: "/s",
    budget: 60_000,
    stretch: 120_000,
    better: "more",
  };
}

/** Milliseconds that it takes to price the lookups, all by identifier, one after the other. */
export function priceAll({ state, ...source }: StateInRelease, lookups: readonly Lookup[]): number {
  return timed(() => {
    for (const { setting, fields } of lookups) {
      const answer = lookupAnswer(lookupOf(state, setting), "fromItem", fields, TODAY, source) as LookupAnswer;
      if (!answer.ok) throw new Error(answer.faults[0]?.message);
    }
  });
}
