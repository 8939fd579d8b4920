import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/* What processes take, from Linux. */

/** Linux counts processor time in hundredths of a second, whatever the hardware. */
const MILLISECONDS_PER_TICK = 10;
const WATCH_MILLISECONDS = 50;

/** Processor time of all threads of a process so far. */
export function processorMilliseconds(pid: number): number {
  // The name of the program comes before and may hold spaces; user and system time are fields 14 and 15.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK;
}

export function residentMegabytes(pid: number): number {
  return megabytes(pid, "VmRSS");
}

function megabytes(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${field}:\\s+([0-9]+)`).exec(status)?.[1] ?? 0) / 1024;
}

export interface Ran {
  readonly seconds: number;
  /** The most memory that was resident at any time. */
  readonly megabytes: number;
  readonly printed: string;
}

/** Runs a command to its end. */
export async function run(command: string, args: readonly string[]): Promise<Ran> {
  const start = performance.now();
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let most = 0;
  const watch = setInterval(() => {
    try {
      most = Math.max(most, megabytes(child.pid as number, "VmHWM"));
    } catch {
      // The process has just ended.
    }
  }, WATCH_MILLISECONDS);
  let [printed, reported] = ["", ""];
  child.stdout.on("data", (text) => {
    printed += text;
  });
  child.stderr.on("data", (text) => {
    reported += text;
  });
  const [code] = await once(child, "close");
  clearInterval(watch);
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${reported}`);
  return { seconds: (performance.now() - start) / 1000, megabytes: most, printed };
}
