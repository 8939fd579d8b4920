import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { problemOf } from "../fire/price-watch.ts";
import type { Random } from "../fire/random.ts";
import { compiled } from "../fire/sample.ts";
import { smallDataset } from "../fuzz/small-dataset.ts";
import { NOTICE_MILLISECONDS, played, type Scene, type Stage } from "./scene.ts";

type Damage = (file: string, other: string, random: Random) => void;

const FLIPS = 40;

/** What happens to a file that a server has open. */
const DAMAGES: Readonly<Record<string, Damage>> = {
  "replaced by another": (file, other) => {
    copyFileSync(other, `${file}.next`);
    renameSync(`${file}.next`, file);
  },
  "overwritten in place": (file, other) => writeOver(file, 0, readFileSync(other)),
  "bits flipped": (file, _other, random) => {
    const bytes = readFileSync(file);
    for (let count = 0; count < FLIPS; count += 1) {
      const place = random.whole(bytes.length);
      writeOver(file, place, Buffer.from([(bytes[place] as number) ^ (1 << random.whole(8))]));
    }
  },
  "a page of random bytes": (file, _other, random) => {
    const page = random.whole(statSync(file).size / 4096);
    writeOver(file, page * 4096, random.bytes(4096));
  },
  "cut off": (file, _other, random) => truncateSync(file, random.whole(statSync(file).size)),
};

function writeOver(file: string, place: number, bytes: Buffer): void {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, bytes, 0, bytes.length, place);
  closeSync(descriptor);
}

/** A release that changes under a server: every answer is the right one or 503, and a good file heals it. */
export async function releaseScenes(stage: Stage): Promise<void> {
  const { workspace, findings, random, faultsMax } = stage;
  const other = await compiled(workspace.path("other.db"), await smallDataset("ca", workspace.path("other")));
  for (const [name, damage] of random.shuffled(Object.entries(DAMAGES)).slice(0, faultsMax)) {
    await played(stage, [], async (scene) => {
      const seen = await scene.watching(async () => {
        damage(scene.release, other, random);
        await wait(NOTICE_MILLISECONDS);
      });
      findings.check(`release, ${name}`, problemOf(seen, { unavailable: true }), { name });
      if (name !== "replaced by another") await reloadRefused(scene, name);
      await healed(scene, name);
    });
  }
}

/** A damaged file is never taken up. */
async function reloadRefused({ workspace, home, findings, server, watching }: Scene, name: string): Promise<void> {
  if (name === "overwritten in place" || server.hasEnded) return;
  let code: number | null = 0;
  const seen = await watching(async () => {
    code = (await workspace.run(["reload", "--home", home])).code;
  });
  const problem = code === 0 ? "reload takes up a damaged release" : problemOf(seen, { unavailable: true });
  findings.check("release, a damaged one is not taken up", problem, { name });
}

async function healed({ workspace, home, release, findings, lookups, watching }: Scene, name: string): Promise<void> {
  copyFileSync(workspace.path("made.db"), `${release}.good`);
  renameSync(`${release}.good`, release);
  const reloaded = await workspace.run(["reload", "--home", home]);
  const seen = await watching(() => wait(NOTICE_MILLISECONDS / 2));
  const problem = reloaded.code === 0 ? problemOf(seen) : reloaded.stderr;
  findings.check("release, a good one heals", problem, { name, lookups: lookups.length });
}
