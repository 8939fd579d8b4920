import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { descendantsOf } from "../../../scripts/fire/processes.ts";
import { waitFor } from "../../../scripts/fire/wait-for.ts";
import type { Postgres } from "./server.ts";

/** The kernel removes a killed process in no time. */
const GONE_MILLISECONDS_MAX = 30_000;

/** Kills every process of a server at once, as when its machine loses power; it can be started again then. */
export async function killPostgres(server: Postgres): Promise<void> {
  const processes = processesOf(server);
  signalAll(processes, "SIGKILL");
  await server.kill();
  await waitFor(() => processes.every((pid) => !isThere(pid)), GONE_MILLISECONDS_MAX);
}

/** Ends a server and removes its data before the next line, for a process that ends itself. */
export function removePostgresNow(server: Postgres): void {
  if (existsSync(join(server.data, "postmaster.pid"))) signalAll(processesOf(server), "SIGKILL");
  rmSync(dirname(server.data), { recursive: true, force: true, maxRetries: 5 });
}

/** The postmaster, which writes down its number, and those that it has started. */
function processesOf({ data }: Postgres): readonly number[] {
  const postmaster = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0]);
  return [postmaster, ...descendantsOf(postmaster)];
}

function signalAll(processes: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of processes) {
    try {
      process.kill(pid, signal);
    } catch {
      // A session that has ended meanwhile.
    }
  }
}

function isThere(pid: number): boolean {
  try {
    // One that has ended and was not collected yet holds nothing any longer.
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
