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

/** Whether the process is known to have ended. Of one on another machine only its silence tells. */
export function hasWorkerEnded({ host, worker }: JobOwner): boolean {
  return host === hostname() && !isRunning(worker);
}

export function hasServerEnded({ host, server }: JobOwner): boolean {
  return host === hostname() && !isRunning(server);
}

export function isSameWorker(one: JobOwner, other: JobOwner): boolean {
  const { pid, processStart } = other.worker;
  return one.host === other.host && one.worker.pid === pid && one.worker.processStart === processStart;
}
