import { LongWorkSupervisor } from "../serve/http/long-work/supervisor.ts";
import { endAtOnce } from "../serve/operations/threads.ts";
import { entryPoints } from "./entry-points.ts";

let supervisor: LongWorkSupervisor | null = null;

/**
 * Supervises the thread for the long work of this process, which starts when it is first asked for. Asked for before the rest
 * of the service is loaded, it loads beside it, and a server is ready a quarter of a second sooner.
 */
export function longWorkSupervisor(): LongWorkSupervisor {
  supervisor ??= supervisedUntilTheEnd(entryPoints.longWorkThread);
  return supervisor;
}

/** Stopping never waits for long work. What had to be written is written when a process comes to its exit. */
export function supervisedUntilTheEnd(module: URL): LongWorkSupervisor {
  const kept = new LongWorkSupervisor(module);
  process.once("exit", (exitCode) => {
    if (kept.isUnderWay) endAtOnce(exitCode);
  });
  return kept;
}
