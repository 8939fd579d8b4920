import { copyFileSync, renameSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Clients, exactUsageProblem, Mix, usageOf } from "./clients.ts";
import { answerOf, statusOf } from "./http.ts";
import { type Repriced, repriced } from "./jobs.ts";
import type { Random } from "./random.ts";
import {
  claims,
  type KnownLookup,
  knownLookups,
  type PricedRelease,
  pricedClaims,
  pricedReleases,
} from "./releases.ts";
import type { Findings, Stage } from "./scene.ts";
import { Server } from "./server.ts";
import { waitFor } from "./wait-for.ts";
import { killIfThere } from "./workspace.ts";

const WORKERS = 2;
const LOOKUPS = 240;
const PAUSE_MILLISECONDS = 1_000;
/** What was on its way to a killed worker is lost within this time, once another serves in its place. */
const AFTERMATH_MILLISECONDS = 1_000;
const CALM_MILLISECONDS = 1_000;
/** For what never comes: a machine that is busy with other things is slow. */
const EVENTUALLY_MILLISECONDS_MAX = 60_000;

interface Served {
  readonly stage: Stage;
  readonly server: Server;
  readonly home: string;
  /** The file that is served, and the releases that take its place in turn. */
  readonly file: string;
  readonly releases: readonly PricedRelease[];
  /** For looks at the server: usage of the clients' key must add up. */
  readonly key: string;
  readonly lookup: KnownLookup;
}

/** A busy day of a server of two workers: they are killed, releases and keys change. No answer is wrong, and none is lost but by a kill. */
export async function load(stage: Stage): Promise<void> {
  const { workspace, random, seconds, findings } = stage;
  const releases = await pricedReleases(workspace);
  const [first] = releases as [PricedRelease];
  const lookups = await knownLookups(releases, random.branch(), LOOKUPS);
  const rightResults = await pricedClaims(workspace, releases);
  const [file, home] = [workspace.path("served.db"), workspace.path("home")];
  copyFileSync(first.file, file);
  const place = ["--home", home];
  const [calmKey, { id, key }] = [await workspace.key(...place), await workspace.key(...place)];
  const [{ key: jobsKey }, { key: lookingKey }] = [await workspace.key(...place), await workspace.key(...place)];
  const server = await Server.started(workspace, ["--release", file, "--home", home, "--workers", String(WORKERS)]);
  const mix = new Mix(lookups);

  const kills = new Kills(server);
  const target = { port: server.port, isExcused: () => kills.areFelt };
  const undisturbed = () => wait(CALM_MILLISECONDS);
  const problem = await exactUsageProblem(stage, place, calmKey, { mix, targetOf: () => target }, undisturbed);
  findings.check("usage adds up without a kill", problem);
  const clients = new Clients({ mix, key, random: random.branch(), findings, targetOf: () => target });
  const lookup = lookups[0] as KnownLookup;
  const served = { stage, server, home, file, releases, key: lookingKey, lookup };
  const deadline = performance.now() + seconds * 1_000;
  const isOver = () => performance.now() >= deadline || server.hasEnded;
  await Promise.all([
    disturbed(served, clients, kills, random.branch(), isOver),
    fileClient(server.port, jobsKey, rightResults, kills, findings, isOver),
  ]);
  await clients.end();

  findings.check("the server lives", server.hasEnded ? server.said : null);
  findings.check("the server stops", await server.stop());
  findings.check("usage adds up", clients.usageProblem(await usageOf(workspace, place, id)));
}

/** Kills of workers, and whether clients may still feel one. */
class Kills {
  readonly #server: Server;
  areFelt = false;
  count = 0;

  constructor(server: Server) {
    this.#server = server;
  }

  /** Kills a worker; resolves when another serves in its place, with what is wrong if none does. */
  async killOne(random: Random): Promise<string | null> {
    const killed = random.pick(this.#server.workers);
    this.areFelt = true;
    this.count += 1;
    killIfThere(killed);
    const isReplaced = async () => {
      const { workers } = this.#server;
      return (
        workers.length === WORKERS &&
        !workers.includes(killed) &&
        (await statusOf(this.#server.port, "/readyz")) === 200
      );
    };
    const problem = (await waitFor(isReplaced, EVENTUALLY_MILLISECONDS_MAX))
      ? null
      : `worker ${killed} is not replaced`;
    await wait(AFTERMATH_MILLISECONDS);
    this.areFelt = false;
    return problem;
  }
}

/** Reloads, key changes and kills, one after the other; each of them once at least, however short the run. */
async function disturbed(
  served: Served,
  clients: Clients,
  kills: Kills,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  const { stage, server } = served;
  const { findings, notify } = stage;
  for (let round = 1; round === 1 || !isOver(); round += 1) {
    notify(`another release is served (round ${round})`);
    findings.check("reloads", await reloaded(served, served.releases[round % served.releases.length] as PricedRelease));
    await wait(PAUSE_MILLISECONDS);
    await keyLife(served);
    await wait(PAUSE_MILLISECONDS);
    notify("a worker is killed");
    clients.killed(server);
    findings.check("killed workers are replaced", await kills.killOne(random));
    await wait(PAUSE_MILLISECONDS);
  }
}

async function reloaded(
  { stage, server, home, file, key, lookup }: Served,
  release: PricedRelease,
): Promise<string | null> {
  copyFileSync(release.file, `${file}.new`);
  renameSync(`${file}.new`, file);
  const { code, stderr } = await stage.workspace.run(["reload", "--home", home]);
  if (code !== 0) return `reload ended with ${code}: ${stderr}`;
  const path = `${lookup.path}?${new URLSearchParams(lookup.query)}`;
  const isServed = async () => {
    const answer = await answerOf(server.port, key, { method: "GET", path });
    return answer?.headers["ratebook-release"] === release.name;
  };
  return (await waitFor(isServed, EVENTUALLY_MILLISECONDS_MAX)) ? null : `${release.name} is not served`;
}

/** A new key works at once, and a revoked one soon no longer. */
async function keyLife({ stage: { workspace, findings }, server, home, lookup }: Served): Promise<void> {
  const { id, key } = await workspace.key("--home", home);
  const path = `${lookup.path}?${new URLSearchParams(lookup.query)}`;
  const status = await statusOf(server.port, path, key);
  findings.check("a new key works at once", status === 200 ? null : `answered ${status}`);
  await workspace.done("keys", "revoke", id, "--home", home);
  const isRefused = async () => (await statusOf(server.port, path, key)) === 401;
  const isGone = await waitFor(isRefused, EVENTUALLY_MILLISECONDS_MAX);
  findings.check("a revoked key is refused", isGone ? null : "it still works");
}

/** A client that has one file after the other repriced. A job may fail or be lost only if a worker was killed meanwhile. */
async function fileClient(
  port: number,
  key: string,
  rightResults: readonly string[],
  kills: Kills,
  findings: Findings,
  isOver: () => boolean,
): Promise<void> {
  const file = claims();
  do {
    const before = kills.count;
    const wasFelt = kills.areFelt;
    const outcome = await repriced(port, key, file);
    const isExcused = outcome.kind !== "done" && (wasFelt || kills.count > before);
    if (isExcused) findings.tried("files that a kill has cut");
    else findings.check("files repriced", problemOf(outcome, rightResults));
    await wait(PAUSE_MILLISECONDS);
  } while (!isOver());
}

function problemOf(outcome: Repriced, rightResults: readonly string[]): string | null {
  if (outcome.kind !== "done") return `${outcome.kind}: ${outcome.why}`;
  return rightResults.includes(outcome.results)
    ? null
    : `other results than the command's: ${outcome.results.slice(0, 300)}`;
}
