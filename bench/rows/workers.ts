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
 * One server with two workers against two servers with one worker each, which know nothing of each other: nothing can
 * scale better than they do. Either has both cores and the load generator to share them with, so on a machine of two
 * cores the throughput cannot double; that a request costs no more processor time shows that it would on a larger one.
 */
export async function measureWorkers(release: string, workload: Workload): Promise<Row[]> {
  const apart = [await serve(release, 1), await serve(release, 1)];
  const together = await serve(release, 2);
  try {
    const warmUp = [await throughput(apart, workload), await throughput([together], workload)];
    const rounds: { readonly apart: Throughput; readonly together: Throughput }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ apart: await throughput(apart, workload), together: await throughput([together], workload) });
    }
    const of = (servers: "apart" | "together", figure: "requestsPerSecond" | "microsecondsPerRequest") =>
      median(rounds.map((round) => round[servers][figure]));
    const rateText = (servers: "apart" | "together") =>
      `${Math.round(of(servers, "requestsPerSecond"))} req/s, ${of(servers, "microsecondsPerRequest").toFixed(0)} us`;
    const sent = rounds.reduce((sum, round) => sum + round.together.sent, warmUp[1]?.sent ?? 0);
    const counted = await requestsCounted(together);
    return [
      {
        what: "processor time per request, two workers",
        measured: rateText("together"),
        floor: `${rateText("apart")} two servers`,
        value: of("together", "microsecondsPerRequest") / of("apart", "microsecondsPerRequest"),
        unit: "x",
        budget: 1.2,
        stretch: 1.05,
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
    for (const server of [...apart, together]) await server.stop();
  }
}

/** Sends the same load to one server, or to several at once. */
async function throughput(servers: readonly Served[], workload: Workload): Promise<Throughput> {
  const processorTime = () => servers.reduce((sum, server) => sum + server.processorMilliseconds(), 0);
  const before = processorTime();
  const bursts = await Promise.all(
    servers.map(({ port, key }) =>
      sendLoad({
        port,
        connections: CONNECTIONS / servers.length,
        seconds: ROUND_SECONDS,
        requests: singles(workload, DISTINCT, key),
      }),
    ),
  );
  const sent = bursts.reduce((sum, { latencies }) => sum + latencies.length, 0);
  return {
    requestsPerSecond: bursts.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0),
    microsecondsPerRequest: ((processorTime() - before) * 1000) / sent,
    sent,
  };
}

/** Lookups of all workers together, as an operator sees them. */
async function requestsCounted({ port }: Served): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const counts = text.matchAll(/^ratebook_http_request_duration_seconds_count\{[^}]*route="\/api\/[^}]*\} ([0-9]+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
