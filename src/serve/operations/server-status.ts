import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isRunning, type ProcessMark } from "../../core/files/process-start.ts";
import { replaceFile } from "../../core/files/replace-file.ts";
import { OWNER_ONLY_FILE, OWNER_ONLY_FOLDER } from "../../core/files/writing.ts";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { Outage } from "../../core/runtime/repeated-task.ts";
import type { ReleaseDescription } from "../../release/release.ts";
import type { Home } from "./home.ts";
import type { Log } from "./log.ts";

/** The outcome of the last reload. */
interface ReloadOutcome {
  readonly at: string;
  readonly outcome: "swapped" | "refused";
  readonly reason: string | null;
}

/** What a running server writes to its home folder, for commands that look for it. */
export interface ServerStatus extends ProcessMark {
  readonly startedAt: string;
  readonly host: string;
  readonly port: number;
  readonly workers: number;
  readonly releaseFile: string;
  readonly release: { readonly name: string; readonly version: string; readonly hash: string };
  /** Completed reloads. */
  readonly reloads: number;
  readonly isReloading: boolean;
  readonly lastReload: ReloadOutcome | null;
}

export function statusRelease({ name, version, contentHash }: ReleaseDescription): ServerStatus["release"] {
  return { name, version, hash: contentHash };
}

/** Throws the system's error when it cannot be written. */
function writeStatus(home: Home, status: ServerStatus): void {
  if (!existsSync(home.serversFolder)) mkdirSync(home.serversFolder, { mode: OWNER_ONLY_FOLDER });
  // No fsync: no server survives a loss of power.
  replaceFile(statusFile(home, status.pid), JSON.stringify(status, null, 2), { mode: OWNER_ONLY_FILE, flush: false });
}

function removeStatus(home: Home, pid: number): void {
  rmSync(statusFile(home, pid), { force: true });
}

function readStatus(home: Home, pid: number): ServerStatus | null {
  try {
    return JSON.parse(readFileSync(statusFile(home, pid), "utf8")) as ServerStatus;
  } catch {
    return null;
  }
}

/** The running servers of a home; files of others are removed where possible. */
export function runningServers(home: Home): ServerStatus[] {
  if (!existsSync(home.serversFolder)) return [];
  const running: ServerStatus[] = [];
  for (const name of readdirSync(home.serversFolder)) {
    const pid = Number(/^([0-9]+)\.json$/.exec(name)?.[1]);
    const status = readStatus(home, pid);
    if (status === null) continue;
    if (isRunning(status)) running.push(status);
    else clearAway(statusFile(home, pid));
  }
  return running;
}

function clearAway(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A read-only home: the file does no harm.
  }
}

function statusFile(home: Home, pid: number): string {
  return join(home.serversFolder, `${pid}.json`);
}

/** How soon `reload` finds a server again after its disk has space, or its folder is back. */
const KEEP_MILLISECONDS = 5_000;

/**
 * The status of a server in its home. A home that is read-only, full or incomplete is no reason not to answer: it is logged, once until it
 * can be written again.
 */
export class StatusFile {
  readonly #home: Home;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  readonly #outage: Outage;
  #status: ServerStatus;

  constructor(home: Home, log: Log, status: ServerStatus) {
    this.#home = home;
    this.#log = log;
    this.#status = status;
    this.#outage = new Outage({
      onFailed: (error) => log.error("status_not_written", { file: home.serversFolder, reason: reasonOf(error) }),
    });
    this.#write();
    this.#timer = setInterval(() => this.#keep(), KEEP_MILLISECONDS).unref();
  }

  get status(): ServerStatus {
    return this.#status;
  }

  update(change: Partial<ServerStatus>): void {
    this.#status = { ...this.#status, ...change };
    this.#write();
  }

  remove(): void {
    clearInterval(this.#timer);
    try {
      removeStatus(this.#home, this.#status.pid);
    } catch (error) {
      this.#log.error("status_not_removed", { reason: reasonOf(error) });
    }
  }

  /** A missing status is written again: `reload` finds the server by it. */
  #keep(): void {
    if (this.#outage.isFailing || readStatus(this.#home, this.#status.pid) === null) this.#write();
  }

  #write(): void {
    try {
      writeStatus(this.#home, this.#status);
      this.#outage.works();
    } catch (error) {
      this.#outage.failed(error);
    }
  }
}

/** Opening a release takes a second at most, several workers included. */
const RELOAD_MILLISECONDS_MAX = 60_000;
/** A server writes at once that it is reloading: one that has not done so by now cannot write its status. */
const SIGN_MILLISECONDS_MAX = 5_000;
const LOOK_MILLISECONDS = 25;

/** Requests a reload from every running server of a home; resolves to their status afterwards. */
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
  // A reload that is under way may have opened the old file: the next one counts.
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
    throw failure(`Server ${pid} cannot be signalled to reload (${reasonOf(error)}). Use the user that started it.`);
  }
}

/** What is known of a server that cannot report: its home is full, read-only or incomplete. */
function unwrittenStatus(home: Home, pid: number): Error {
  return failure(
    `Server ${pid} runs and was signalled to reload, but does not write its status to ${home.serversFolder}; its log says how it went (reloaded or reload_refused).`,
  );
}
