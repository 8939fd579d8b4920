import { beforeAll, expect, it } from "vitest";
import { diskScenes, stoppedServer } from "../../scripts/faults/disk-scenes.ts";
import { fullDiskJobs } from "../../scripts/faults/job-scenes.ts";
import { clockScenes, keyScenes } from "../../scripts/faults/key-scenes.ts";
import { releaseScenes } from "../../scripts/faults/release-scenes.ts";
import { preparedStage, type Stage, sharingServer } from "../../scripts/faults/scene.ts";
import { startScenes } from "../../scripts/faults/start-scenes.ts";
import { Findings } from "../../scripts/fire/findings.ts";
import { BUSY } from "../../scripts/fire/patience.ts";
import { Random } from "../../scripts/fire/random.ts";
import { foundBy, SEED, sharedWorkspace } from "./support.ts";

/*
 * A short pass of `npm run faults`: one fault of each kind, chosen by the seed. One server lives through them, in this order: the last
 * one takes its keys away. That a stopped worker is replaced is tested in test/serve/operations/workers.system.test.ts, and what becomes of the job of one
 * that is killed in test/cli/reprice-over-http.system.test.ts.
 */

const workspace = await sharedWorkspace();
const SHORT = { faultsMax: 1, lookupsMax: 40, watch: { pauseMilliseconds: 300, patience: BUSY } };
let stage: Stage;

beforeAll(async () => {
  stage = await sharingServer(await preparedStage(workspace, new Random(SEED), new Findings(), SHORT));
});

it.each([
  ["a server whose disk fails goes on answering right prices", diskScenes],
  ["a disk that fills during a job leaves no half result, and keys can be revoked on it", fullDiskJobs],
  ["a server whose disk fails while it starts answers, or says which file", startScenes],
  ["a stopped server is continued", stoppedServer],
  ["a release that changes under a server never gives a wrong price", releaseScenes],
  ["a clock that is set ends keys and locks no client out", clockScenes],
  ["a keys.db that is another one is noticed", keyScenes],
])("%s", async (_what, play) => {
  const findings = new Findings();
  await play({ ...stage, findings, random: new Random(SEED) });
  expect(foundBy(findings)).toEqual([]);
  expect(findings.table().split("\n").length).toBeGreaterThan(2);
});
