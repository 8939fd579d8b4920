import { setTimeout as wait } from "node:timers/promises";
import { collectGarbage } from "../support/garbage.ts";
import { otherClients } from "../support/other-clients.ts";
import { sendPaced } from "../support/paced-load.ts";
import { batches, byName, singles } from "../support/requests.ts";
import type { Row } from "../support/row.ts";
import type { Served } from "../support/server.ts";
import { median, percentile } from "../support/statistics.ts";
import type { Workload } from "../support/workload.ts";

const HEAVY_CLIENTS = 50;
const ITEMS = 1_000;
const ROUNDS = 5;
const ROUND_SECONDS = 4;
/** The heavy clients start a little earlier and end a little later than the measuring one. */
const LEAD_SECONDS = 0.5;
/** Far from what the server can do, so that lookups do not wait for each other. */
const LOOKUPS = { connections: 16, perSecond: 250, seconds: ROUND_SECONDS } as const;
const DISTINCT = 2_000;
/** There are more names than batches: in strides, every state, kind of request and length of name has its turn. */
const NAMES_STRIDE = 7;

/** Single lookups at a steady pace, alone and while fifty clients send full batches and search for names. */
export async function measureNobodyWaits({ port, key }: Served, workload: Workload): Promise<Row> {
  const lookups = { ...LOOKUPS, port, requests: singles(workload, DISTINCT, key) };
  const heavy = {
    port,
    connections: HEAVY_CLIENTS,
    seconds: ROUND_SECONDS + 2 * LEAD_SECONDS,
    requests: inTurn(
      batches(workload, HEAVY_CLIENTS, ITEMS, key),
      workload.states.flatMap((state) => byName(state, key)),
    ),
  };
  const others = otherClients();
  const alone: (readonly number[])[] = [];
  const beside: (readonly number[])[] = [];
  try {
    // As on a server that has run for a while: the code of every kind of request is compiled.
    await sendPaced(lookups);
    await others.send(heavy);
    for (let round = 0; round < ROUNDS; round += 1) {
      collectGarbage();
      alone.push(await sendPaced(lookups));
      collectGarbage();
      const heavyLoad = others.send(heavy);
      await wait(LEAD_SECONDS * 1000);
      beside.push(await sendPaced(lookups));
      await heavyLoad;
    }
  } finally {
    others.stop();
  }
  const tails = (rounds: readonly (readonly number[])[]) => rounds.map((latencies) => percentile(latencies, 99));
  const ratios = tails(beside).map((tail, round) => tail / (tails(alone)[round] as number));
  return {
    what: "single lookup beside 50 clients with batches and names, p99",
    measured: `${median(tails(beside)).toFixed(2)} ms (worst round ${Math.max(...tails(beside)).toFixed(2)}, median ${percentile(beside.flat(), 50).toFixed(2)})`,
    floor: `${median(tails(alone)).toFixed(2)} ms alone (median ${percentile(alone.flat(), 50).toFixed(2)})`,
    value: median(ratios),
    unit: "x",
    budget: 5,
    stretch: 3,
    better: "less",
    isUnsteady: true,
  };
}

/** A batch, a name, a batch, a name. */
function inTurn(batches: readonly Buffer[], names: readonly Buffer[]): Buffer[] {
  return batches.flatMap((batch, number) => [batch, names[(number * NAMES_STRIDE) % names.length] as Buffer]);
}
