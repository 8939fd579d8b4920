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
    // A process of another user is there too, and may be hidden from us.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return processStartOf(pid) === processStart;
}

/** When a process began, in the kernel's own count; null where the system does not tell, as on macOS. */
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
