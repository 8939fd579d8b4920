import { hasBusyThreads } from "../core/runtime/thread.ts";
import { LongWorkSupervisor } from "../serve/http/long-work/supervisor.ts";
import { endAtOnce } from "../serve/operations/threads.ts";
import { entryPoints } from "./entry-points.ts";

let supervisor: LongWorkSupervisor | null = null;

/**
 * Supervises the thread for the long work of this process, which starts with the first call. An early call loads it beside the rest of the
 * service, and a server is ready a quarter of a second sooner.
 */
export function longWorkSupervisor(): LongWorkSupervisor {
  supervisor ??= supervisedUntilTheEnd(entryPoints.longWorkThread);
  return supervisor;
}

/** Stopping never waits for long work. All output is written before a process reaches its exit. */
export function supervisedUntilTheEnd(module: URL): LongWorkSupervisor {
  const kept = new LongWorkSupervisor(module);
  process.once("exit", (exitCode) => {
    if (hasBusyThreads()) endAtOnce(exitCode);
  });
  return kept;
}
