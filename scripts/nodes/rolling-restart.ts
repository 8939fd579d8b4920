import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../src/serve/operations/port.ts";
import { type Certificate, selfSigned } from "../../test/deploy/support/certificate.ts";
import { PROXIES, type RunningProxy, SITE } from "../../test/deploy/support/proxies.ts";
import type { Findings } from "../fire/findings.ts";
import type { Answer } from "../fire/http.ts";
import { knownLookups } from "../fire/known-lookups.ts";
import { Random } from "../fire/random.ts";
import type { Variables, Workspace } from "../fire/workspace.ts";
import { type Audience, load } from "../soak/load.ts";
import { type Expected, Mix } from "../soak/mix.ts";
import { ProxiedClient } from "./proxied-client.ts";
import { restartedNodes } from "./restarted-nodes.ts";

/** How nodes behind a proxy are restarted one after the other. */
export interface RollingTrial {
  readonly seed: number;
  readonly nodes: number;
  /** Whether nodes share a PostgreSQL; otherwise a home. */
  readonly hasDatabase: boolean;
  /** Processes of the first node; the others have one. */
  readonly workers: number;
  /** Lookups whose answers are known. */
  readonly lookups: number;
  /** Clients of each proxy. */
  readonly clients: number;
  /** How long a client pauses, as a share of the time that its last answer took. */
  readonly pauseShare: number;
  readonly pauseMillisecondsMin: number;
  /** How often each node is restarted. */
  readonly rounds: number;
  /** What nodes are started with, such as another time for the drain. */
  readonly variables: Variables;
  readonly notify: (what: string) => void;
}

interface LoadedProxy {
  readonly name: string;
  readonly port: number;
  readonly proxy: RunningProxy;
}

/**
 * A rolling restart: the tool stops every node behind each of the shipped proxies and starts it again, one after the other, while clients ask. Any
 * request that fails is a finding, and so is a node that refuses connections before it has said on `/readyz` that it stops.
 */
export async function rollingRestart(workspace: Workspace, trial: RollingTrial, findings: Findings): Promise<void> {
  const found = PROXIES.filter(({ program }) => program !== null);
  for (const { name, program } of PROXIES) if (program === null) trial.notify(`${name} is not installed: not tried`);
  if (found.length === 0) return;

  const { nodes, release, key, end } = await restartedNodes(workspace, trial);
  const proxies: LoadedProxy[] = [];
  try {
    const random = new Random(trial.seed);
    const lookups = await knownLookups(release, random, trial.lookups);
    const ports = nodes.map(({ port }) => port);
    const mix = await Mix.quietly(ports[0] as number, key, lookups, random.branch("searches"));
    const certificate = selfSigned(workspace.folder, SITE);
    const files = { certificate: certificate.file, certificateKey: certificate.keyFile };
    for (const { name, start } of found) {
      const port = await freePort("127.0.0.1", 0);
      const proxy = await start({ ...files, folder: workspace.path(name), port, nodes: ports });
      proxies.push({ name, port, proxy });
    }
    await underLoad(proxies, { mix, random, certificate, trial, findings }, async () => {
      for (let round = 0; round < trial.rounds; round += 1) {
        for (const node of nodes) await node.restart(trial.notify, findings);
      }
    });
  } finally {
    for (const { proxy } of proxies) await proxy.stop();
    end();
  }
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
        pauseMillisecondsMin: trial.pauseMillisecondsMin,
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
