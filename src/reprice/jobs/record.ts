import cluster from "node:cluster";
import { createHash, type Hash } from "node:crypto";
import { hostname } from "node:os";
import { isStillRunning, type ProcessMark, processStartOf } from "../../core/files/process-start.ts";
import type { CareSetting } from "../../registry/definition.ts";

/** How a request is recognised that a client sends again (Idempotency-Key). Hashes alone: both may be about a patient. */
export interface RequestMark {
  readonly keyHash: string;
  /** Of the form, file and fields; null while the file arrives. */
  readonly formHash: string | null;
}

/** What becomes of a job, in this order; `failed` may follow each of the first three, and a job at work that gives way to other keys is `queued` again. */
export const JOB_STATUSES = ["receiving", "queued", "running", "done", "failed"] as const;
type JobStatus = (typeof JOB_STATUSES)[number];

/** The release that a job is priced with: the one in service when it was accepted. */
interface JobRelease {
  readonly name: string;
  readonly version: string;
  readonly contentHash: string;
}

/**
 * What every process of the server reads about a job, with every upload and every look: a kilobyte or two. Notes and the summary, which can be
 * megabytes, have files of their own (`job-folder.ts`). The record holds nothing of a claim.
 */
export interface JobRecord {
  readonly id: string;
  readonly keyId: string;
  readonly owner: JobOwner;
  readonly status: JobStatus;
  /** The file is looked at and no more: it takes the place of none that is to be priced. */
  readonly isDryRun: boolean;
  readonly createdAt: string;
  readonly endedAt: string | null;
  /** Null while the file arrives. */
  readonly state: string | null;
  readonly setting: CareSetting | null;
  readonly release: JobRelease | null;
  readonly linesDone: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  /** What it takes of the disk: the file and what is written so far, at last the results. Counts towards the limits. */
  readonly keptBytes: number;
  /** Of a request with an Idempotency-Key. */
  readonly mark: RequestMark | null;
  readonly hasFaults: boolean;
  /** Why it failed. */
  readonly reason: string | null;
}

export function isUnderWay({ status }: Pick<JobRecord, "status">): boolean {
  return status !== "done" && status !== "failed";
}

/** Who has taken a job: the process that works on it, and the server that this belongs to. */
export interface JobOwner {
  readonly host: string;
  readonly worker: ProcessMark;
  readonly server: ProcessMark;
}

export function thisOwner(): JobOwner {
  const worker = processMark(process.pid);
  return { host: hostname(), worker, server: cluster.isWorker ? processMark(process.ppid) : worker };
}

function processMark(pid: number): ProcessMark {
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

export function markOf(idempotencyKey: string): RequestMark {
  return { keyHash: createHash("sha256").update(idempotencyKey).digest("hex"), formHash: null };
}

/** Hashes a form while it arrives, the file piece by piece. */
export class FormHash {
  readonly #hash: Hash = createHash("sha256");
  #bytes = 0;

  add(piece: Uint8Array): void {
    this.#hash.update(piece);
    this.#bytes += piece.length;
  }

  /** Of the file and the fields, in any order. A field that is empty is as good as absent. */
  of(fields: ReadonlyMap<string, string>): string {
    const given = [...fields].map(([name, value]) => [name, value.trim()] as const).filter(([, value]) => value !== "");
    given.sort(([one], [other]) => (one < other ? -1 : 1));
    return this.#hash.update(JSON.stringify([this.#bytes, given])).digest("hex");
  }
}

/**
 * Whether a job stands for a request with this mark, sent by the same key. A job that failed does not: its reason asks for the file again. Of two
 * requests that reach two processes at the same moment each gives way to the other, and their clients are asked to send them again: never are there
 * two jobs.
 */
export function standsFor(job: JobRecord, asked: JobRecord): boolean {
  return (
    job.id !== asked.id && asked.mark !== null && job.mark?.keyHash === asked.mark.keyHash && job.status !== "failed"
  );
}
