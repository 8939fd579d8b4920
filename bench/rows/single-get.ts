import { sendLoad } from "../support/load.ts";
import { singles } from "../support/requests.ts";
import type { Row } from "../support/row.ts";
import { type Served, serveBare } from "../support/server.ts";
import { median } from "../support/statistics.ts";
import { pathOf, type Workload } from "../support/workload.ts";

const CONNECTIONS = 32;
const ROUND_SECONDS = 1.5;
const ROUNDS = 5;
const DISTINCT = 5_000;
/** Enough that the floor sends answers of every state and setting. */
const ANSWERS = 64;

/** Single lookups by NPI with everything on, against bare `node:http` sending the same bytes. */
export async function measureSingleGet({ port, key }: Served, workload: Workload): Promise<Row> {
  const requests = singles(workload, DISTINCT, key);
  const bare = await serveBare(await answersOf(port, key, workload));
  try {
    const load = (target: number) =>
      sendLoad({ port: target, connections: CONNECTIONS, seconds: ROUND_SECONDS, requests });
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

async function answersOf(port: number, key: string, workload: Workload): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const lookup of workload.lookups(ANSWERS, { seed: 7 })) {
    const url = `http://127.0.0.1:${port}${pathOf(lookup)}`;
    answers.push(await (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).json());
  }
  return answers;
}
