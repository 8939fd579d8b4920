import { sendLoad } from "../support/load.ts";
import { singles } from "../support/requests.ts";
import type { Row } from "../support/row.ts";
import { type Served, serve } from "../support/server.ts";
import { median } from "../support/statistics.ts";
import type { Workload } from "../support/workload.ts";

const CONNECTIONS = 64;
const ROUND_SECONDS = 2;
const ROUNDS = 3;
const DISTINCT = 5_000;

interface Throughput {
  readonly requestsPerSecond: number;
  readonly microsecondsPerRequest: number;
  readonly sent: number;
}

/**
 * One worker against two. The load generator shares the cores with them, so on a small machine two
 * workers cannot answer twice as much; that a request costs no more processor time shows that they would.
 */
export async function measureWorkers(release: string, workload: Workload): Promise<Row[]> {
  const one = await serve(release, 1);
  const two = await serve(release, 2);
  try {
    const rounds: { readonly one: Throughput; readonly two: Throughput }[] = [];
    const warmUp = [await throughput(one, workload), await throughput(two, workload)];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ one: await throughput(one, workload), two: await throughput(two, workload) });
    }
    const of = (server: "one" | "two", figure: "requestsPerSecond" | "microsecondsPerRequest") =>
      median(rounds.map((round) => round[server][figure]));
    const told = (server: "one" | "two") =>
      `${Math.round(of(server, "requestsPerSecond"))} req/s, ${of(server, "microsecondsPerRequest").toFixed(0)} us`;
    const sent = rounds.reduce((sum, round) => sum + round.two.sent, warmUp[1]?.sent ?? 0);
    const counted = await requestsCounted(two);
    return [
      {
        what: "processor time per request, two workers",
        measured: told("two"),
        floor: `${told("one")} one worker`,
        value: of("two", "microsecondsPerRequest") / of("one", "microsecondsPerRequest"),
        unit: "x",
        budget: 1.3,
        stretch: 1.1,
        better: "less",
      },
      {
        what: "requests that /metrics of two workers miscounts",
        measured: `${counted} counted`,
        floor: `${sent} sent`,
        value: Math.abs(counted - sent),
        unit: "",
        budget: 0,
        stretch: 0,
        better: "less",
      },
    ];
  } finally {
    await one.stop();
    await two.stop();
  }
}

async function throughput(served: Served, workload: Workload): Promise<Throughput> {
  const requests = singles(workload, DISTINCT, served.key);
  const before = served.processorMilliseconds();
  const { requestsPerSecond, latencies } = await sendLoad({
    port: served.port,
    connections: CONNECTIONS,
    seconds: ROUND_SECONDS,
    requests,
  });
  const sent = latencies.length;
  return {
    requestsPerSecond,
    microsecondsPerRequest: ((served.processorMilliseconds() - before) * 1000) / sent,
    sent,
  };
}

/** Lookups of all workers together, as whoever watches the service sees them. */
async function requestsCounted({ port }: Served): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const counts = text.matchAll(/^ratebook_http_request_duration_seconds_count\{[^}]*route="\/api\/[^}]*\} ([0-9]+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
