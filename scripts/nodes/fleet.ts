import type { Findings } from "../fire/findings.ts";
import { type Patience, PROMISED } from "../fire/patience.ts";
import type { Random } from "../fire/random.ts";
import { waitFor } from "../fire/wait-for.ts";
import type { Ended, Workspace } from "../fire/workspace.ts";
import { sharedClock } from "../soak/shared-clock.ts";
import type { Witness } from "../soak/witness.ts";
import type { PricedRelease } from "./priced-releases.ts";
import type { TrialDatabase } from "./trial-database.ts";
import type { TrialNode } from "./trial-node.ts";

/** Generous: whatever is not so by then will never be. How quick things are is judged by what measures it. */
const EVENTUALLY_MILLISECONDS_MAX = 120_000;

/** What is promised of several nodes, as far as a machine that is busy with other things may be too slow to keep it. */
export interface Promises {
  readonly patience: Patience;
  /** How far from a limit the nodes may be together in a window, as a share of it. */
  readonly limitTolerance: number;
  /** For how long before it was killed the usage of a node may be lost. */
  readonly lossMilliseconds: number;
}

/** What operators are promised (docs/keys.md, docs/operations.md). */
export const PROMISED_OF_NODES: Promises = {
  patience: { ...PROMISED, revokedMillisecondsMax: 2_000 },
  limitTolerance: 0.1,
  lossMilliseconds: 1_000,
};

/** Everything that a trial of several nodes is made of. */
export interface Fleet {
  readonly workspace: Workspace;
  readonly database: TrialDatabase;
  readonly nodes: readonly TrialNode[];
  readonly releases: readonly PricedRelease[];
  readonly witness: Pick<Witness, "stoodStill">;
  readonly findings: Findings;
  readonly promises: Promises;
  /** Told what is done to the fleet, as it is done. */
  readonly notify: (what: string) => void;
}

/** How a command ended, and whether the database was reached by all from its beginning to its end. */
interface Commanded extends Ended {
  readonly isUndisturbed: boolean;
}

/** Runs a command about the shared database as an operator does. One that fails although the database was there is a finding. */
export async function command(
  { workspace, database, findings, notify }: Fleet,
  args: readonly string[],
  onStart: Parameters<Workspace["run"]>[2] = () => {},
): Promise<Commanded> {
  const from = sharedClock();
  notify(args.slice(0, 2).join(" "));
  const ended = await workspace.run([...args, "--database", database.url, "--json"], {}, onStart);
  const isUndisturbed = !database.disturbed.touches(from, sharedClock());
  const failed = ended.code !== 0 && ended.signal === null;
  const what = `command: ${args.slice(0, 2).join(" ")}`;
  // With the database away it ends with one sentence.
  if (failed && isUndisturbed) findings.found(what, `exit code ${ended.code}: ${ended.stderr}`, { args });
  else if (failed && /\n\s+at /.test(ended.stderr)) findings.found(what, `a stack trace: ${ended.stderr}`, { args });
  findings.tried(what);
  return { ...ended, isUndisturbed };
}

/** Waits until something is so of every node that runs; the nodes of which it is not in the end. */
export async function nodesUnless(
  { nodes }: Pick<Fleet, "nodes">,
  isSo: (node: TrialNode) => Promise<boolean>,
  millisecondsMax = EVENTUALLY_MILLISECONDS_MAX,
): Promise<readonly TrialNode[]> {
  const waited = await Promise.all(
    nodes.map(async (node) => ((await waitFor(() => node.down.isOn || isSo(node), millisecondsMax)) ? null : node)),
  );
  return waited.filter((node) => node !== null);
}

/** What a finding says of nodes: their names and the ends of their logs. */
export function toldBy(nodes: readonly TrialNode[]): string {
  return nodes.map(({ name, logEnd }) => `${name} says: ${logEnd.slice(-1_500)}`).join("\n");
}

/** Kinds of faults, all of them in every round, each round in another order. */
export async function inRounds<Kind>(
  kinds: readonly Kind[],
  random: Random,
  isOver: () => boolean,
  perform: (kind: Kind) => Promise<void>,
): Promise<void> {
  // The first round is always whole: a short trial has everything once.
  for (let round = 0; round === 0 || !isOver(); round += 1) {
    for (const kind of random.shuffled(kinds)) {
      if (round > 0 && isOver()) return;
      await perform(kind);
    }
  }
}
