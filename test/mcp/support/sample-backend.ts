import type { Day } from "../../../src/core/calendar/day.ts";
import { type Backend, releaseBackend } from "../../../src/mcp/backend.ts";
import { STALE_AFTER_MONTHS } from "../../../src/pricing/state/freshness.ts";
import { releaseName } from "../../../src/release/release.ts";
import { longWorkHere } from "../../../src/serve/http/long-work/here.ts";
import { SAMPLE } from "../../cli/support/ratebook.ts";
import { compiledDataset } from "../../support/compiled-dataset.ts";

/** The answers of the sample, as the command gives them to an agent, and how its release is closed. */
export async function sampleBackend(): Promise<{ readonly backend: Backend; readonly close: () => void }> {
  const dataset = await compiledDataset(SAMPLE);
  const release = dataset.open();
  const backend = releaseBackend({
    name: releaseName(release.description),
    states: [...release.states.values()].map(({ state }) => state),
    work: longWorkHere(release),
    today: () => "2026-11-15" as Day,
    staleAfterMonths: STALE_AFTER_MONTHS,
  });
  return { backend, close: () => dataset.discard() };
}
