import { readdirSync, readFileSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { reasonOf } from "../../core/runtime/failure.ts";

const THREADS = "/proc/self/task";

/** What Node calls the threads that collect garbage and compile in the background. */
const HELPER = "V8Worker";

/** How far behind the thread that answers: ahead of what others run at the lowest priority, where it runs at the usual one. */
const NICENESS_BEHIND = 5;

/**
 * Lets Node's helper threads give way to the one that answers. Where they share a core with it, they would otherwise take
 * it for a whole time slice of the system at a time, 4 ms in which nobody is answered, a dozen times while a large heap
 * is marked. Only Linux has threads of different priority; elsewhere, and where a container hides /proc or forbids it, all
 * stays as it is: it is no reason not to serve (`priorityRefusal` reports it).
 */
export function letHelpersGiveWay(): void {
  try {
    const niceness = behind(getPriority());
    for (const thread of helperThreads()) setPriority(thread, niceness);
  } catch {}
}

/** Lets the thread that calls this give way in the same manner. Elsewhere than on Linux it would be the whole process. */
export function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(behind(getPriority()));
  } catch {}
}

/**
 * Why this machine refuses threads a lower priority; null where it allows it, and elsewhere than on Linux. A filter of system
 * calls (seccomp, in a unit or a container) refuses the call itself, so setting the present priority shows it.
 */
export function priorityRefusal(): string | null {
  if (process.platform !== "linux") return null;
  try {
    helperThreads();
    setPriority(getPriority());
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** What an operator does about a refused priority. */
export const PRIORITY_REMEDY =
  'Allow the system call setpriority ("SystemCallFilter=setpriority" in the unit, after lines that exclude it) and mount /proc.';

/** A whole process may have been started at a lower priority (`nice`): nothing in it may come before the rest. */
function behind(niceness: number): number {
  return Math.min(niceness + NICENESS_BEHIND, constants.priority.PRIORITY_LOW);
}

/** Throws where the system does not tell. */
export function helperThreads(): number[] {
  return readdirSync(THREADS)
    .filter((thread) => readFileSync(`${THREADS}/${thread}/comm`, "utf8").trim() === HELPER)
    .map(Number);
}

/**
 * Ends the process from its `exit` event without waiting for its threads. Node joins every one of them before it ends,
 * and one that is in native code cannot be stopped. Becoming another program ends them all; that one ends with the
 * exit code. Where the system or the version of Node has no such call, the process is killed.
 */
export function endAtOnce(exitCode: number): void {
  try {
    process.execve?.(process.execPath, [process.execPath, "--eval", `process.exit(${exitCode})`], {});
  } catch {
    // Windows, or a file of Node that is gone.
  }
  process.kill(process.pid, "SIGKILL");
}
