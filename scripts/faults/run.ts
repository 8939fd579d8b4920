import { Random } from "../fire/random.ts";
import { runTool, type Work } from "../fire/run-tool.ts";
import { faultCommands } from "./command-faults.ts";
import { diskScenes, stoppedServer, stoppedWorker } from "./disk-scenes.ts";
import { fullDiskJobs, killedWorkers } from "./job-scenes.ts";
import { clockScenes, keyScenes } from "./key-scenes.ts";
import { releaseScenes } from "./release-scenes.ts";
import { preparedStage, type Stage } from "./scene.ts";
import { fullDisk } from "./small-disk.ts";
import { startScenes } from "./start-scenes.ts";

/*
 * npm run faults: disks that fail, processes that are killed or stopped, clocks that are set and files that change, for
 * every command and for a running server (docs/contributing/reliability.md).
 */

const SCENES: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  disk: diskScenes,
  start: startScenes,
  stopped: async (stage) => {
    await stoppedServer(stage);
    await stoppedWorker(stage);
  },
  release: releaseScenes,
  keys: keyScenes,
  clock: clockScenes,
  jobs: async (stage) => {
    await fullDiskJobs(stage);
    await killedWorkers(stage);
  },
  full: fullDisk,
};
const PARTS = ["commands", ...Object.keys(SCENES)];
/** Every command is interrupted at least twice. */
const COMMANDS_MIN = 14;

const tool = { name: "faults", about: "breaks disks, processes, clocks and files under it", minutes: 10, parts: PARTS };
await runTool(tool, run);

/** One round of all scenes, then commands and scenes in turn until the time is over. */
async function run({ options: { seed, minutes, only }, workspace, findings }: Work): Promise<void> {
  const random = new Random(seed);
  const deadline = performance.now() + minutes * 60_000;
  const isWanted = (part: string) => only.length === 0 || only.includes(part);
  const scenes = Object.entries(SCENES).filter(([name]) => isWanted(name));
  const stage = scenes.length > 0 ? await preparedStage(workspace, random.branch("stage"), findings) : null;
  do {
    if (stage !== null)
      for (const [name, play] of scenes) await playedOut(name, play, { ...stage, random: random.branch(name) });
    if (!isWanted("commands")) continue;
    const left = Math.max(0, deadline - performance.now());
    const budget = { triesMin: COMMANDS_MIN, milliseconds: left / 2 };
    await faultCommands(workspace, random.branch("commands"), budget, findings);
  } while (performance.now() < deadline);
}

/** A scene that cannot be played to its end is a finding of its own: the others are still worth seeing. */
async function playedOut(name: string, play: (stage: Stage) => Promise<void>, stage: Stage): Promise<void> {
  try {
    await play(stage);
  } catch (error) {
    stage.findings.found(`${name}, played to the end`, (error as Error).stack ?? String(error), null);
  }
}
