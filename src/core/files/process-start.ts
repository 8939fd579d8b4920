import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** Identifies a process: process numbers are reused, in a container within minutes. */
export interface ProcessMark {
  readonly pid: number;
  /** Distinguishes it from a later process with the same number; null if the system does not report it. */
  readonly processStart: string | null;
}

export function isRunning({ pid, processStart }: ProcessMark): boolean {
  const reached = reachedBySignal(pid);
  return reached !== "none" && isSameStart(processStartOf(pid), processStart, reached);
}

/** As `isRunning`, asynchronous, for a thread that answers requests. */
export async function isStillRunning({ pid, processStart }: ProcessMark): Promise<boolean> {
  const reached = reachedBySignal(pid);
  return reached !== "none" && isSameStart(await processStartLater(pid), processStart, reached);
}

/** Who owns a process number: this user, another user, or none. */
type Reached = "ours" | "other_user" | "none";

function reachedBySignal(pid: number): Reached {
  try {
    process.kill(pid, 0);
    return "ours";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM" ? "other_user" : "none";
  }
}

/** The start of a process of another user may be hidden from us. */
function isSameStart(start: string | null, processStart: string | null, reached: Reached): boolean {
  return start === processStart || (start === null && reached === "other_user");
}

/** What follows the command's name in /proc/PID/stat: the state, and 19 fields later the start. */
const START_FIELD = 19;

/** When a process began, in the kernel's count; null if it has ended, or on systems that do not report it (macOS). */
export function processStartOf(pid: number): string | null {
  try {
    return startIn(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return null;
  }
}

async function processStartLater(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return stat === null ? null : startIn(stat);
}

function startIn(stat: string): string | null {
  // The command's name may hold spaces and parentheses; what follows the last one is regular.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A zombie has ended.
  return fields[0] === "Z" ? null : (fields[START_FIELD] ?? null);
}
