import type { Day } from "../../src/core/calendar/day.ts";
import { type LookupAnswer, lookupAnswer } from "../../src/pricing/answer.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import type { Row } from "../support/row.ts";
import type { Workload } from "../support/workload.ts";

const TODAY = { today: "2026-11-15" as Day };
const LOOKUPS = 5_000;
const SETTINGS = ["outpatient", "inpatient"] as const;

/**
 * How many lookups of the workload find a rate: an answer that says "no rate" is made faster, so a
 * run whose lookups mostly failed would flatter every other row.
 */
export function measureRatesFound(release: Release, workload: Workload): Row {
  const shares = workload.states.flatMap((state) => {
    const source = release.states.get(state) as StateInRelease;
    const lookups = workload.lookups(LOOKUPS, { seed: 3, state });
    return SETTINGS.map((setting) => {
      const ofSetting = lookups.filter((lookup) => lookup.setting === setting);
      const found = ofSetting.filter(({ fields }) => {
        const answer = lookupAnswer(lookupOf(source.state, setting), "fromItem", fields, TODAY, source) as LookupAnswer;
        return answer.ok && answer.results.some(({ result }) => result.error_message === null);
      });
      return { where: `${state} ${setting}`, percent: (100 * found.length) / ofSetting.length };
    });
  });
  const least = shares.reduce((worst, share) => (share.percent < worst.percent ? share : worst));
  return {
    what: "lookups that find a rate",
    measured: `least in ${least.where}`,
    floor: "",
    value: least.percent,
    unit: "%",
    budget: 75,
    stretch: 85,
    better: "more",
  };
}
