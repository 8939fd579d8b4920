import type { Day } from "../../src/calendar/day.ts";
import { answerLookup } from "../../src/pricing/answer.ts";
import { readLookup } from "../../src/pricing/lookup.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import { outpatientLookups } from "../support/lookups.ts";
import type { Row } from "../support/row.ts";
import { median, timed } from "../support/statistics.ts";

const TODAY = { today: "2026-11-15" as Day };
const LOOKUPS = 50_000;
const ROUNDS = 5;

/** Reading and pricing lookups in one thread, without HTTP or JSON. */
export function measurePricing(release: Release, providers: number): Row {
  const source = release.states.get("ca") as StateInRelease;
  const lookups = outpatientLookups(LOOKUPS, providers);
  const { outpatient } = source.state;
  const round = () =>
    timed(() => {
      for (const fields of lookups) {
        const read = readLookup(outpatient, "fromItem", { ...fields }, TODAY, source.data);
        if (!read.ok) throw new Error(read.faults[0]?.message);
        answerLookup(outpatient, read.request, source);
      }
    });
  const perSecond = (LOOKUPS * 1000) / median(Array.from({ length: ROUNDS }, round));
  return {
    what: "pricing alone, California, all providers",
    measured: `${(1e6 / perSecond).toFixed(1)} us a lookup`,
    floor: "",
    value: Math.round(perSecond),
    unit: "/s",
    budget: 60_000,
    stretch: 120_000,
    better: "more",
  };
}
