import { sendLoad } from "../load.ts";
import { byName, singles } from "../lookups.ts";
import { percentile, type Result } from "../result.ts";
import { withService } from "../servers.ts";
import type { Setup } from "../setup.ts";

const SECONDS = 4;
const DISTINCT = 2_000;
const CONNECTIONS_BESIDE = 4;

/** Lookups and searches by part of a name, and how long lookups by NPI wait beside them. */
export function measureNames({ release, size }: Setup): Promise<readonly Result[]> {
  return withService(release, async ({ port, key }) => {
    const names = { port, connections: 1, seconds: SECONDS, requests: byName(key) };
    const lookups = { port, connections: 1, seconds: SECONDS, requests: singles(DISTINCT, size, key) };
    await sendLoad(names);
    const { latencies: idle } = await sendLoad(lookups);
    const { latencies: alone } = await sendLoad(names);
    const [{ latencies: beside }] = await Promise.all([
      sendLoad(lookups),
      sendLoad({ ...names, connections: CONNECTIONS_BESIDE }),
    ]);
    return [
      {
        what: "name lookup and search, p99",
        measured: `median ${percentile(alone, 50).toFixed(1)} ms`,
        floor: `${percentile(idle, 50).toFixed(2)} ms a lookup by NPI`,
        value: percentile(alone, 99),
        unit: " ms",
        budget: 60,
      },
      {
        what: "lookup by NPI beside them, p99.9",
        measured: `p99 ${percentile(beside, 99).toFixed(1)} ms`,
        floor: `${percentile(idle, 99.9).toFixed(1)} ms when idle`,
        value: percentile(beside, 99.9),
        unit: " ms",
        budget: 20,
      },
    ];
  });
}
