import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning, type ProcessMark, processStartOf } from "../files/process-start.ts";
import type { ReleaseDescription } from "../release/release.ts";
import type { Home } from "./home.ts";

/** How the last attempt to take up a release anew ended. */
interface ReloadOutcome {
  readonly at: string;
  readonly outcome: "swapped" | "refused";
  /** Why it was refused. */
  readonly reason: string | null;
}

/** What a running server says about itself in its home folder, for commands that look for it. */
export interface ServerStatus extends ProcessMark {
  readonly startedAt: string;
  readonly host: string;
  readonly port: number;
  readonly workers: number;
  readonly releaseFile: string;
  readonly release: { readonly name: string; readonly version: string; readonly hash: string };
  /** Attempts that have ended. */
  readonly reloads: number;
  readonly isReloading: boolean;
  readonly lastReload: ReloadOutcome | null;
}

export function statusRelease({ name, version, contentHash }: ReleaseDescription): ServerStatus["release"] {
  return { name, version, hash: contentHash };
}

/** Written beside and renamed into place: nobody reads half of it. Throws what the system says when it cannot be. */
export function writeStatus(home: Home, status: ServerStatus): void {
  const file = statusFile(home, status.pid);
  const fresh = `${file}.new`;
  if (!existsSync(home.serversFolder)) mkdirSync(home.serversFolder, { mode: 0o700 });
  try {
    writeFileSync(fresh, JSON.stringify(status, null, 2), { mode: 0o600 });
    renameSync(fresh, file);
  } catch (error) {
    // A full disk leaves an empty file.
    rmSync(fresh, { force: true });
    throw error;
  }
}

export function removeStatus(home: Home, pid: number): void {
  rmSync(statusFile(home, pid), { force: true });
}

/** Null when there is none. */
export function readStatus(home: Home, pid: number): ServerStatus | null {
  try {
    return JSON.parse(readFileSync(statusFile(home, pid), "utf8")) as ServerStatus;
  } catch {
    return null;
  }
}

/** The servers of a home that are running; what others left behind is cleared away where that is possible. */
export function runningServers(home: Home): ServerStatus[] {
  if (!existsSync(home.serversFolder)) return [];
  const running: ServerStatus[] = [];
  for (const name of readdirSync(home.serversFolder)) {
    sweepDraft(home, name);
    const pid = Number(/^([0-9]+)\.json$/.exec(name)?.[1]);
    const status = readStatus(home, pid);
    if (status === null) continue;
    if (isRunning(status)) running.push(status);
    else clearAway(statusFile(home, pid));
  }
  return running;
}

/** What a server that was killed while it wrote its status has left. */
function sweepDraft(home: Home, name: string): void {
  const pid = Number(/^([0-9]+)\.json\.new$/.exec(name)?.[1]);
  if (!(pid > 0) || isRunning({ pid, processStart: processStartOf(pid) })) return;
  clearAway(join(home.serversFolder, name));
}

function clearAway(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A read-only home: it is in nobody's way.
  }
}

function statusFile(home: Home, pid: number): string {
  return join(home.serversFolder, `${pid}.json`);
}
