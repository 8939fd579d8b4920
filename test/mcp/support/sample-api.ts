import { serviceOver } from "../../../src/cli/service-over-release.ts";
import type { Day } from "../../../src/core/calendar/day.ts";
import type { Api } from "../../../src/mcp/api.ts";
import { STALE_AFTER_MONTHS } from "../../../src/pricing/state/freshness.ts";
import { getInMemory } from "../../../src/serve/http/in-memory.ts";
import { states } from "../../../src/states/index.ts";
import { SAMPLE } from "../../cli/support/ratebook.ts";
import { compiledDataset } from "../../support/compiled-dataset.ts";

/** The API over the sample, as `ratebook mcp --release` has it, on a fixed day. */
export async function sampleApi(): Promise<Api & { readonly close: () => void }> {
  const dataset = await compiledDataset(SAMPLE);
  const { server, headers } = serviceOver(dataset.open(), {
    today: () => "2026-11-15" as Day,
    staleAfterMonths: STALE_AFTER_MONTHS,
    reportFailure: (failure) => {
      throw failure;
    },
  });
  return {
    states,
    get: (path, abandoned) => getInMemory(server, { path, headers, abandoned }),
    close: () => dataset.discard(),
  };
}
