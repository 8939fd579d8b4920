import { readFileSync } from "node:fs";

/** A process as another one can recognise it: numbers are given again, in a container within minutes. */
export interface ProcessMark {
  readonly pid: number;
  /** Tells this process from a later one that was given the same number; null where the system does not tell. */
  readonly processStart: string | null;
}

/** Whether it is still the process that it was. */
export function isRunning({ pid, processStart }: ProcessMark): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
    // A process of another user is there, and when it began may be hidden from us.
    const start = processStartOf(pid);
    return start === null || start === processStart;
  }
  return processStartOf(pid) === processStart;
}

/** What follows the command's name in /proc/PID/stat: the state, and 19 fields later the start. */
const START_FIELD = 19;

/** When a process began, in the kernel's own count; null of one that has ended, and where the system does not tell, as on macOS. */
export function processStartOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command's name may hold spaces and parentheses; what follows the last one is regular.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie has ended, and waits for its parent to hear of it.
    return fields[0] === "Z" ? null : (fields[START_FIELD] ?? null);
  } catch {
    return null;
  }
}
