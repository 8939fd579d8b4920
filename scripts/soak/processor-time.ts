import { readFileSync } from "node:fs";
import { descendantsOf } from "../fire/process-size.ts";

/** Who had the processors so far, in ticks of the system: processes of ours, and all together. */
interface ProcessorTime {
  readonly server: number;
  readonly tool: number;
  /** Taken away by the host of a virtual machine. */
  readonly stolen: number;
  readonly idle: number;
  readonly all: number;
}

/** Reads it now; a server counts with its workers, those that have ended too. */
export function processorTime(serverPid: number): ProcessorTime {
  // user, nice, system, idle, iowait, irq, softirq and steal, of all processors together.
  const ticks = readFileSync("/proc/stat", "utf8").split("\n", 1)[0]?.split(/ +/).slice(1, 9).map(Number) ?? [];
  const [, , , idle = 0, waiting = 0, , , stolen = 0] = ticks;
  return {
    server: sum([serverPid, ...descendantsOf(serverPid)].map(ticksOf)),
    tool: ticksOf(process.pid),
    stolen,
    idle: idle + waiting,
    all: sum(ticks),
  };
}

/** What a reader needs to judge whether a server could have been faster: a share that others had is not its own slowness. */
export function processorShares(from: ProcessorTime, to: ProcessorTime): string {
  const all = to.all - from.all;
  const share = (ticks: number) => `${Math.round((100 * ticks) / all)} %`;
  const server = to.server - from.server;
  const tool = to.tool - from.tool;
  const stolen = to.stolen - from.stolen;
  const idle = to.idle - from.idle;
  const others = Math.max(0, all - server - tool - stolen - idle);
  return `server ${share(server)}, this tool ${share(tool)}, the host of the machine ${share(stolen)}, others ${share(others)}, idle ${share(idle)}`;
}

/** Of a process and those of its children that have ended. */
function ticksOf(pid: number): number {
  try {
    // The name of the program comes before and may hold spaces; fields 14 to 17 are its own time and that of its children.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return sum(fields.slice(11, 15).map(Number));
  } catch {
    return 0;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
