import { setTimeout as wait } from "node:timers/promises";
import { failure } from "../reading/failure.ts";
import type { Home } from "./home.ts";
import { readStatus, runningServers, type ServerStatus } from "./server-status.ts";

/** Opening a release takes a second at most, several workers included. */
const RELOAD_MILLISECONDS_MAX = 60_000;
const LOOK_MILLISECONDS = 25;

/** Asks every running server of a home to take up its release anew; resolves to what they say afterwards. */
export async function requestReloads(home: Home): Promise<readonly ServerStatus[]> {
  const servers = runningServers(home);
  if (servers.length === 0) throw failure('No server is running with this home. Start one with "ratebook serve".');
  return await Promise.all(servers.map((server) => requestReload(home, server)));
}

async function requestReload(home: Home, before: ServerStatus): Promise<ServerStatus> {
  // One that is under way may have opened the old file: the outcome to wait for is that of the next.
  const awaited = before.reloads + (before.isReloading ? 2 : 1);
  const deadline = Date.now() + RELOAD_MILLISECONDS_MAX;
  process.kill(before.pid, "SIGHUP");
  while (Date.now() < deadline) {
    const status = readStatus(home, before.pid);
    if (status === null) throw failure(`Server ${before.pid} stopped before it could reload.`);
    if (status.reloads >= awaited) return status;
    await wait(LOOK_MILLISECONDS);
  }
  throw failure(`Server ${before.pid} did not reload within ${RELOAD_MILLISECONDS_MAX / 1_000} seconds; see its log.`);
}
