import { setTimeout as wait } from "node:timers/promises";
import { killPostgres, removePostgresNow } from "../../test/support/postgres/processes.ts";
import { type Postgres, startPostgres } from "../../test/support/postgres/server.ts";
import { Clients, exactUsageProblem, Mix, type Target, usageOf } from "./clients.ts";
import { answerOf, statusOf } from "./http.ts";
import type { Random } from "./random.ts";
import { type KnownLookup, knownLookups, type PricedRelease, pricedReleases } from "./releases.ts";
import type { Stage } from "./scene.ts";
import { Server } from "./server.ts";
import { waitFor } from "./wait-for.ts";

const NODES = 3;
const LOOKUPS = 240;
/** A node that stops goes on answering for so long: the balancer notices meanwhile. */
const DRAIN_SECONDS = 3;
const LOOK_MILLISECONDS = 100;
const PAUSE_MILLISECONDS = 500;
const AFTERMATH_MILLISECONDS = 1_000;
/** A killed database keeps what it has confirmed, as in production. */
const DURABLE = ["synchronous_commit=on"];
/** For what never comes: a machine that is busy with other things is slow. */
const EVENTUALLY_MILLISECONDS_MAX = 90_000;
const OUTAGE_MILLISECONDS = [500, 2_000, 8_000];

/** Several nodes share a PostgreSQL. A rolling restart loses nothing; then nodes and the database are killed, and releases and keys change. */
export async function nodes(stage: Stage): Promise<void> {
  const postgres = await startPostgres(DURABLE);
  const remove = () => removePostgresNow(postgres);
  process.once("exit", remove);
  try {
    await fleetOn(postgres, stage);
  } finally {
    stage.workspace.close();
    process.removeListener("exit", remove);
    remove();
  }
}

interface Fleet {
  readonly stage: Stage;
  readonly postgres: Postgres;
  /** Where commands find the database. */
  readonly place: readonly string[];
  readonly nodes: readonly Node[];
  readonly releases: readonly PricedRelease[];
  /** For looks at the nodes: usage of the clients' key must add up. */
  readonly key: string;
  readonly lookup: KnownLookup;
}

async function fleetOn(postgres: Postgres, stage: Stage): Promise<void> {
  const { workspace, random, seconds, findings, notify } = stage;
  const deadline = performance.now() + seconds * 1_000;
  const place = ["--database", postgres.url];
  const releases = await pricedReleases(workspace);
  for (const { file } of releases) await workspace.done("releases", "push", file, ...place);
  await workspace.done("releases", "activate", releases[0]?.version as string, ...place);
  const lookups = await knownLookups(releases, random.branch(), LOOKUPS);
  const [calmKey, { id, key }] = [await workspace.key(...place), await workspace.key(...place)];
  const { key: lookingKey } = await workspace.key(...place);
  const numbers = Array.from({ length: NODES }, (_, index) => index + 1);
  const started = await Promise.all(
    numbers.map(async (number) => {
      // Nodes of one and of two processes stop and start.
      const options = ["--home", workspace.path(`home-${number}`), "--workers", number === 1 ? "2" : "1"];
      return new Node(await Server.started(workspace, [...place, ...options], { drainSeconds: DRAIN_SECONDS }));
    }),
  );
  const fleet = {
    stage,
    postgres,
    place,
    nodes: started,
    releases,
    key: lookingKey,
    lookup: lookups[0] as KnownLookup,
  };
  const mix = new Mix(lookups);
  const balancer = new Balancer(started);
  const targetOf = (client: number) => balancer.targetOf(client);

  const usage = await exactUsageProblem(stage, place, calmKey, { mix, targetOf }, () => rollingRestart(fleet));
  findings.check("usage adds up after the rolling restart", usage);
  const clients = new Clients({ mix, key, random: random.branch(), findings, targetOf });
  await chaos(fleet, clients, () => performance.now() >= deadline);
  await clients.end();

  notify("the clients have left: looking at what remains");
  await allNodes(fleet, "nodes end ready", isReady);
  const ends = await Promise.all(started.map(({ server }) => server.stop()));
  for (const problem of ends) findings.check("nodes stop", problem);
  await balancer.end();
  findings.check("usage adds up", clients.usageProblem(await usageOf(workspace, place, id)));
}

/** A node, as its clients see it. */
class Node implements Target {
  readonly server: Server;
  /** Whether it was killed a moment ago, and is not back yet. */
  isKilled = false;
  /** What the balancer saw last on /readyz. */
  isUp = true;

  constructor(server: Server) {
    this.server = server;
  }

  get port(): number {
    return this.server.port;
  }

  isExcused(): boolean {
    return this.isKilled;
  }
}

/** Sends clients to nodes whose /readyz is 200, as a proxy with health checks does. A request that fails is not sent again. */
class Balancer {
  readonly #nodes: readonly Node[];
  readonly #looking: readonly Promise<void>[];
  #isOver = false;

  constructor(all: readonly Node[]) {
    this.#nodes = all;
    this.#looking = all.map((node) => this.#lookAt(node));
  }

  targetOf(client: number): Target {
    const inTurn = this.#nodes.map((_, place) => this.#nodes[(client + place) % this.#nodes.length] as Node);
    return inTurn.find(({ isUp }) => isUp) ?? (inTurn[0] as Node);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#looking);
  }

  async #lookAt(node: Node): Promise<void> {
    while (!this.#isOver) {
      node.isUp = (await statusOf(node.port, "/readyz")) === 200;
      await wait(LOOK_MILLISECONDS);
    }
  }
}

/** Stops every node and starts it again, one after the other, while clients send requests: none may fail. */
async function rollingRestart({ stage: { findings, notify }, nodes: all }: Fleet): Promise<void> {
  for (const { server } of all) {
    notify(`rolling restart: port ${server.port}`);
    findings.check("nodes stop", await server.stop());
    await server.start();
    await wait(PAUSE_MILLISECONDS);
  }
}

/** Everything that befalls a fleet, one after the other, each once at least. */
async function chaos(fleet: Fleet, clients: Clients, isOver: () => boolean): Promise<void> {
  const random = fleet.stage.random.branch();
  const kinds = [
    () => killNode(fleet, clients, random),
    () => outage(fleet, random),
    () => activate(fleet),
    () => keyLife(fleet),
  ];
  for (let round = 0; round === 0 || !isOver(); round += 1) {
    for (const kind of kinds) {
      await kind();
      await wait(PAUSE_MILLISECONDS);
    }
  }
}

async function killNode(
  { stage: { findings, notify }, nodes: all }: Fleet,
  clients: Clients,
  random: Random,
): Promise<void> {
  const node = random.pick(all);
  notify(`port ${node.port} is killed`);
  node.isKilled = true;
  clients.killed(node);
  node.server.kill();
  await waitFor(() => node.server.hasEnded, EVENTUALLY_MILLISECONDS_MAX);
  await node.server.start();
  await wait(AFTERMATH_MILLISECONDS);
  node.isKilled = false;
  findings.tried("nodes killed and started again");
}

/** The database is stopped, killed or hangs; lookups are answered meanwhile. */
async function outage(fleet: Fleet, random: Random): Promise<void> {
  const { postgres, stage } = fleet;
  const kind = random.pick(["stopped", "killed", "hanging"] as const);
  const milliseconds = random.pick(OUTAGE_MILLISECONDS);
  stage.notify(`the database is ${kind} for ${milliseconds} ms`);
  if (kind === "hanging") postgres.hang();
  else await (kind === "stopped" ? postgres.stop() : killPostgres(postgres));
  await wait(milliseconds);
  if (kind === "hanging") postgres.goOn();
  else await postgres.start();
  await allNodes(fleet, `nodes are connected again, database ${kind}`, isReady);
}

/** The release that is not active takes the place of the one that is. */
async function activate(fleet: Fleet): Promise<void> {
  const { stage, place, releases, key, lookup } = fleet;
  const path = `${lookup.path}?${new URLSearchParams(lookup.query)}`;
  const named = async ({ port }: Node) =>
    (await answerOf(port, key, { method: "GET", path }))?.headers["ratebook-release"];
  const active = await named(fleet.nodes[0] as Node);
  const next = releases.find(({ name }) => name !== active) as PricedRelease;
  stage.notify(`${next.version} is activated`);
  await stage.workspace.done("releases", "activate", next.version, ...place);
  await allNodes(fleet, "nodes serve an activated release", async (node) => (await named(node)) === next.name);
}

/** A new key soon works on every node, and a revoked one soon on none. */
async function keyLife(fleet: Fleet): Promise<void> {
  const { stage, place, lookup } = fleet;
  stage.notify("a key is made and revoked");
  const { id, key } = await stage.workspace.key(...place);
  const path = `${lookup.path}?${new URLSearchParams(lookup.query)}`;
  await allNodes(fleet, "nodes know a new key", async ({ port }) => (await statusOf(port, path, key)) === 200);
  await stage.workspace.done("keys", "revoke", id, ...place);
  await allNodes(fleet, "nodes refuse a revoked key", async ({ port }) => (await statusOf(port, path, key)) === 401);
}

async function isReady({ port }: Node): Promise<boolean> {
  const answer = await answerOf(port, "", { method: "GET", path: "/readyz" });
  return answer?.status === 200 && (JSON.parse(answer.body) as { readonly status: string }).status === "ready";
}

/** Waits until something is so on every node, and checks that it is. */
async function allNodes(
  { nodes: all, stage }: Fleet,
  what: string,
  isSo: (node: Node) => Promise<boolean>,
): Promise<void> {
  const are = await Promise.all(all.map((node) => waitFor(() => isSo(node), EVENTUALLY_MILLISECONDS_MAX)));
  const others = all.filter((_, place) => !are[place]);
  stage.findings.check(
    what,
    others.length === 0 ? null : others.map(({ port, server }) => `not on port ${port}: ${server.said}`).join("; "),
  );
}
