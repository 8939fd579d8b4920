import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "../fire/random.ts";
import { type Fleet, inRounds } from "./fleet.ts";
import { KeyBook } from "./key-book.ts";
import { ReleaseChanges } from "./release-changes.ts";

const PAUSE_MILLISECONDS_MAX = 2_000;
/** For how long a killed node is away before it is started. */
const DEAD_MILLISECONDS_MAX = 3_000;

/** What changes of a fleet beside its database. */
export interface Changes {
  readonly keys: KeyBook;
  readonly releases: ReleaseChanges;
}

export function changesOf(fleet: Fleet): Changes {
  return { keys: new KeyBook(fleet), releases: new ReleaseChanges(fleet) };
}

/** Changes keys and releases and kills nodes, one after the other, until all is over. */
export async function keptChanging(
  fleet: Fleet,
  { keys, releases }: Changes,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  const activate = () => releases.activateAnother(random);
  const keyLife = () => keys.live(random);
  const kinds = [
    ...[activate, keyLife, () => killNode(fleet, random)],
    ...[activate, keyLife, () => releases.killPush(random)],
    ...[activate, keyLife, () => releases.damageChunk(random)],
  ];
  await inRounds(kinds, random, isOver, async (change) => {
    await change();
    await wait(random.whole(PAUSE_MILLISECONDS_MAX));
  });
}

async function killNode({ nodes, findings, notify }: Fleet, random: Random): Promise<void> {
  const node = random.pick(nodes);
  notify(`${node.name} killed`);
  const startAgain = node.kill();
  await wait(random.whole(DEAD_MILLISECONDS_MAX));
  const problem = await startAgain().then(
    () => null,
    (error: Error) => `${error.message} ${node.logEnd}`,
  );
  findings.check("nodes killed, they start again", problem, { node: node.name });
}
