import { get, sendLoad } from "../support/load.ts";
import { singles } from "../support/requests.ts";
import type { Row } from "../support/row.ts";
import type { Served } from "../support/server.ts";
import { median } from "../support/statistics.ts";
import { pathOf, type Workload } from "../support/workload.ts";

const CONNECTIONS = 32;
const ROUND_SECONDS = 1.5;
const ROUNDS = 3;
const DISTINCT = 2_000;

/** Explanations of single lookups by NPI, against the plain lookups of the same requests. */
export async function measureExplained({ port, key }: Served, workload: Workload): Promise<Row> {
  const plain = singles(workload, DISTINCT, key);
  const explained = workload
    .lookups(DISTINCT, { seed: 7 })
    .map((lookup) => get(pathOf(lookup).replace("/rate?", "/rate/explain?"), key));
  const load = (requests: readonly Buffer[]) =>
    sendLoad({ port, connections: CONNECTIONS, seconds: ROUND_SECONDS, requests });
  await load(explained);
  const ours: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push((await load(explained)).requestsPerSecond);
    floor.push((await load(plain)).requestsPerSecond);
  }
  return {
    what: "explanation of a lookup",
    measured: `${Math.round(median(ours))} req/s`,
    floor: `${Math.round(median(floor))} req/s plain lookups`,
    value: median(floor) / median(ours),
    unit: "x",
    budget: 4,
    stretch: 2,
    better: "less",
  };
}
