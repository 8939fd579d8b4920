import { readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second, whatever the hardware. */
const MILLISECONDS_PER_TICK = 10;

/** A process and everything that it has started, such as the workers of a server. */
function processTree(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return [pid, ...children.flatMap((child) => processTree(Number(child)))];
}

/** Processor time that a process and its children have used so far. */
export function processorMilliseconds(pid: number): number {
  return processTree(pid).reduce((sum, each) => {
    // The name of the program comes before and may hold spaces; user and system time are fields 14 and 15.
    const fields = readFileSync(`/proc/${each}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK;
  }, 0);
}

export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+([0-9]+)/.exec(status)?.[1]) / 1024;
}

/** The peak that Linux keeps of a process; 0 when it has just ended. */
export function peakMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+([0-9]+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
