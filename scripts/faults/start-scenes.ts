import { rmSync } from "node:fs";
import { Server } from "../fire/server.ts";
import { FAULTS } from "./plans.ts";
import type { Stage } from "./scene.ts";

const STARTS = 6;

/** A disk that fails while a server starts: it answers, or it ends with one sentence that names the file. */
export async function startScenes({ workspace, random, findings, plans, clockFile, faultsMax }: Stage): Promise<void> {
  const home = workspace.path("start-home");
  const folder = workspace.fresh("start-logs");
  const options = ["--release", workspace.path("made.db"), "--home", home, "--log-file", `${folder}/server.log`];
  for (let count = 0; count < Math.min(STARTS, faultsMax); count += 1) {
    const fault = random.pick(["ENOSPC", "EROFS", "EMFILE", "ENOENT", "EIO"] as const);
    const plan = {
      fault,
      operations: FAULTS[fault] as readonly string[],
      nth: random.whole(6) + 1,
      lasts: random.chance(0.5),
    };
    rmSync(home, { recursive: true, force: true });
    plans.set({ ...plan, folder: random.pick([home, folder]) });
    const server = await Server.start(workspace, options, plans.variables(clockFile)).catch(
      (error: Error) => error.message,
    );
    plans.clear();
    findings.check("server, faults while it starts", typeof server === "string" ? startProblem(server) : null, plan);
    if (typeof server !== "string") await server.stop();
  }
}

function startProblem(said: string): string | null {
  if (/^\s+at .*:\d+/m.test(said)) return said;
  return /error: .*\/start-(home|logs)/.test(said) ? null : said;
}
