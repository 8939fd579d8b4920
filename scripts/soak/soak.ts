import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Findings } from "../fire/findings.ts";
import { knownLookups } from "../fire/known-lookups.ts";
import type { Patience } from "../fire/patience.ts";
import { sizeOfAll } from "../fire/process-size.ts";
import type { Random } from "../fire/random.ts";
import { madeKey, sampleRelease } from "../fire/sample.ts";
import { Server } from "../fire/server.ts";
import { checkSettled } from "../fire/settling.ts";
import type { Workspace } from "../fire/workspace.ts";
import { Disturbances } from "./disturbances.ts";
import { Judge } from "./judge.ts";
import { load } from "./load.ts";
import { Mix } from "./mix.ts";
import { processorShares, processorTime } from "./processor-time.ts";
import { knownFiles, RepricingClient } from "./repricing-clients.ts";
import { rudeClients } from "./rude-clients.ts";
import { sizeOnceWarm } from "./warm-size.ts";
import { Witness } from "./witness.ts";

const WORKERS = 2;
const LOOKUPS = 400;
/** More would wait for each other: each worker prices one file at a time. */
const FILE_CLIENTS = 3;

/** A client that pauses for a quarter of the time that it waited waits for four fifths of all time. */
const PAUSE_SHARE = 0.25;

interface Length {
  readonly loadMilliseconds: number;
  /** For how long all clients ask without a pause in each round before: see `sizeOnceWarm`. Null: the memory is not judged. */
  readonly warmingMilliseconds: number | null;
}

/** What makes a run light. */
interface Lightness {
  readonly clients?: number;
  /** Lookups whose answers are known. */
  readonly lookupsMax?: number;
  readonly pauseShare?: number;
  readonly pauseMillisecondsMin?: number;
  /** Clients that have files repriced, each with a key of its own, and as many kinds of files. */
  readonly fileClientsMax?: number;
  /** Files that each of them has repriced. */
  readonly fileRoundsMax?: number;
  /** After so many disturbances it is over. */
  readonly disturbancesMax?: number;
}

/** Loads a server of two workers for a while and disturbs it; every answer is compared with the right one. */
export async function soak(
  workspace: Workspace,
  random: Random,
  { loadMilliseconds, warmingMilliseconds }: Length,
  patience: Patience,
  findings: Findings,
  {
    clients,
    lookupsMax = LOOKUPS,
    pauseShare = PAUSE_SHARE,
    pauseMillisecondsMin = 0,
    fileClientsMax = FILE_CLIENTS,
    fileRoundsMax = Number.POSITIVE_INFINITY,
    disturbancesMax = Number.POSITIVE_INFINITY,
  }: Lightness = {},
): Promise<void> {
  const release = await sampleRelease(workspace, workspace.path("sample.db"));
  const home = workspace.path("home");
  const { key } = await madeKey(workspace, home, "--rate", "off");
  const fileKeys: string[] = [];
  for (let count = 0; count < fileClientsMax; count += 1)
    fileKeys.push((await madeKey(workspace, home, "--rate", "off")).key);
  const lookups = await knownLookups(release, random.branch("lookups"), lookupsMax);
  const server = await Server.start(workspace, ["--release", release, "--home", home, "--workers", String(WORKERS)]);
  const { port } = server;
  const mix = await Mix.quietly(port, key, lookups, random.branch("searches"));
  const witness = await Witness.start();
  const stoodStill = (from: number, to: number) => witness.stoodStill(from, to);
  const [spared = server.pid] = server.workers;
  const disturbances = new Disturbances({ workspace, server, home, spared, lookups, patience, witness, findings });
  const isExplained = (at: number) => disturbances.isExplained(at);

  const files = await knownFiles(port, key, fileClientsMax);
  const wasKilledSince = (at: number) => disturbances.wasKilledSince(at);
  const fileClients = async (isOver: () => boolean, own: Random) => {
    const clients = fileKeys.map(
      (each) => new RepricingClient(each, { port, files, findings, isExplained, wasKilledSince }),
    );
    const rounds = { isOver, roundsMax: fileRoundsMax };
    await Promise.all(clients.map((client, place) => client.until(rounds, own.branch(String(place)))));
  };
  const sizeNow = () => sizeOfAll([server.pid, spared]);

  const warming = new Judge({ stoodStill, isExplained, patience, findings });
  const warm = async (milliseconds: number) => {
    const { base, rounds } = await sizeOnceWarm(
      server.pid,
      async (round) => {
        const own = random.branch(`warming ${round}`);
        let isOver = false;
        const beside = fileClients(() => isOver, own);
        await load({ port, mix, milliseconds, pauseShare: 0, random: own }, warming);
        isOver = true;
        await beside;
      },
      sizeNow,
    );
    await warming.conclude();
    return { base, before: `; ${perSecond(warming, rounds * milliseconds)} without pauses before` };
  };
  const { base, before } =
    warmingMilliseconds === null ? { base: sizeNow(), before: "" } : await warm(warmingMilliseconds);

  const begun = processorTime(server.pid);
  let isOver = false;
  const isDisturbedEnough = () => disturbances.count >= disturbancesMax;
  const around = Promise.all([
    disturbances.until(() => isOver || isDisturbedEnough(), random.branch("disturbances")),
    rudeClients(port, mix, random.branch("rude"), () => !isOver, findings),
    fileClients(() => isOver, random.branch("files")),
  ]);
  const judge = new Judge({ stoodStill, isExplained, patience, findings });
  const pauses = { pauseShare, pauseMillisecondsMin };
  const busy = { port, mix, random: random.branch("load"), milliseconds: loadMilliseconds, ...pauses };
  await load({ ...busy, ...(clients === undefined ? {} : { clients }), isOver: isDisturbedEnough }, judge);
  findings.note("processor time", processorShares(begun, processorTime(server.pid)));
  isOver = true;
  await around;
  await judge.conclude();
  findings.note("load", `${perSecond(judge, loadMilliseconds)} answers a second${before}`);
  findings.tried("the machine stood still", witness.standstill.count);
  findings.note("the machine stood still", witness.standstill.text());
  witness.end();
  const hanging = patience.isHangFound ? server.timesLogged("worker_hangs") : 0;
  findings.check("no worker hangs", hanging === 0 ? null : `the watchdog replaced ${hanging}`, null);
  findings.check("the server lives", server.hasEnded ? server.said.slice(-2_000) : null, null);
  if (!server.hasEnded) {
    const isSpared = server.workers.includes(spared);
    findings.check("the worker that is never killed lives", isSpared ? null : "it has ended", null);
    const settling = { isMemoryJudged: warmingMilliseconds !== null, sizeNow };
    await checkSettled(server, base, key, lookups, findings, settling);
    findings.check("jobs, none is left", leftProblem(home), null);
  }
  const code = await server.stop();
  findings.check("the server stops", code === 0 ? null : `exit code ${code}`, null);
}

/** Every client has deleted its jobs: a file that is still there belongs to none of them. */
/** Where jobs keep the releases that they were accepted with. */
const RELEASES = "releases";

function leftProblem(home: string): string | null {
  const all = readdirSync(join(home, "jobs"), { recursive: true, encoding: "utf8" });
  // The release of jobs that ended is kept for those that come within the hour.
  const left = all.filter((name) => name !== RELEASES && !name.startsWith(join(RELEASES, "/")));
  return left.length === 0 ? null : `${left.length} files and folders are left: ${left.slice(0, 5).join(", ")}`;
}

function perSecond({ answers }: Judge, milliseconds: number): number {
  return Math.round((answers * 1_000) / milliseconds);
}
