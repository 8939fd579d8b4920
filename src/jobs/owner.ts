import cluster from "node:cluster";
import { hostname } from "node:os";
import { isRunning, type ProcessMark, processStartOf } from "../files/process-start.ts";

/** Who has taken a job: the process that works on it, and the server that this belongs to. */
export interface JobOwner {
  readonly host: string;
  readonly worker: ProcessMark;
  readonly server: ProcessMark;
}

export function thisOwner(): JobOwner {
  const worker = markOf(process.pid);
  return { host: hostname(), worker, server: cluster.isWorker ? markOf(process.ppid) : worker };
}

function markOf(pid: number): ProcessMark {
  return { pid, processStart: processStartOf(pid) };
}

/** Of a process on another machine nothing can be told: it counts as alive, and its files go when their time is over. */
export function isWorkerAlive({ host, worker }: JobOwner): boolean {
  return host !== hostname() || isRunning(worker);
}

export function isServerAlive({ host, server }: JobOwner): boolean {
  return host !== hostname() || isRunning(server);
}

export function isSameWorker(one: JobOwner, other: JobOwner): boolean {
  const { pid, processStart } = other.worker;
  return one.host === other.host && one.worker.pid === pid && one.worker.processStart === processStart;
}
