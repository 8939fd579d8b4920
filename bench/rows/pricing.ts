import type { Day } from "../../src/calendar/day.ts";
import { type LookupAnswer, lookupAnswer } from "../../src/pricing/lookup-answer.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import { type Lookup, outpatientLookups } from "../support/lookups.ts";
import type { Row } from "../support/row.ts";
import { median, timed } from "../support/statistics.ts";

const TODAY = { today: "2026-11-15" as Day };
const LOOKUPS = 50_000;
const ROUNDS = 5;

/** The providers whose claims a server prices in a day; their rows are in memory after the first claim. */
const BILLING = 20_000;

/** Reading and pricing lookups in one thread, without HTTP or JSON. */
export function measurePricing(release: Release, providers: number): Row {
  const source = release.states.get("ca") as StateInRelease;
  const fromTheFile = priceAll(source, outpatientLookups(LOOKUPS, providers, 5)) / LOOKUPS;
  const lookups = outpatientLookups(LOOKUPS, providers, 7, BILLING);
  const perSecond = (LOOKUPS * 1000) / median(Array.from({ length: ROUNDS }, () => priceAll(source, lookups)));
  return {
    what: "pricing alone, California",
    measured: `${(1e6 / perSecond).toFixed(1)} us a lookup`,
    floor: `${(fromTheFile * 1000).toFixed(1)} us with the row read from the file`,
    value: Math.round(perSecond),
    unit: "/s",
    budget: 60_000,
    stretch: 120_000,
    better: "more",
  };
}

function priceAll(source: StateInRelease, lookups: readonly Lookup[]): number {
  const { outpatient } = source.state;
  return timed(() => {
    for (const fields of lookups) {
      const answer = lookupAnswer(outpatient, "fromItem", { ...fields }, TODAY, source) as LookupAnswer;
      if (!answer.ok) throw new Error(answer.faults[0]?.message);
    }
  });
}
