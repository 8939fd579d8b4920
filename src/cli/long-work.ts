import { LongWorkSupervisor } from "../serve/http/long-work/supervisor.ts";
import { entryPoints } from "./entry-points.ts";

let supervisor: LongWorkSupervisor | null = null;

/**
 * Supervises the thread for the long work of this process, which starts with the first call. An early call loads it beside the rest of the
 * service, and a server is ready a quarter of a second sooner.
 */
export function longWorkSupervisor(): LongWorkSupervisor {
  supervisor ??= new LongWorkSupervisor(entryPoints.longWorkThread);
  return supervisor;
}
