import cluster from "node:cluster";
import { hostname } from "node:os";
import { isStillRunning, type ProcessMark, processStartOf } from "../files/process-start.ts";

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

/**
 * Which processes have ended, each looked at once: make a new one for every look at the jobs. The end of a process on another machine is known
 * by its silence alone.
 */
export class EndedOwners {
  readonly #running = new Map<string, Promise<boolean>>();

  async hasWorkerEnded({ host, worker }: JobOwner): Promise<boolean> {
    return host === hostname() && !(await this.#isThere(worker));
  }

  async hasServerEnded({ host, server }: JobOwner): Promise<boolean> {
    return host === hostname() && !(await this.#isThere(server));
  }

  #isThere(mark: ProcessMark): Promise<boolean> {
    const name = `${mark.pid} ${mark.processStart}`;
    const known = this.#running.get(name) ?? isStillRunning(mark);
    this.#running.set(name, known);
    return known;
  }
}

export function isSameWorker(one: JobOwner, other: JobOwner): boolean {
  const { pid, processStart } = other.worker;
  return one.host === other.host && one.worker.pid === pid && one.worker.processStart === processStart;
}
