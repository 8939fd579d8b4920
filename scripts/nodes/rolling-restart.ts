import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../src/operations/port.ts";
import { type Certificate, selfSigned } from "../../test/deploy/support/certificate.ts";
import { PROXIES, type RunningProxy, SITE } from "../../test/deploy/support/proxies.ts";
import type { Findings } from "../fire/findings.ts";
import type { Answer } from "../fire/http.ts";
import { knownLookups } from "../fire/known-lookups.ts";
import { Random } from "../fire/random.ts";
import { madeKey, sampleRelease } from "../fire/sample.ts";
import { Server } from "../fire/server.ts";
import type { Variables, Workspace } from "../fire/workspace.ts";
import { type Audience, load } from "../soak/load.ts";
import { type Expected, Mix } from "../soak/mix.ts";
import { ProxiedClient } from "./proxied-client.ts";
import { announcedStop } from "./stop-watch.ts";

const LOOKUPS = 200;

/** How nodes behind a proxy are restarted one after the other. */
export interface RollingTrial {
  readonly seed: number;
  readonly nodes: number;
  /** Clients of each proxy. */
  readonly clients: number;
  /** How long a client pauses, as a share of the time that its last answer took. */
  readonly pauseShare: number;
  /** How often each node is restarted. */
  readonly rounds: number;
  /** What nodes are started with, such as another time for the drain. */
  readonly variables: Variables;
  readonly tell: (what: string) => void;
}

/** A node, which is stopped and started in its place. */
interface RestartedNode {
  readonly name: string;
  readonly options: readonly string[];
  server: Server;
}

interface LoadedProxy {
  readonly name: string;
  readonly port: number;
  readonly proxy: RunningProxy;
}

/**
 * A rolling restart: every node behind each of the shipped proxies is told to stop and started again, one after the other, while clients ask. Any
 * request that fails is a finding, and so is a node that refuses connections before it has said on `/readyz` that it stops.
 */
export async function rollingRestart(workspace: Workspace, trial: RollingTrial, findings: Findings): Promise<void> {
  const found = PROXIES.filter(({ program }) => program !== null);
  for (const { name, program } of PROXIES) if (program === null) trial.tell(`${name} is not installed: not tried`);
  if (found.length === 0) return;

  const home = workspace.path("home");
  const release = await sampleRelease(workspace, workspace.path("rolling.db"));
  const { key } = await madeKey(workspace, home, "--rate", "off");
  const nodes = await startNodes(workspace, trial, ["--release", release, "--home", home]);
  const random = new Random(trial.seed);
  const lookups = await knownLookups(release, random, LOOKUPS);
  const mix = await Mix.quietly((nodes[0] as RestartedNode).server.port, key, lookups, random.branch("searches"));
  const certificate = selfSigned(workspace.folder, SITE);
  const proxies: LoadedProxy[] = [];
  try {
    for (const { name, start } of found) {
      const port = await freePort("127.0.0.1", 0);
      const places = {
        folder: workspace.path(name),
        certificate: certificate.file,
        certificateKey: certificate.keyFile,
      };
      proxies.push({
        name,
        port,
        proxy: await start({ ...places, port, nodes: nodes.map(({ server }) => server.port) }),
      });
    }
    const clients = { mix, random, certificate, trial, findings };
    await underLoad(proxies, clients, async () => {
      for (let round = 0; round < trial.rounds; round += 1) {
        for (const node of nodes) await restart(workspace, node, trial, findings);
      }
    });
  } finally {
    for (const { proxy } of proxies) await proxy.stop();
    for (const { server } of nodes) server.kill("SIGKILL");
  }
}

/** The first with a primary and workers, the others in one process: both kinds stop and start. */
async function startNodes(
  workspace: Workspace,
  { nodes, variables }: RollingTrial,
  options: readonly string[],
): Promise<readonly RestartedNode[]> {
  const names = Array.from({ length: nodes }, (_, place) => `node-${place + 1}`);
  return await Promise.all(
    names.map(async (name, place) => {
      const own = [...options, "--allowed-host", SITE, "--workers", place === 0 ? "2" : "1", "--log-level", "warn"];
      return { name, options: own, server: await Server.start(workspace, own, variables) };
    }),
  );
}

async function restart(
  workspace: Workspace,
  node: RestartedNode,
  { variables, tell }: RollingTrial,
  findings: Findings,
): Promise<void> {
  tell(`${node.name} is told to stop`);
  const { port } = node.server;
  node.server.kill("SIGTERM");
  const problem = await announcedStop(port);
  findings.check("nodes say that they stop before they refuse connections", problem, { node: node.name });
  const code = await node.server.stopped();
  findings.check("nodes stop", code === 0 ? null : `exit code ${code}: ${node.server.said}`, { node: node.name });
  tell(`${node.name} is started`);
  node.server = await Server.start(workspace, node.options, variables, port);
}

interface Clients {
  readonly mix: Mix;
  readonly random: Random;
  readonly certificate: Certificate;
  readonly trial: RollingTrial;
  readonly findings: Findings;
}

/** Has clients of every proxy ask while something happens, and judges each answer. */
async function underLoad(
  proxies: readonly LoadedProxy[],
  { mix, random, certificate, trial, findings }: Clients,
  happen: () => Promise<void>,
): Promise<void> {
  let isOver = false;
  const audiences = proxies.map(({ name }) => new ProxyAudience(`requests through ${name}`, findings));
  const startedAt = performance.now();
  const loads = proxies.map(({ name, port }, place) =>
    load(
      {
        port,
        mix,
        random: random.branch(name),
        milliseconds: Number.POSITIVE_INFINITY,
        pauseShare: trial.pauseShare,
        clients: trial.clients,
        isOver: () => isOver,
        newClient: () => new ProxiedClient(port, certificate.text),
      },
      audiences[place] as ProxyAudience,
    ),
  );
  try {
    await someAnswers(audiences);
    await happen();
    await someAnswers(audiences);
  } finally {
    isOver = true;
    await Promise.all(loads);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const audience of audiences) audience.conclude(seconds);
}

/** The load is there before the first node stops, and after the last one has started. */
async function someAnswers(audiences: readonly ProxyAudience[]): Promise<void> {
  const before = audiences.map(({ answers }) => answers);
  while (!audiences.every(({ answers }, place) => answers > (before[place] as number) + 20)) await wait(25);
}

/** Hears the answers that come through one proxy: all of them must be right. */
class ProxyAudience implements Audience {
  readonly #what: string;
  readonly #findings: Findings;
  answers = 0;
  #slowest = 0;

  constructor(what: string, findings: Findings) {
    this.#what = what;
    this.#findings = findings;
  }

  answered(expected: Expected, { status, body, milliseconds }: Answer): void {
    const isRight = status === expected.status && (expected.body === null || body === expected.body);
    this.#slowest = Math.max(this.#slowest, milliseconds);
    this.#judge(expected, isRight ? null : `answered ${status} instead of ${expected.status}: ${body.slice(0, 300)}`);
  }

  broken(expected: Expected, { message }: Error): void {
    this.#judge(expected, `the connection broke: ${message}`);
  }

  conclude(seconds: number): void {
    const rate = `${Math.round(this.answers / seconds)} a second`;
    this.#findings.note(this.#what, `${rate}, slowest ${Math.round(this.#slowest)} ms`);
  }

  #judge({ kind, sent: { method, path } }: Expected, problem: string | null): void {
    this.answers += 1;
    this.#findings.check(this.#what, problem, { kind, method, path });
  }
}
