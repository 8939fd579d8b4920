import { LongWorkKeeper } from "../http/long-work/keeper.ts";
import { endAtOnce } from "../operations/end-at-once.ts";
import { entryPoints } from "./entry-points.ts";

let keeper: LongWorkKeeper | null = null;

/**
 * Who keeps a thread for the long work of this process, which starts when it is first asked for. Asked for before the rest
 * of the service is loaded, it loads beside it, and a server is ready a quarter of a second sooner.
 */
export function longWorkKeeper(): LongWorkKeeper {
  keeper ??= keptUntilTheEnd(entryPoints.longWorkThread);
  return keeper;
}

/** Stopping never waits for long work. What had to be written is written when a process comes to its exit. */
export function keptUntilTheEnd(module: URL): LongWorkKeeper {
  const kept = new LongWorkKeeper(module);
  process.once("exit", (exitCode) => {
    if (kept.isUnderWay) endAtOnce(exitCode);
  });
  return kept;
}
