import { get, sendLoad } from "../support/load.ts";
import { outpatientLookups, queryOf } from "../support/lookups.ts";
import type { Row } from "../support/row.ts";
import { type Served, serveBare } from "../support/server.ts";
import { median } from "../support/statistics.ts";

const CONNECTIONS = 32;
const ROUND_SECONDS = 1.5;
const ROUNDS = 5;
const DISTINCT = 5_000;

/** Single lookups by NPI with everything on, against bare `node:http` sending the same bytes. */
export async function measureSingleGet({ port, key }: Served, providers: number): Promise<Row> {
  const requests = outpatientLookups(DISTINCT, providers).map((lookup) =>
    get(`/api/v1/ca/outpatient/rate?${queryOf(lookup)}`, key),
  );
  const url = `http://127.0.0.1:${port}/api/v1/ca/outpatient/rate?${queryOf(outpatientLookups(1, providers)[0] as never)}`;
  const answer = await (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).json();
  const bare = await serveBare(answer);
  try {
    const request = (number: number) => requests[number % requests.length] as Buffer;
    const load = (target: number) =>
      sendLoad({ port: target, connections: CONNECTIONS, seconds: ROUND_SECONDS, request });
    const ours: number[] = [];
    const floor: number[] = [];
    await load(port);
    await load(bare.port);
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push((await load(port)).requestsPerSecond);
      floor.push((await load(bare.port)).requestsPerSecond);
    }
    return {
      what: "single GET by NPI",
      measured: `${Math.round(median(ours))} req/s`,
      floor: `${Math.round(median(floor))} req/s bare node:http`,
      value: (100 * median(ours)) / median(floor),
      unit: "%",
      budget: 65,
      stretch: 80,
      better: "more",
    };
  } finally {
    await bare.stop();
  }
}
