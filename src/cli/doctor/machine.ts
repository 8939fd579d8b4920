import { readdirSync, readFileSync, statSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { INSTALLATION, programVersion } from "../../core/files/installation.ts";
import { isFailure } from "../../core/runtime/failure.ts";
import { plainCountText } from "../../core/text/plural.ts";
import { JOB_LIMITS } from "../../reprice/limits.ts";
import { HTTP_LIMITS } from "../../serve/http/limits.ts";
import { homeIn } from "../../serve/operations/home.ts";
import { freePort } from "../../serve/operations/port.ts";
import { runningServers } from "../../serve/operations/server-status.ts";
import { PRIORITY_REMEDY, priorityRefusal } from "../../serve/operations/threads.ts";
import { todayIn } from "../../serve/operations/today.ts";
import { bytesText, type DoctorFinding, type Examined, failed, passed, warned } from "./finding.ts";

/** The oldest Node that runs the source, and that the tests run with. */
const OLDEST_NODE = 24;

export function programFindings(nodeVersion: string): readonly DoctorFinding[] {
  const found = `Ratebook ${programVersion()} on Node ${nodeVersion}, ${process.platform} ${process.arch}.`;
  if (Number.parseInt(nodeVersion.slice(1), 10) >= OLDEST_NODE) return [passed("program", found)];
  const remedy = `Install Node ${OLDEST_NODE} or newer, or run "npm install" in the folder of the program, which brings it.`;
  return [failed("program", found, remedy)];
}

const MEBIBYTE = 1024 * 1024;
/** Memory of a busy process with its bytes in flight (docs/operations.md, Memory). */
const PROCESS_BYTES = 512 * MEBIBYTE;
/** Memory for repricing clients' files, in each process. */
const FILES_BYTES = JOB_LIMITS.filesMebibytesMax * MEBIBYTE;

export function memoryFindings(
  { workers }: Pick<Examined, "workers">,
  bytes = usableBytes(),
): readonly DoctorFinding[] {
  const found = `${bytesText(bytes)} for ${plainCountText(workers, "process", "processes")}.`;
  const needed = workers * (PROCESS_BYTES + FILES_BYTES);
  if (bytes >= needed) return [passed("memory", found)];
  const busy = `A busy process takes up to ${bytesText(PROCESS_BYTES)}, and files to reprice up to ${bytesText(FILES_BYTES)} more`;
  const danger = "the system may end a process that needs more than there is";
  const remedy = `${busy}; ${danger}. Give the service ${bytesText(needed)}, or fewer --workers.`;
  return [warned("memory", found, remedy)];
}

/** Memory of the machine, or the limit of the container. */
function usableBytes(): number {
  const allowed = process.constrainedMemory();
  // Without a limit the system reports none, or an impossible one.
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}

/** Besides connections: the release in every thread, keys, logs, files of jobs and Node's own files. */
const OTHER_FILES = 512;
const NEEDED = HTTP_LIMITS.connectionsMax + OTHER_FILES;

/** How many files, connections included, a process may have open. */
export function openFilesFindings(limits = ownLimits()): readonly DoctorFinding[] {
  const limit = limits === null ? null : softLimit(limits);
  if (limit === null) return [passed("open files", "This system does not report how many a process may have open.")];
  const found = `A process may have ${limit === Infinity ? "any number of files" : `${limit} files`} open.`;
  if (limit >= NEEDED) return [passed("open files", found)];
  const remedy = `With ${HTTP_LIMITS.connectionsMax} connections it needs ${NEEDED}: "ulimit -n 65536", or LimitNOFILE=65536 in the unit.`;
  return [warned("open files", found, remedy)];
}

function softLimit(limits: string): number | null {
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(limits) ?? [];
  if (soft === undefined) return null;
  return soft === "unlimited" ? Infinity : Number(soft);
}

/** Null without /proc. Node has raised its own limit as far as it may, as it does in a server. */
function ownLimits(): string | null {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return null;
  }
}

/** Batches and garbage collection run at a lower priority than lookups. */
export function priorityFindings(refusal = priorityRefusal()): readonly DoctorFinding[] {
  if (refusal === null) return [passed("priority", "Helper threads may run at a lower priority than lookups.")];
  const found = `Helper threads run at the priority of lookups, which wait for them: ${refusal}.`;
  return [warned("priority", found, PRIORITY_REMEDY)];
}

const UNIVERSAL = new Set(["UTC", "Etc/UTC", "GMT", "Etc/GMT", "Universal", "Etc/Universal"]);

/** Which day it is for requests without a date: in the evening of the states it is already tomorrow in UTC. */
export function timeZoneFindings(
  { timeZone }: Pick<Examined, "timeZone">,
  hostZone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): readonly DoctorFinding[] {
  const zone = timeZone ?? hostZone;
  const found = `Today is ${todayIn(zone)()} in ${zone}${timeZone === null ? ", the zone of this machine" : ""}.`;
  if (timeZone !== null || !UNIVERSAL.has(zone)) return [passed("time zone", found)];
  const remedy =
    "A lookup without a date is priced for this day, which is tomorrow on an evening in the states: name yours, such as --time-zone America/Los_Angeles (RATEBOOK_TIME_ZONE); --time-zone UTC keeps it.";
  return [warned("time zone", found, remedy)];
}

/** Clocks of machines that share a disk differ by seconds. */
const AHEAD_MILLISECONDS_MAX = 5 * 60_000;
/** A home has a dozen files; other files there need no check. */
const FILES_MAX = 1_000;

const PROGRAM = join(INSTALLATION, "package.json");

/** A file with a later time than now: the clock is behind, or was ahead before. Expiry of keys and today's date depend on it. */
export function clockFindings(
  { home, release }: Pick<Examined, "home" | "release">,
  now = new Date(),
): readonly DoctorFinding[] {
  const found = `It is ${now.toISOString()}.`;
  const files = [PROGRAM, ...(release === null ? [] : [release]), ...filesIn(home)];
  const newest = files
    .map((file) => ({ file, time: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .reduce((one, other) => (other.time > one.time ? other : one));
  if (newest.time <= now.getTime() + AHEAD_MILLISECONDS_MAX) return [passed("clock", found)];
  const written = new Date(newest.time).toISOString();
  const remedy =
    'Set the clock, and let a time service keep it ("timedatectl"): ends of keys and the day of lookups depend on it.';
  return [warned("clock", `${found} But ${newest.file} was written at ${written}, which is later.`, remedy)];
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .slice(0, FILES_MAX)
      .map((name) => join(folder, name));
  } catch {
    // The check of the home reports its errors.
    return [];
  }
}

/** Free, or taken by a server of this home, which is then the one to check. */
export async function portFindings({
  home,
  host,
  port,
}: Pick<Examined, "home" | "host" | "port">): Promise<readonly DoctorFinding[]> {
  if (port === 0) return [passed("port", "Any free one will be taken.")];
  const ours = runningServers(homeIn(home)).find((server) => server.port === port);
  if (ours !== undefined) {
    const { pid, release } = ours;
    return [
      passed("port", `${port} is served by process ${pid} of this home, with ${release.name} ${release.version}.`),
    ];
  }
  try {
    await freePort(host, port);
    return [passed("port", `${port} on ${host} is free.`)];
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [failed("port", error.message, remedyFor(host, error.cause))];
  }
}

/** Two errors look like a port that is taken, though no process has it. */
function remedyFor(host: string, cause: unknown): string {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `The addresses of this machine, on Linux: "ip address". --host 127.0.0.1 is this machine alone, 0.0.0.0 all its addresses; a name in --host ${host} must lead to one of them.`;
  }
  if (code === "EACCES") return "Choose a port above 1023, and let a proxy listen on the lower one.";
  return 'Who has it, on Linux: "ss -ltnp". No server of this home does.';
}
