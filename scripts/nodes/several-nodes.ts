import { setTimeout as wait } from "node:timers/promises";
import type { Findings } from "../fire/findings.ts";
import { Random } from "../fire/random.ts";
import type { MadeKey } from "../fire/sample.ts";
import type { Workspace } from "../fire/workspace.ts";
import { Witness } from "../soak/witness.ts";
import { type Changes, changesOf, keptChanging } from "./changes.ts";
import { concludeFleet } from "./conclusion.ts";
import { databaseFaults, type Pace } from "./database-faults.ts";
import { command, type Fleet, type Promises } from "./fleet.ts";
import { FleetLoad } from "./fleet-load.ts";
import { LIMIT_PER_MINUTE } from "./limit-watch.ts";
import { pricedReleases } from "./priced-releases.ts";
import { TrialDatabase } from "./trial-database.ts";
import { TrialNode } from "./trial-node.ts";

/** Two may be inactive at a time: one to be pruned and pushed, one to roll back to. */
const RELEASES = 3;

/** A trial of several nodes over one database. */
export interface Trial {
  readonly seed: number;
  readonly nodes: number;
  /** Every kind of fault happens once at least, however short that is. */
  readonly milliseconds: number;
  readonly clientsPerNode: number;
  /** For how long clients ask in each round before memory is measured; null: it is not, a short trial would tell nothing. */
  readonly warmingMilliseconds: number | null;
  readonly pace: Pace;
  readonly promises: Promises;
  readonly notify: Fleet["notify"];
}

/** Loads several nodes while their database, they themselves, releases and keys are disturbed; every answer is compared with the right one. */
export async function severalNodes(workspace: Workspace, trial: Trial, findings: Findings): Promise<void> {
  const { promises, notify } = trial;
  const releases = await pricedReleases(workspace, trial.seed, RELEASES);
  const database = await TrialDatabase.start();
  const remove = () => database.remove();
  process.once("exit", remove);
  const witness = await Witness.start();
  try {
    const nodes = Array.from(
      { length: trial.nodes },
      // One of them with a primary and workers, the others in one process: both kinds of server follow.
      (_, place) =>
        new TrialNode({
          workspace,
          name: `node-${place + 1}`,
          url: database.url,
          workers: place === 0 ? 2 : 1,
          lossMilliseconds: promises.lossMilliseconds,
        }),
    );
    await tried({ workspace, database, nodes, releases, witness, findings, promises, notify }, trial);
    findings.tried("the machine stood still", witness.standstill.count);
    findings.note("the machine stood still", witness.standstill.text());
  } finally {
    witness.end();
    workspace.close();
    process.removeListener("exit", remove);
    database.remove();
  }
}

async function tried(fleet: Fleet, trial: Trial): Promise<void> {
  const random = new Random(trial.seed);
  for (const { file } of fleet.releases) await command(fleet, ["releases", "push", file]);
  await command(fleet, ["releases", "activate", fleet.releases[0]?.version as string]);
  const changes = changesOf(fleet);
  const free = await made(changes, "off");
  const limited = await made(changes, String(LIMIT_PER_MINUTE));
  await Promise.all(fleet.nodes.map((node) => node.start()));

  const load = await FleetLoad.prepare(fleet, trial, { free: free.key, limited: limited.key }, random.branch("load"));
  const bases = trial.warmingMilliseconds === null ? null : await load.sizesOnceWarm(trial.warmingMilliseconds);
  const deadline = performance.now() + trial.milliseconds;
  const isTimeOver = () => performance.now() >= deadline;
  const loaded = load.begin();
  await Promise.all([
    databaseFaults(fleet, trial.pace, random.branch("database"), isTimeOver),
    keptChanging(fleet, changes, random.branch("changes"), isTimeOver),
    wait(trial.milliseconds),
  ]);
  await load.end(loaded);
  await concludeFleet(fleet, changes, load, { keyIds: [free.id, limited.id], freeKey: free.key, bases });
}

async function made(changes: Changes, rate: string): Promise<MadeKey> {
  const key = await changes.keys.make("--rate", rate);
  if (key === null) throw new Error("No key could be made before there was any fault.");
  return key;
}
