import { setTimeout as wait } from "node:timers/promises";
import { isRunning } from "../files/process-start.ts";
import { failure, reasonOf } from "../runtime/failure.ts";
import type { Home } from "./home.ts";
import { readStatus, runningServers, type ServerStatus } from "./server-status.ts";

/** Opening a release takes a second at most, several workers included. */
const RELOAD_MILLISECONDS_MAX = 60_000;
/** A server writes down at once that it is reloading: one that has not done so by now cannot write its status. */
const SIGN_MILLISECONDS_MAX = 5_000;
const LOOK_MILLISECONDS = 25;

/** Asks every running server of a home to take up its release anew; resolves to what they say afterwards. */
export async function requestReloads(home: Home): Promise<readonly ServerStatus[]> {
  const servers = runningServers(home);
  if (servers.length === 0) {
    throw failure(
      'No server is running with this home. Start one with "ratebook serve"; send SIGHUP to one that logged status_not_written.',
    );
  }
  return await Promise.all(servers.map((server) => requestReload(home, server)));
}

async function requestReload(home: Home, before: ServerStatus): Promise<ServerStatus> {
  // One that is under way may have opened the old file: the outcome to wait for is that of the next.
  const awaited = before.reloads + (before.isReloading ? 2 : 1);
  signal(before.pid);
  const signalledAt = performance.now();
  let hasGivenSign = before.isReloading;
  for (let waited = 0; waited < RELOAD_MILLISECONDS_MAX; waited = performance.now() - signalledAt) {
    const status = readStatus(home, before.pid);
    if (status !== null && status.reloads >= awaited) return status;
    if (!isRunning(before)) throw failure(`Server ${before.pid} ended before it had reloaded; see its log.`);
    hasGivenSign ||= status?.isReloading === true;
    if (!hasGivenSign && waited > SIGN_MILLISECONDS_MAX) throw unwrittenStatus(home, before.pid);
    await wait(LOOK_MILLISECONDS);
  }
  throw failure(`Server ${before.pid} did not reload within ${RELOAD_MILLISECONDS_MAX / 1_000} seconds; see its log.`);
}

function signal(pid: number): void {
  try {
    process.kill(pid, "SIGHUP");
  } catch (error) {
    throw failure(`Server ${pid} cannot be told to reload (${reasonOf(error)}). Use the user that started it.`);
  }
}

/** What is known of a server that cannot say how it went: its home is full, read-only or lost a folder. */
function unwrittenStatus(home: Home, pid: number): Error {
  return failure(
    `Server ${pid} runs and was told to reload, but does not write its status to ${home.serversFolder}; its log says how it went (reloaded or reload_refused).`,
  );
}
