import { expect, it } from "vitest";
import { faultCommands } from "../../scripts/faults/command-faults.ts";
import { diskScenes, stoppedScenes } from "../../scripts/faults/disk-scenes.ts";
import { clockScenes, keyScenes } from "../../scripts/faults/key-scenes.ts";
import { releaseScenes } from "../../scripts/faults/release-scenes.ts";
import { preparedStage, type Stage } from "../../scripts/faults/scene.ts";
import { startScenes } from "../../scripts/faults/start-scenes.ts";
import { Findings } from "../../scripts/fire/findings.ts";
import { Random } from "../../scripts/fire/random.ts";
import { foundBy, newWorkspace, SEED } from "./support.ts";

const LONG = 300_000;

async function foundIn(play: (stage: Stage) => Promise<void>): Promise<readonly string[]> {
  const findings = new Findings();
  await play(await preparedStage(newWorkspace(), new Random(SEED), findings));
  expect(findings.table().split("\n").length).toBeGreaterThan(2);
  return foundBy(findings);
}

it("a command that is cut off leaves every file old or new, and succeeds when it is tried again", {
  timeout: LONG,
}, async () => {
  const findings = new Findings();
  await faultCommands(newWorkspace(), new Random(SEED), { triesMin: 14, milliseconds: 0 }, findings);
  expect(foundBy(findings)).toEqual([]);
});

it("a server whose disk fails goes on answering right prices", { timeout: LONG }, async () => {
  expect(await foundIn(diskScenes)).toEqual([]);
});

it("a server whose disk fails while it starts answers, or says which file", { timeout: LONG }, async () => {
  expect(await foundIn(startScenes)).toEqual([]);
});

it("a stopped process is continued or replaced", { timeout: LONG }, async () => {
  expect(await foundIn(stoppedScenes)).toEqual([]);
});

it("a release that changes under a server never gives a wrong price", { timeout: LONG }, async () => {
  expect(await foundIn(releaseScenes)).toEqual([]);
});

it("a keys.db that is another one is noticed", { timeout: LONG }, async () => {
  expect(await foundIn(keyScenes)).toEqual([]);
});

it("a clock that is set ends keys and locks nobody out", { timeout: LONG }, async () => {
  expect(await foundIn(clockScenes)).toEqual([]);
});
