import { cpSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "../fire/http.ts";
import { problemOf } from "../fire/price-watch.ts";
import { madeKey } from "../fire/sample.ts";
import { waitFor } from "../fire/wait-for.ts";
import {
  NOTICE_MILLISECONDS,
  NOTICED_MILLISECONDS_MAX,
  played,
  recoveredProblem,
  type Scene,
  type Stage,
} from "./scene.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A window of a limit lasts ten seconds, and a busy machine is late: a clock that is set back must not lock anybody out for days. */
const ADMITTED_MILLISECONDS_MAX = 120_000;

async function statusOf({ server, lookups }: Scene, key: string): Promise<number> {
  const client = new Client(server.port, 1);
  try {
    return (await client.get(lookups[0]?.path ?? "/", key)).status;
  } finally {
    client.close();
  }
}

/** A `keys.db` that is removed or replaced: old keys stop working, new ones work, other clients notice nothing. The key of the stage is an old one. */
export async function keyScenes(stage: Stage): Promise<void> {
  const { findings, workspace } = stage;
  await played(stage, [], async (scene) => {
    renameSync(join(scene.home, "keys.db"), join(scene.home, "keys.away"));
    await wait(NOTICE_MILLISECONDS);
    findings.check("keys.db removed, the server lives", scene.server.hasEnded ? scene.server.said : null, null);
    renameSync(join(scene.home, "keys.away"), join(scene.home, "keys.db"));
    const isBack = await waitFor(async () => (await statusOf(scene, stage.key.key)) === 200, NOTICED_MILLISECONDS_MAX);
    findings.check("keys.db put back, its keys work", isBack ? null : "they are refused", null);
  });
  await played(stage, [], async (scene) => {
    const other = workspace.fresh("other-home");
    const { key } = await madeKey(workspace, other, "--rate", "off");
    for (const suffix of ["", "-wal", "-shm"]) rmSync(join(scene.home, `keys.db${suffix}`), { force: true });
    cpSync(other, scene.home, { recursive: true });
    const isNew = await waitFor(async () => (await statusOf(scene, key)) === 200, NOTICED_MILLISECONDS_MAX);
    findings.check("keys.db replaced, its keys work", isNew ? null : "they are refused", null);
    const isOld = await waitFor(async () => (await statusOf(scene, stage.key.key)) === 401, NOTICED_MILLISECONDS_MAX);
    findings.check("keys.db replaced, the old keys end", isOld ? null : "they go on working", null);
  });
}

/** A clock that is set: keys end by it, limits never lock anybody out, and prices do not change. */
export async function clockScenes(stage: Stage): Promise<void> {
  const { findings, workspace } = stage;
  await played(stage, [], async (scene) => {
    const ending = await madeKey(workspace, scene.home, "--expires", "1h");
    const limited = await madeKey(workspace, scene.home, "--rate", "60");
    for (const step of [2 * HOUR, DAY, -DAY, -400 * DAY, 30 * DAY, 0]) {
      const seen = await scene.watching(async () => {
        writeFileSync(stage.clockFile, String(step));
        const wanted = step > HOUR ? 401 : 200;
        const isAsWanted = async () => (await statusOf(scene, ending.key)) === wanted;
        const problem = (await waitFor(isAsWanted, NOTICED_MILLISECONDS_MAX)) ? null : `${wanted} does not come`;
        findings.check("clock, keys end by it", problem, { step });
        const isAdmitted = await waitFor(
          async () => (await statusOf(scene, limited.key)) === 200,
          ADMITTED_MILLISECONDS_MAX,
        );
        findings.check("clock, limits lock nobody out", isAdmitted ? null : "429 for longer than Retry-After", {
          step,
        });
        for (let count = 0; count < 12; count += 1) await statusOf(scene, limited.key);
      });
      findings.check("clock, right prices", problemOf(seen), { step });
    }
    findings.check("server, right again", await recoveredProblem(scene), null);
  });
}
