import { copyFileSync, cpSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Findings } from "../fire/findings.ts";
import { Client } from "../fire/http.ts";
import { type KnownLookup, knownLookups } from "../fire/known-lookups.ts";
import { PriceWatch, type Watched, type WatchOptions } from "../fire/price-watch.ts";
import type { Random } from "../fire/random.ts";
import { type MadeKey, madeKey, sampleRelease } from "../fire/sample.ts";
import { Server } from "../fire/server.ts";
import type { Workspace } from "../fire/workspace.ts";
import { PlanFile } from "./plans.ts";

const LOOKUPS = 120;
/** The server notices what happens to its files and keys in a second; this is longer. */
export const NOTICE_MILLISECONDS = 2_000;
/** What is not noticed by then never is, on a busy machine too. */
export const NOTICED_MILLISECONDS_MAX = 120_000;

/** What scenes with a server start from. */
export interface Stage {
  readonly workspace: Workspace;
  readonly random: Random;
  readonly findings: Findings;
  readonly plans: PlanFile;
  readonly clockFile: string;
  readonly lookups: readonly KnownLookup[];
  readonly key: MadeKey;
  /** How many faults of each kind are played at most; the suite plays a few, chosen by its seed. */
  readonly faultsMax: number;
  /** How prices are watched. */
  readonly watch: WatchOptions;
  /** What scenes share that leave a server as it was; null: each has a server of its own, on fresh copies of its files. */
  readonly server: Server | null;
}

/** What makes a pass short. */
type Short = Partial<Pick<Stage, "faultsMax" | "watch">> & {
  /** Lookups whose answers are known. */
  readonly lookupsMax?: number;
};

const home = (workspace: Workspace) => workspace.path("scene-home");
const madeHome = (workspace: Workspace) => workspace.path("made-home");
const madeRelease = (workspace: Workspace) => workspace.path("made.db");

export async function preparedStage(
  workspace: Workspace,
  random: Random,
  findings: Findings,
  { faultsMax = Number.POSITIVE_INFINITY, watch = {}, lookupsMax = LOOKUPS }: Short = {},
): Promise<Stage> {
  const release = await sampleRelease(workspace, madeRelease(workspace));
  return {
    workspace,
    random,
    findings,
    plans: new PlanFile(workspace.folder),
    clockFile: workspace.path("clock"),
    lookups: await knownLookups(release, random.branch("lookups"), lookupsMax),
    key: await madeKey(workspace, madeHome(workspace), "--rate", "off"),
    faultsMax,
    watch,
    server: null,
  };
}

/** A server in a scene, and where its files are. */
export interface Scene extends Stage {
  readonly server: Server;
  readonly release: string;
  readonly home: string;
  /** Runs something while prices are watched; what was seen. */
  readonly watching: (action: () => Promise<void>) => Promise<Watched>;
}

const sceneRelease = (workspace: Workspace) => workspace.path("scene.db");
const sceneLog = (workspace: Workspace) => workspace.path("scene-logs", "server.log");

/** Starts a server on fresh copies of its files. */
async function startedServer({ workspace, plans, clockFile }: Stage, options: readonly string[]): Promise<Server> {
  rmSync(home(workspace), { recursive: true, force: true });
  cpSync(madeHome(workspace), home(workspace), { recursive: true });
  copyFileSync(madeRelease(workspace), sceneRelease(workspace));
  rmSync(clockFile, { force: true });
  plans.clear();
  workspace.fresh("scene-logs");
  const files = ["--release", sceneRelease(workspace), "--home", home(workspace)];
  return await Server.start(workspace, [...files, ...options], plans.variables(clockFile));
}

export function withLogFile({ workspace }: Pick<Stage, "workspace">): readonly string[] {
  return ["--log-file", sceneLog(workspace)];
}

/** The stage with a server that its scenes share. It logs to a file, for those that take that away. */
export async function sharingServer(stage: Stage): Promise<Stage> {
  return { ...stage, server: await startedServer(stage, withLogFile(stage)) };
}

/** Plays a scene with the server of the stage, or with one of its own. */
export async function played(
  stage: Stage,
  options: readonly string[],
  play: (scene: Scene) => Promise<void>,
): Promise<void> {
  const { workspace, plans, clockFile, key, lookups } = stage;
  const server = stage.server ?? (await startedServer(stage, options));
  const watching = async (action: () => Promise<void>): Promise<Watched> => {
    const watch = new PriceWatch(server.port, key.key, lookups, stage.watch);
    try {
      await action();
    } finally {
      await wait(200);
    }
    return await watch.stop();
  };
  try {
    await play({ ...stage, server, release: sceneRelease(workspace), home: home(workspace), watching });
  } finally {
    plans.clear();
    rmSync(clockFile, { force: true });
    if (stage.server === null) await server.stop();
  }
}

/** Whether the server answers as if nothing had happened. */
export async function recoveredProblem({ server, key, lookups, watch }: Scene): Promise<string | null> {
  if (server.hasEnded) return `the server has ended: ${server.said.slice(-600)}`;
  const client = new Client(server.port, undefined, watch.patience);
  try {
    const ready = await client.get("/readyz", key.key);
    if (ready.status !== 200) return `/readyz answers ${ready.status}`;
    for (const { path, answer } of lookups) {
      const { status, body } = await client.get(path, key.key);
      if (body !== answer) return `afterwards ${path} answers ${status}: ${body.slice(0, 200)}`;
    }
    return null;
  } catch (error) {
    return `afterwards: ${(error as Error).message}`;
  } finally {
    client.close();
  }
}
