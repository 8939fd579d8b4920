import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ReleaseDescription } from "../release/release.ts";
import type { Home } from "./home.ts";

/** How the last attempt to take up a release anew ended. */
export interface ReloadOutcome {
  readonly at: string;
  readonly outcome: "swapped" | "refused";
  /** Why it was refused. */
  readonly reason: string | null;
}

/** What a running server says about itself in its home folder, for commands that look for it. */
export interface ServerStatus {
  readonly pid: number;
  /** Tells this process from a later one that was given the same number. */
  readonly processStart: string | null;
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

/** Written beside and renamed into place: nobody reads half of it. */
export function writeStatus(home: Home, status: ServerStatus): void {
  const file = statusFile(home, status.pid);
  writeFileSync(`${file}.new`, JSON.stringify(status, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
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

/** The servers of a home that are running; what others left behind is cleared away. */
export function runningServers(home: Home): ServerStatus[] {
  if (!existsSync(home.serversFolder)) return [];
  const running: ServerStatus[] = [];
  for (const name of readdirSync(home.serversFolder)) {
    const pid = Number(/^([0-9]+)\.json$/.exec(name)?.[1]);
    const status = readStatus(home, pid);
    if (status === null) continue;
    if (isRunning(status)) running.push(status);
    else removeStatus(home, pid);
  }
  return running;
}

function isRunning({ pid, processStart }: ServerStatus): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return processStartOf(pid) === processStart;
}

/** When a process began, in the kernel's own count; null where the system does not tell. */
export function processStartOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command's name may hold spaces and parentheses; what follows the last one is regular.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[19] ?? null;
  } catch {
    return null;
  }
}

function statusFile(home: Home, pid: number): string {
  return join(home.serversFolder, `${pid}.json`);
}
