import cluster from "node:cluster";
import { createHash, type Hash } from "node:crypto";
import { hostname } from "node:os";
import { isStillRunning, type ProcessMark, processStartOf } from "../../core/files/process-start.ts";
import type { CareSetting } from "../../registry/definition.ts";
import { JOB_LIMITS } from "../limits.ts";

/** 128 random bits, so that a client cannot guess the job of another one. */
export const JOB_ID = /^[0-9a-f]{32}$/;

/** The lines of an appeal packet, as its address has them. */
export const PACKET_LINES = /^[1-9][0-9]{0,8}(?:,[1-9][0-9]{0,8})*$/;

/** The header that a client sends with every try of one upload. */
export const IDEMPOTENCY_KEY = "Idempotency-Key";

/** Visible characters, without a space: two headers of the name are joined by one, and are refused. Long enough for a UUID and a name. */
export const IDEMPOTENCY_KEY_FORM = /^[!-~]{1,255}$/;

/** Identifies a repeated request (Idempotency-Key). Only hashes: both may be about a patient. */
export interface RequestMark {
  readonly keyHash: string;
  /** Hash of the form, file and fields; null while the file arrives. */
  readonly formHash: string | null;
}

/** In order. `failed` may follow each of the first three; a running job that gives way to other keys is `queued` again. */
export const JOB_STATUSES = ["receiving", "queued", "running", "done", "failed"] as const;
type JobStatus = (typeof JOB_STATUSES)[number];

/** The release in service when the job was accepted. */
interface JobRelease {
  readonly name: string;
  readonly version: string;
  readonly contentHash: string;
}

/**
 * The record of a job, one or two kilobytes: every process reads it with every upload and scan. Notes and summary can be
 * megabytes and have files of their own (`job-folder.ts`). The record has no data of a claim; the file name may have some.
 */
export interface JobRecord {
  readonly id: string;
  readonly keyId: string;
  readonly owner: JobOwner;
  readonly status: JobStatus;
  /** A preview: it does not count as a file to be priced. */
  readonly isDryRun: boolean;
  readonly createdAt: string;
  readonly endedAt: string | null;
  /** Null while the file arrives. */
  readonly state: string | null;
  readonly setting: CareSetting | null;
  /** The client's name of the file, for lists alone: it may name a patient, so no log, metric or error has it. */
  readonly fileName: string | null;
  /** The same of the file with the claims of a remittance; null without one. */
  readonly claimsName: string | null;
  readonly release: JobRelease | null;
  readonly linesDone: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  /** Disk space that counts towards the limits: the file and what is written so far, at the end the results. */
  readonly keptBytes: number;
  /** Present when the request has an Idempotency-Key. */
  readonly mark: RequestMark | null;
  readonly hasFaults: boolean;
  /** Expected minus paid, of all compared lines; null where nothing is compared. */
  readonly variance: string | null;
  readonly reason: string | null;
}

/** The record of a job whose file begins to arrive. */
export function arriving(id: string, keyId: string, owner: JobOwner, now: Date): JobRecord {
  return {
    id,
    keyId,
    owner,
    status: "receiving",
    isDryRun: false,
    createdAt: now.toISOString(),
    endedAt: null,
    state: null,
    setting: null,
    fileName: null,
    claimsName: null,
    release: null,
    linesDone: 0,
    bytesDone: 0,
    bytesTotal: 0,
    keptBytes: 0,
    mark: null,
    hasFaults: false,
    variance: null,
    reason: null,
  };
}

export function failedNow(record: JobRecord, reason: string): JobRecord {
  return { ...record, status: "failed", endedAt: new Date().toISOString(), reason };
}

/** A job in progress whose process has ended. */
export function abandoned(record: JobRecord): JobRecord {
  return failedNow(record, "The process that worked on the file has ended. Send the file again.");
}

/** Only the client of a job reads why it failed, and the reason can be long. */
export function withoutReason(record: JobRecord): JobRecord {
  return { ...record, reason: null };
}

export function isUnderWay({ status }: Pick<JobRecord, "status">): boolean {
  return status !== "done" && status !== "failed";
}

/** Whether a job has had its time: to work, or to be downloaded. */
export function isOver({ createdAt, endedAt }: JobRecord, now: Date): boolean {
  return endedAt === null
    ? now.getTime() - Date.parse(createdAt) > JOB_LIMITS.underWayMillisecondsMax
    : now.getTime() - Date.parse(endedAt) > JOB_LIMITS.keptMillisecondsMax;
}

/** Content hashes of the releases that jobs in progress use. */
export function releasesOf(jobs: readonly JobRecord[]): ReadonlySet<string> {
  return new Set(jobs.filter(isUnderWay).flatMap(({ release }) => release?.contentHash ?? []));
}

/** An order of ended jobs. */
export function endedFirst(one: JobRecord, other: JobRecord): number {
  return `${one.endedAt} ${one.id}` < `${other.endedAt} ${other.id}` ? -1 : 1;
}

/** An order of jobs, as lists have them. */
export function newestFirst(one: JobRecord, other: JobRecord): number {
  return `${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}` ? 1 : -1;
}

/** The process that works on a job, and its server. */
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

/** Processes that have ended, as of one check. A process on another machine is known to have ended only by its silence. */
export class EndedOwners {
  readonly #ended = new Set<string>();

  /** Checks each process once. */
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

export class FormHash {
  readonly #hash: Hash = createHash("sha256");
  #bytes = 0;

  add(piece: Uint8Array): void {
    this.#hash.update(piece);
    this.#bytes += piece.length;
  }

  /** Hash of the file and the fields, in any order. An empty field counts as absent. */
  of(fields: ReadonlyMap<string, string>): string {
    const given = [...fields].map(([name, value]) => [name, value.trim()] as const).filter(([, value]) => value !== "");
    given.sort(([one], [other]) => (one < other ? -1 : 1));
    return this.#hash.update(JSON.stringify([this.#bytes, given])).digest("hex");
  }
}

/**
 * Whether a job answers a repeated request of the same key. A failed job does not: its reason says to send the file again.
 * When two processes receive the request at once, each gives way and both clients must retry: there are never two jobs.
 */
export function standsFor(job: JobRecord, requested: JobRecord): boolean {
  return (
    job.id !== requested.id &&
    requested.mark !== null &&
    job.mark?.keyHash === requested.mark.keyHash &&
    job.status !== "failed"
  );
}
