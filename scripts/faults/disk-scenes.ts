import { setTimeout as wait } from "node:timers/promises";
import { problemOf } from "../fire/price-watch.ts";
import { waitFor } from "../fire/wait-for.ts";
import { FAULTS } from "./plans.ts";
import { NOTICE_MILLISECONDS, played, recoveredProblem, type Scene, type Stage, withLogFile } from "./scene.ts";

const SERVER_FAULTS = ["ENOSPC", "EROFS", "EMFILE", "ENOENT", "EIO"] as const;

/** What makes a server write: its status, its log, its look at the keys. */
const EVENTS: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  SIGHUP: async ({ server }) => server.kill("SIGHUP"),
  SIGUSR1: async ({ server }) => server.kill("SIGUSR1"),
  // The outcome is in a file that cannot be written just now: what counts is that the server receives the request.
  reload: ({ workspace, home }) =>
    workspace.run(["reload", "--home", home], {}, (child) => {
      setTimeout(() => child.kill("SIGTERM"), NOTICE_MILLISECONDS * 2).unref();
    }),
  "a new key": ({ workspace, home }) =>
    workspace.run(["keys", "create", "--home", home, "--name", "n", "--states", "ca", "--json"]),
  "many requests": async () => wait(NOTICE_MILLISECONDS),
};

const ROUNDS_MAX = 15;

/** A disk that fails at every write of a server: it goes on answering right prices, and fixes itself with the disk. */
export async function diskScenes(stage: Stage): Promise<void> {
  await played(stage, withLogFile(stage), async (scene) => {
    let hits = 0;
    const faults = stage.random.shuffled(SERVER_FAULTS);
    const rounds = Math.min(stage.faultsMax, faults.length);
    // On a busy machine a fault may end before the server writes: then the next one is tried.
    for (let round = 0; round < rounds || (hits === 0 && round < ROUNDS_MAX); round += 1) {
      hits += await underFault(scene, faults[round % faults.length] as (typeof SERVER_FAULTS)[number]);
    }
    stage.findings.note("server, faults of the disk", `${hits} operations failed`);
    if (hits === 0) stage.findings.found("server, faults of the disk", "no fault was given: nothing was tried", null);
  });
}

/** Every event under one fault; how many operations were made to fail. */
async function underFault(scene: Scene, fault: (typeof SERVER_FAULTS)[number]): Promise<number> {
  const { plans, workspace, home, random, findings } = scene;
  let hits = 0;
  for (const [event, happen] of Object.entries(EVENTS)) {
    const nth = random.whole(3) + 1;
    const input = { fault, event, nth };
    const seen = await scene.watching(async () => {
      const folder = random.chance(0.5) ? home : workspace.path("scene-logs");
      plans.set({ fault, operations: FAULTS[fault] as readonly string[], folder, nth, lasts: true });
      await happen(scene);
      await wait(300);
      plans.clear();
      hits += plans.hits.length;
    });
    findings.check("server, faults of the disk", problemOf(seen), { ...input, hits: plans.hits });
    if (scene.server.hasEnded) {
      findings.found("server, faults of the disk", "it has ended", input);
      return hits;
    }
  }
  const reloaded = await workspace.run(["reload", "--home", home]);
  findings.check("server, reload after a fault", reloaded.code === 0 ? null : reloaded.stderr, { fault });
  findings.check("server, right again", await recoveredProblem(scene), { fault });
  return hits;
}

/** A stopped process is one that a debugger, a snapshot of the machine or its swap holds. */
export async function stoppedServer(stage: Stage): Promise<void> {
  const { findings } = stage;
  await played(stage, [], async (scene) => {
    const seen = await scene.watching(async () => {
      scene.server.kill("SIGSTOP");
      await wait(NOTICE_MILLISECONDS);
      scene.server.kill("SIGCONT");
      await wait(NOTICE_MILLISECONDS / 2);
    });
    findings.check("server, stopped and continued", problemOf(seen), null);
    findings.check("server, right again", await recoveredProblem(scene), null);
  });
}

/** A stopped worker is replaced. Clients of the other workers notice nothing. */
export async function stoppedWorker(stage: Stage): Promise<void> {
  const { findings } = stage;
  await played(stage, ["--workers", "2"], async (scene) => {
    const [worker] = scene.server.workers as [number];
    const others = () => scene.server.workers.filter((pid) => pid !== worker).length;
    let isReplaced = false;
    // Clients of the stopped worker lose the connection; no other client notices.
    const seen = await scene.watching(async () => {
      process.kill(worker, "SIGSTOP");
      isReplaced = await waitFor(() => others() >= 2, REPLACED_MILLISECONDS_MAX);
    });
    const problem = isReplaced ? problemOf(seen, { broken: true }) : "a stopped worker is not replaced";
    if (!isReplaced) process.kill(worker, "SIGCONT");
    findings.check("worker, stopped", problem, null);
    findings.check("server, right again", await recoveredProblem(scene), null);
    const reloaded = await scene.workspace.run(["reload", "--home", scene.home]);
    findings.check("server, reload after a fault", reloaded.code === 0 ? null : reloaded.stderr, { fault: "SIGSTOP" });
  });
}

const REPLACED_MILLISECONDS_MAX = 30_000;
