import type { Day } from "../../../src/core/calendar/day.ts";
import type { State } from "../../../src/pricing/state/state.ts";
import type { Release, StateInRelease } from "../../../src/release/release.ts";
import { repriceText } from "../../../src/reprice/jobs/claims-text.ts";
import { NO_TOLERANCE } from "../../../src/reprice/pricing/payment-comparison.ts";

/** Reprices a text as an agent's tool does, with all of its summary. */
export async function repricedText(
  csv: string,
  release: Release,
  state: State,
  columns: readonly (readonly [string, string | null])[] = [],
) {
  const done = await repriceText(
    csv,
    {
      ...{ state, setting: "outpatient", sheet: null, fields: [], columns, compare: null, noChargeLimit: false },
      ...{ tolerance: NO_TOLERANCE, by: null, isDryRun: false },
    },
    {
      ...{ source: release.states.get(state.code) as StateInRelease, release },
      ...{ today: "2026-11-15" as Day, staleAfterMonths: null },
      admits: async () => true,
    },
  );
  if (done.kind !== "repriced") throw new Error(JSON.stringify(done));
  return done;
}
