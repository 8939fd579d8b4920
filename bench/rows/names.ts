import { get, sendLoad } from "../support/load.ts";
import { NAME_FRAGMENTS, outpatientLookups, queryOf } from "../support/lookups.ts";
import type { Row } from "../support/row.ts";
import type { Served } from "../support/server.ts";
import { percentile } from "../support/statistics.ts";

const SECONDS = 4;

/** Lookups and searches by part of a name, and what they do to everybody else. */
export async function measureNames({ port, key }: Served, providers: number): Promise<Row[]> {
  const byName = NAME_FRAGMENTS.flatMap((name) => {
    const query = new URLSearchParams({ provider_name: name });
    return [
      get(`/api/v1/ca/outpatient/rate?billing_code=99213&${query}`, key),
      get(`/api/v1/ca/inpatient/rate?billing_code=560-1&${query}`, key),
      get(`/api/v1/ca/providers/search?limit=20&${query}`, key),
    ];
  });
  const single = outpatientLookups(2_000, providers).map((lookup) =>
    get(`/api/v1/ca/outpatient/rate?${queryOf(lookup)}`, key),
  );
  const cycle = (requests: readonly Buffer[]) => (number: number) => requests[number % requests.length] as Buffer;
  const names = { port, connections: 1, seconds: SECONDS, request: cycle(byName) };
  const lookups = { port, connections: 1, seconds: SECONDS, request: cycle(single) };

  await sendLoad(names);
  const idle = await sendLoad(lookups);
  const alone = await sendLoad(names);
  const [, beside] = await Promise.all([sendLoad({ ...names, connections: 4 }), sendLoad(lookups)]);
  const median = percentile(idle.latencies, 50);
  return [
    {
      what: "name lookup and search, p99",
      measured: `median ${percentile(alone.latencies, 50).toFixed(1)} ms`,
      floor: `${median.toFixed(2)} ms lookup by NPI`,
      value: percentile(alone.latencies, 99),
      unit: " ms",
      budget: 15,
      stretch: 5,
      better: "less",
    },
    {
      what: "longest wait of others meanwhile, p99.9",
      measured: `p99 ${percentile(beside.latencies, 99).toFixed(1)} ms`,
      floor: `${percentile(idle.latencies, 99.9).toFixed(1)} ms when idle`,
      value: percentile(beside.latencies, 99.9),
      unit: " ms",
      budget: 20,
      stretch: 10,
      better: "less",
    },
  ];
}
