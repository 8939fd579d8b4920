import { randomBytes } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeFolders } from "../files/make-folders.ts";
import { isOutside } from "../reading/failure.ts";
import { isDeleted, JobFolder, removeFolder } from "./job-folder.ts";
import { JOB_LIMITS } from "./limits.ts";
import { isSameWorker, isServerAlive, isWorkerAlive, type JobOwner, thisOwner } from "./owner.ts";
import { isUnderWay, type JobRecord } from "./record.ts";

const OWNER_ONLY = 0o700;

/** 128 random bits: nobody finds the job of somebody else by trying. */
const ID = /^[0-9a-f]{32}$/;

/** What a job finds in its way: a limit, or a disk that is full or cannot be written. */
export type JobsLimit = "under_way" | "kept" | "all" | "disk";

/**
 * The jobs of all processes with the same home, as files in a folder of their own: whichever process is asked about a job
 * can tell. A job is worked on by the process that took its file.
 */
export class JobStore {
  readonly #folder: string;
  readonly owner: JobOwner = thisOwner();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A place for a file that is about to arrive, or the limit in its way. */
  reserve(keyId: string, now: Date): JobFolder | JobsLimit {
    const job = new JobFolder(this.#folder, randomBytes(16).toString("hex"));
    try {
      // Only now: a server whose home may not be written answers lookups all the same.
      makeFolders(this.#folder, OWNER_ONLY);
      job.make();
      job.write(arriving(job.id, keyId, this.owner, now));
    } catch (error) {
      if (!isOutside(error)) throw error;
      job.remove();
      return "disk";
    }
    // Counted with its own: of two processes that take one at the same moment, both see both.
    const limit = this.#limitAgainst(keyId);
    if (limit === null) return job;
    job.remove();
    return limit;
  }

  #limitAgainst(keyId: string): JobsLimit | null {
    const all = this.records();
    const ofKey = all.filter((record) => record.keyId === keyId);
    if (ofKey.filter(isUnderWay).length > JOB_LIMITS.underWayPerKeyMax) return "under_way";
    if (ofKey.length > JOB_LIMITS.keptPerKeyMax) return "kept";
    return all.length > JOB_LIMITS.keptMax ? "all" : null;
  }

  /** A job of a key; null when there is none, or when it is another key's. One whose process has ended has failed. */
  find(id: string, keyId: string): { readonly folder: JobFolder; readonly record: JobRecord } | null {
    if (!ID.test(id)) return null;
    const folder = new JobFolder(this.#folder, id);
    const record = folder.read();
    if (record === null || record.keyId !== keyId) return null;
    return { folder, record: isUnderWay(record) && !isWorkerAlive(record.owner) ? abandoned(record) : record };
  }

  records(): readonly JobRecord[] {
    return this.#names()
      .filter((name) => ID.test(name))
      .flatMap((name) => new JobFolder(this.#folder, name).read() ?? []);
  }

  /** Deletes what has had its time, what a server that is gone has left, and the claims of a process that is gone. */
  sweep(now: Date): void {
    for (const name of this.#names()) {
      if (isDeleted(name)) removeFolder(join(this.#folder, name));
      else if (ID.test(name)) this.#sweepJob(name, now);
    }
  }

  /** Deletes what this process has taken, and what processes have left that are gone. */
  clear(): void {
    for (const { id, owner } of this.records()) {
      if (isSameWorker(owner, this.owner) || !isWorkerAlive(owner)) new JobFolder(this.#folder, id).remove();
    }
  }

  #sweepJob(id: string, now: Date): void {
    const folder = new JobFolder(this.#folder, id);
    const record = folder.read();
    if (record === null) {
      // Half made by a process that was killed; one that is being made at this moment is younger.
      if (this.#ageOf(id, now) > JOB_LIMITS.sweepMilliseconds) folder.remove();
    } else if (isOver(record, now) || !isServerAlive(record.owner)) folder.remove();
    else if (isUnderWay(record) && !isWorkerAlive(record.owner)) {
      folder.write(abandoned(record));
      folder.keepRecord();
    }
  }

  #ageOf(id: string, now: Date): number {
    const made = statSync(join(this.#folder, id), { throwIfNoEntry: false })?.mtimeMs;
    return made === undefined ? 0 : now.getTime() - made;
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }
}

/** Long after every limit of arriving, waiting and working even one whose process is alive on another machine is over. */
const UNDER_WAY_MILLISECONDS_MAX = (JOB_LIMITS.keptMax + 1) * JOB_LIMITS.workMillisecondsMax;

function isOver({ createdAt, endedAt }: JobRecord, now: Date): boolean {
  return endedAt === null
    ? now.getTime() - Date.parse(createdAt) > UNDER_WAY_MILLISECONDS_MAX
    : now.getTime() - Date.parse(endedAt) > JOB_LIMITS.keptMillisecondsMax;
}

function arriving(id: string, keyId: string, owner: JobOwner, now: Date): JobRecord {
  return {
    id,
    keyId,
    owner,
    status: "receiving",
    createdAt: now.toISOString(),
    endedAt: null,
    state: null,
    setting: null,
    release: null,
    linesDone: 0,
    bytesDone: 0,
    bytesTotal: 0,
    notes: [],
    summary: null,
    hasFaults: false,
    reason: null,
  };
}

function abandoned(record: JobRecord): JobRecord {
  const reason = "The process that worked on the file has ended. Send the file again.";
  return { ...record, status: "failed", endedAt: new Date().toISOString(), reason };
}
