import { randomBytes } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeFolders } from "../files/make-folders.ts";
import { isOutside } from "../runtime/failure.ts";
import { isDeleted, JobFolder, OWNER_ONLY, removeFolder } from "./job-folder.ts";
import { JOB_LIMITS } from "./limits.ts";
import { hasServerEnded, hasWorkerEnded, isSameWorker, type JobOwner, thisOwner } from "./owner.ts";
import { isUnderWay, type JobRecord } from "./record.ts";

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
  readonly #onMistake: (error: unknown) => void;

  /** `onMistake` is told what stands in the way of one job; the others go on. */
  constructor(folder: string, onMistake: (error: unknown) => void) {
    this.#folder = folder;
    this.#onMistake = onMistake;
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
    // Whether a file is to be priced or looked at is not known before it arrives.
    const underWayMax = JOB_LIMITS.underWayPerKeyMax + JOB_LIMITS.dryRunsPerKeyMax;
    if (ofKey.filter(isUnderWay).length > underWayMax) return "under_way";
    if (ofKey.length > JOB_LIMITS.keptPerKeyMax) return "kept";
    return all.length > JOB_LIMITS.keptMax ? "all" : null;
  }

  /** Whether a key has more files to be priced under way than it may have, its newest one counted. */
  hasTooMany(keyId: string): boolean {
    const priced = this.records().filter((record) => record.keyId === keyId && isUnderWay(record) && !record.isDryRun);
    return priced.length > JOB_LIMITS.underWayPerKeyMax;
  }

  /** A job of a key; null when there is none, or when it is another key's. One whose process has ended has failed. */
  find(id: string, keyId: string): { readonly folder: JobFolder; readonly record: JobRecord } | null {
    if (!ID.test(id)) return null;
    const folder = new JobFolder(this.#folder, id);
    const record = folder.read();
    if (record === null || record.keyId !== keyId) return null;
    return { folder, record: isLost(record, folder, new Date()) ? abandoned(record) : record };
  }

  /** Those that can be read; the next sweep deletes the others. */
  records(): readonly JobRecord[] {
    return this.#names()
      .filter((name) => ID.test(name))
      .flatMap((name) => readable(new JobFolder(this.#folder, name)) ?? []);
  }

  /** Says of jobs that this process has them in hand. */
  touch(jobs: Iterable<JobFolder>, now: Date): void {
    for (const job of jobs) if (!job.isGone) this.#trying(() => job.touch(now));
  }

  /** Deletes what has had its time, what a server that is gone has left, and the claims of a process that is gone. */
  sweep(now: Date): void {
    for (const name of this.#names()) {
      this.#trying(() => {
        if (isDeleted(name)) removeFolder(join(this.#folder, name));
        else if (ID.test(name)) this.#sweepJob(name, now);
      });
    }
  }

  /** Deletes what this process has taken, and what processes have left that are gone. */
  clear(): void {
    for (const { id, owner } of this.records()) {
      if (!isSameWorker(owner, this.owner) && !hasWorkerEnded(owner)) continue;
      this.#trying(() => new JobFolder(this.#folder, id).remove());
    }
  }

  /** One folder that cannot be dealt with, such as a stranger's, must not keep the claims in all others. */
  #trying(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#onMistake(error);
    }
  }

  #sweepJob(id: string, now: Date): void {
    const folder = new JobFolder(this.#folder, id);
    const record = readable(folder);
    if (record === null) {
      // Half made by a process that was killed, and one that is being made at this moment is younger; or a record that
      // cannot be read, maybe for a moment only.
      const age = now.getTime() - (folder.touchedAt ?? this.#madeAt(id) ?? now.getTime());
      const ageMax = folder.touchedAt === null ? JOB_LIMITS.sweepMilliseconds : JOB_LIMITS.keptMillisecondsMax;
      if (age > ageMax) folder.remove();
    } else if (isOver(record, now) || hasServerEnded(record.owner)) folder.remove();
    else if (isLost(record, folder, now)) {
      // First: whether it can be written or not, nobody needs the claims.
      folder.keepRecord();
      folder.write(abandoned(record));
    }
  }

  #madeAt(id: string): number | undefined {
    return statSync(join(this.#folder, id), { throwIfNoEntry: false })?.mtimeMs;
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }
}

/** A record that cannot be read, half written when the power went say, is none. */
function readable(folder: JobFolder): JobRecord | null {
  try {
    return folder.read();
  } catch {
    return null;
  }
}

/** Whether nobody works on a job any more that is under way: its process has ended, or has been silent for too long. */
function isLost(record: JobRecord, folder: JobFolder, now: Date): boolean {
  if (!isUnderWay(record)) return false;
  if (hasWorkerEnded(record.owner)) return true;
  const { touchedAt } = folder;
  return touchedAt !== null && now.getTime() - touchedAt > JOB_LIMITS.silentMillisecondsMax;
}

/** Long after every limit of arriving, waiting and working a job is over whoever holds it. */
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
    isDryRun: false,
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
