import cluster from "node:cluster";
import { hostname } from "node:os";
import { isStillRunning, type ProcessMark, processStartOf } from "../../core/files/process-start.ts";

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

/** Which processes have ended, as of one look. The end of a process on another machine is known by its silence alone. */
export class EndedOwners {
  readonly #ended = new Set<string>();

  /** Looks at each process once. */
  async look(owners: Iterable<JobOwner>): Promise<void> {
    const here = hostname();
    const marks = new Map<string, ProcessMark>();
    for (const { host, worker, server } of owners) {
      if (host === here) marks.set(nameOf(worker), worker).set(nameOf(server), server);
    }
    for (const [name, mark] of marks) if (!(await isStillRunning(mark))) this.#ended.add(name);
  }

  hasWorkerEnded({ host, worker }: JobOwner): boolean {
    return this.#ended.size > 0 && host === hostname() && this.#ended.has(nameOf(worker));
  }

  hasServerEnded({ host, server }: JobOwner): boolean {
    return this.#ended.size > 0 && host === hostname() && this.#ended.has(nameOf(server));
  }
}

function nameOf({ pid, processStart }: ProcessMark): string {
  return `${pid} ${processStart}`;
}

export function isSameWorker(one: JobOwner, other: JobOwner): boolean {
  const { pid, processStart } = other.worker;
  return one.host === other.host && one.worker.pid === pid && one.worker.processStart === processStart;
}
