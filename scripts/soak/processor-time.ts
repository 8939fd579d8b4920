import { readFileSync } from "node:fs";
import { descendantsOf } from "../fire/process-size.ts";

/** Who had the processors so far, in ticks of the system: processes of ours, and all together. */
export interface ProcessorTime {
  readonly server: number;
  readonly tool: number;
  /** Taken away by the host of a virtual machine. */
  readonly stolen: number;
  readonly idle: number;
  readonly all: number;
}

/** Reads it now; a server counts with its workers, the tool with its helpers, those that have ended too. */
export function processorTime(serverPid: number): ProcessorTime {
  // user, nice, system, idle, iowait, irq, softirq and steal, of all processors together.
  const ticks = readFileSync("/proc/stat", "utf8").split("\n", 1)[0]?.split(/ +/).slice(1, 9).map(Number) ?? [];
  const [, , , idle = 0, waiting = 0, , , stolen = 0] = ticks;
  const server = [serverPid, ...descendantsOf(serverPid)];
  const tool = [process.pid, ...descendantsOf(process.pid)].filter((pid) => !server.includes(pid));
  return {
    server: sum(server.map(ticksOf)),
    tool: sum(tool.map(ticksOf)),
    stolen,
    idle: idle + waiting,
    all: sum(ticks),
  };
}

/** What a reader needs to judge whether a server could have been faster: a share that others had is not its own slowness. */
export function processorShares(from: ProcessorTime, to: ProcessorTime): string {
  const all = to.all - from.all;
  const share = (ticks: number) => `${Math.round((100 * ticks) / all)} %`;
  const others = share(shareOfOthers(from, to) * all);
  return `server ${share(to.server - from.server)}, this tool ${share(to.tool - from.tool)}, the host of the machine ${share(to.stolen - from.stolen)}, others ${others}, idle ${share(to.idle - from.idle)}`;
}

/** The share of the processors that neither the server nor this tool had, nor was left over, nor the host took. */
export function shareOfOthers(from: ProcessorTime, to: ProcessorTime): number {
  const [server, tool, stolen, idle, all] = [
    to.server - from.server,
    to.tool - from.tool,
    to.stolen - from.stolen,
    to.idle - from.idle,
    to.all - from.all,
  ];
  return all === 0 ? 0 : Math.max(0, all - server - tool - stolen - idle) / all;
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
