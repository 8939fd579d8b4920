import { readdirSync, readFileSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { reasonOf } from "../../core/runtime/failure.ts";

const THREADS = "/proc/self/task";

/** Node's name for the threads that collect garbage and compile in the background. */
const HELPER = "V8Worker";

/** How much lower their priority is than that of the thread that answers. */
const NICENESS_BEHIND = 5;

/**
 * Lowers the priority of Node's helper threads below the one that answers. On a shared core they would otherwise take whole time slices of
 * 4 ms in which no request is answered, a dozen times while a large heap is marked. Only Linux has thread priorities; elsewhere, and where
 * a container hides /proc or forbids it, the server runs without (`priorityRefusal` reports it).
 */
export function letHelpersGiveWay(): void {
  try {
    const niceness = behind(getPriority());
    for (const thread of helperThreads()) setPriority(thread, niceness);
  } catch {}
}

/** Lowers the priority of the calling thread in this way. Only on Linux: elsewhere it would be the whole process. */
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

/** A whole process may have been started at a lower priority (`nice`): no thread may be above it. */
function behind(niceness: number): number {
  return Math.min(niceness + NICENESS_BEHIND, constants.priority.PRIORITY_LOW);
}

/** Throws where the system does not list them. */
export function helperThreads(): number[] {
  return readdirSync(THREADS)
    .filter((thread) => readFileSync(`${THREADS}/${thread}/comm`, "utf8").trim() === HELPER)
    .map(Number);
}
