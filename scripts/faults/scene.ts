import { copyFileSync, cpSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Findings } from "../fire/findings.ts";
import { Client } from "../fire/http.ts";
import { type KnownLookup, knownLookups } from "../fire/known-lookups.ts";
import { PriceWatch, type Watched } from "../fire/price-watch.ts";
import type { Random } from "../fire/random.ts";
import { compiled, type MadeKey, madeKey } from "../fire/sample.ts";
import { Server } from "../fire/server.ts";
import type { Workspace } from "../fire/workspace.ts";
import { PlanFile } from "./plans.ts";

const LOOKUPS = 120;
/** The server notices what happens to its files and keys in a second; this is longer. */
export const NOTICE_MILLISECONDS = 2_000;
/** What is not noticed by then never is, on a busy machine too. */
export const NOTICED_MILLISECONDS_MAX = 20_000;

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
}

const home = (workspace: Workspace) => workspace.path("scene-home");
const madeHome = (workspace: Workspace) => workspace.path("made-home");
const madeRelease = (workspace: Workspace) => workspace.path("made.db");

export async function preparedStage(
  workspace: Workspace,
  random: Random,
  findings: Findings,
  faultsMax = Number.POSITIVE_INFINITY,
): Promise<Stage> {
  const release = await compiled(madeRelease(workspace));
  return {
    workspace,
    random,
    findings,
    plans: new PlanFile(workspace.folder),
    clockFile: workspace.path("clock"),
    lookups: await knownLookups(release, random.branch("lookups"), LOOKUPS),
    key: await madeKey(workspace, madeHome(workspace), "--rate", "off"),
    faultsMax,
  };
}

/** A server in a scene, and where its files are. */
export interface Scene extends Stage {
  readonly server: Server;
  readonly release: string;
  readonly home: string;
  readonly logFile: string;
  /** Runs something while prices are watched; what was seen. */
  readonly watching: (action: () => Promise<void>) => Promise<Watched>;
}

/** Plays a scene with a server of its own, on a fresh copy of its files. */
export async function played(
  stage: Stage,
  options: readonly string[],
  play: (scene: Scene) => Promise<void>,
): Promise<void> {
  const { workspace, plans, clockFile, key, lookups } = stage;
  const release = workspace.path("scene.db");
  const logFile = workspace.path("scene-logs", "server.log");
  rmSync(home(workspace), { recursive: true, force: true });
  cpSync(madeHome(workspace), home(workspace), { recursive: true });
  copyFileSync(madeRelease(workspace), release);
  rmSync(clockFile, { force: true });
  plans.clear();
  workspace.fresh("scene-logs");
  const files = ["--release", release, "--home", home(workspace)];
  const server = await Server.start(workspace, [...files, ...options], plans.variables(clockFile));
  const watching = async (action: () => Promise<void>): Promise<Watched> => {
    const watch = new PriceWatch(server.port, key.key, lookups);
    try {
      await action();
    } finally {
      await wait(200);
    }
    return await watch.stop();
  };
  try {
    await play({ ...stage, server, release, home: home(workspace), logFile, watching });
  } finally {
    plans.clear();
    rmSync(clockFile, { force: true });
    await server.stop();
  }
}

/** What may be seen in a scene besides right prices. */
interface Allowed {
  readonly unavailable?: boolean;
  readonly broken?: boolean;
}

/** What is wrong with what was watched, or null. */
export function problemOf(
  { right, unavailable, broken, wrong, failed }: Watched,
  allowed: Allowed = {},
): string | null {
  if (wrong.length > 0) return `wrong prices: ${wrong[0]}`;
  if (failed.length > 0) return failed[0] as string;
  if (unavailable > 0 && !allowed.unavailable) return `${unavailable} answers of 503`;
  if (broken > 0 && !allowed.broken) return `${broken} connections broke`;
  return right + unavailable === 0 ? "nothing was answered" : null;
}

/** Whether the server answers as if nothing had happened. */
export async function recoveredProblem({ server, key, lookups }: Scene): Promise<string | null> {
  if (server.hasEnded) return `the server has ended: ${server.said.slice(-600)}`;
  const client = new Client(server.port);
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
