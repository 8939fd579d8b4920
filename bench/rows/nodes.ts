import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { countStatements, type StatementCounter } from "../support/database-load.ts";
import { sendLoad } from "../support/load.ts";
import { type Nodes, serveApart, serveNodes } from "../support/nodes.ts";
import { singles } from "../support/requests.ts";
import type { Row } from "../support/row.ts";
import { type Helper, RATEBOOK, type Served, serveHelper } from "../support/server.ts";
import { median } from "../support/statistics.ts";
import type { Workload } from "../support/workload.ts";

const NODES = 2;
const CONNECTIONS = 64;
const ROUND_SECONDS = 5;
const ROUNDS = 5;
const DISTINCT = 5_000;
/** Several reports and two windows of limits. */
const IDLE_SECONDS = 20;
const GIGABYTE = 1e9;

/**
 * Two nodes that share a PostgreSQL against two servers that know nothing of each other, behind the same proxy and on the same
 * machine: what is lost is the price of one limit, one set of keys, one release and usage that adds up.
 */
export async function measureNodes(release: string, workload: Workload): Promise<Row[]> {
  const shared = await serveNodes(release, NODES);
  const apart = await serveApart(release, NODES);
  const counter = await countStatements(shared.postgres);
  const proxy = await proxied(shared.nodes);
  const proxyApart = await proxied(apart);
  try {
    const idle = await idleLoad(counter);
    const together = () => throughput(proxy, shared.nodes, workload);
    const alone = () => throughput(proxyApart, apart, workload);
    await together();
    await alone();
    const loads: DatabaseLoad[] = [];
    const rounds: { readonly together: Throughput; readonly alone: Throughput }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const statements = await counter.statements();
      const processor = shared.postgresProcessorMilliseconds();
      const measured = await together();
      loads.push({
        statementsPerThousand: ((await counter.statements()) - statements) / (measured.sent / 1_000),
        milliseconds: (shared.postgresProcessorMilliseconds() - processor) / (measured.sent / 1_000),
      });
      rounds.push({ together: measured, alone: await alone() });
    }
    return [throughputRow(rounds), ...loadRows(idle, loads), ...releaseRows(release, shared)];
  } finally {
    await counter.close();
    for (const helper of [proxy, proxyApart, ...apart]) await helper.stop();
    await shared.stop();
  }
}

function proxied(servers: readonly Served[]): Promise<Helper> {
  return serveHelper(
    "proxy.ts",
    servers.map(({ port }) => String(port)),
  );
}

interface Throughput {
  readonly requestsPerSecond: number;
  readonly microsecondsPerRequest: number;
  readonly sent: number;
}

async function throughput({ port }: Helper, servers: readonly Served[], workload: Workload): Promise<Throughput> {
  const processorTime = () => servers.reduce((sum, server) => sum + server.processorMilliseconds(), 0);
  const requests = singles(workload, DISTINCT, (servers[0] as Served).key);
  const before = processorTime();
  const burst = await sendLoad({ port, connections: CONNECTIONS, seconds: ROUND_SECONDS, requests });
  const sent = burst.latencies.length;
  const { requestsPerSecond } = burst;
  return { requestsPerSecond, microsecondsPerRequest: ((processorTime() - before) * 1000) / sent, sent };
}

function throughputRow(rounds: readonly { readonly together: Throughput; readonly alone: Throughput }[]): Row {
  const of = (side: "together" | "alone", figure: keyof Throughput) =>
    median(rounds.map((round) => round[side][figure]));
  const rateText = (side: "together" | "alone") =>
    `${Math.round(of(side, "requestsPerSecond"))} req/s, ${of(side, "microsecondsPerRequest").toFixed(0)} us`;
  return {
    what: "two nodes behind a proxy",
    measured: rateText("together"),
    floor: `${rateText("alone")} two servers`,
    value: (100 * of("together", "requestsPerSecond")) / of("alone", "requestsPerSecond"),
    unit: "%",
    budget: 90,
    stretch: 97,
    better: "more",
  };
}

interface DatabaseLoad {
  readonly statementsPerThousand: number;
  /** Of PostgreSQL's processor time, per thousand requests. */
  readonly milliseconds: number;
}

/** Statements a second of an idle node. */
async function idleLoad(counter: StatementCounter): Promise<number> {
  const before = await counter.statements();
  await wait(IDLE_SECONDS * 1000);
  return ((await counter.statements()) - before) / IDLE_SECONDS / NODES;
}

function loadRows(idle: number, loads: readonly DatabaseLoad[]): Row[] {
  const milliseconds = median(loads.map((load) => load.milliseconds));
  return [
    {
      what: "statements a second of a node at rest",
      measured: `over ${IDLE_SECONDS} s`,
      floor: "",
      value: idle,
      unit: "/s",
      budget: 5,
      stretch: 2.5,
      better: "less",
    },
    {
      what: "statements per thousand requests",
      measured: `${milliseconds.toFixed(1)} ms of PostgreSQL`,
      floor: "1,000 with one a request",
      value: median(loads.map((load) => load.statementsPerThousand)),
      unit: "",
      budget: 10,
      stretch: 2,
      better: "less",
    },
  ];
}

/** Either proves the file, as `verify` does: that is the floor. */
function releaseRows(release: string, { pushSeconds, pullSeconds }: Nodes): Row[] {
  const gigabytes = statSync(release).size / GIGABYTE;
  const start = performance.now();
  execFileSync(RATEBOOK, ["verify", release], { stdio: "ignore" });
  const floor = (performance.now() - start) / 1000;
  const row = (what: string, seconds: number): Row => ({
    what,
    measured: `${seconds.toFixed(1)} s for ${(gigabytes * 1000).toFixed(0)} MB, ${(seconds / gigabytes).toFixed(0)} s per GB`,
    floor: `${floor.toFixed(1)} s verify`,
    value: seconds / floor,
    unit: "x",
    budget: 2,
    stretch: 1.5,
    better: "less",
    // One measurement, and disk and machine may be busy with something else.
    isUnsteady: true,
  });
  return [row("push a release", pushSeconds), row("pull a release", median(pullSeconds))];
}
