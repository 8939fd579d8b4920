import { RecentlyUsed } from "../../core/runtime/cache.ts";
import { failure } from "../../core/runtime/failure.ts";
import { JOB_LIMITS } from "../limits.ts";
import type { JobFolder } from "./job-folder.ts";
import { fewAtOnce, inSlices, type JobsFolder } from "./jobs-folder.ts";
import { isUnderWay, JOB_ID, type JobRecord, withoutReason } from "./record.ts";
import { UnwrittenEnds } from "./unwritten-ends.ts";

/** The state of the keys that jobs belong to. */
export interface JobKeys {
  /** Whether a key replaced another one (rotation) and so owns its jobs. */
  succeeds(id: string, earlier: string): boolean;
  /** Whether a key has ended for good: its jobs are deleted. */
  hasEnded(id: string): boolean;
}

/** A job that this process works on. */
interface OwnJob {
  readonly folder: JobFolder;
  readonly record: JobRecord;
  /** The record as written: clients see no change that is not on the disk. */
  readonly written: JobRecord;
}

/**
 * The jobs as this process knows them: those that it works on, and all others as last read. Limits count these records. A finished
 * record no longer changes and is read once.
 */
export class KnownJobs {
  readonly folder: JobsFolder;
  /** Jobs that ended here and whose ends are not on the disk. */
  readonly unwritten = new UnwrittenEnds();
  readonly #keys: JobKeys;
  /** Jobs of this process, as they arrived. These records count instead of those on the disk. */
  readonly #own = new Map<string, OwnJob>();
  /** Jobs as last read, without their failure reasons. */
  readonly #read = new Map<string, JobRecord>();
  /** Why jobs failed, for lists. */
  readonly #reasons = new RecentlyUsed<string, string>(JOB_LIMITS.reasonsInMemoryMax);
  /** Jobs of this process that another one has deleted, as last read. */
  #deletedElsewhere: ReadonlySet<string> = new Set();
  #refreshing: Promise<void> = Promise.resolve();
  #nextRefresh: Promise<void> | null = null;

  constructor(folder: JobsFolder, keys: JobKeys) {
    this.folder = folder;
    this.#keys = keys;
  }

  /** All jobs, as last read. The next sweep deletes those whose records cannot be read. */
  all(): readonly JobRecord[] {
    const own = [...this.#own.values()].map(({ record }) => record);
    return [...own, ...[...this.#read.values()].filter(({ id }) => !this.#own.has(id))];
  }

  /** The jobs of a key, including those of the keys that it replaced. */
  ofKey(keyId: string, jobs: readonly JobRecord[] = this.all()): readonly JobRecord[] {
    return jobs.filter((record) => this.isOf(record, keyId));
  }

  isOf(record: JobRecord, keyId: string): boolean {
    return record.keyId === keyId || this.#keys.succeeds(keyId, record.keyId);
  }

  /** The jobs of this process, as they arrived. */
  own(): readonly OwnJob[] {
    return [...this.#own.values()];
  }

  /** A job of this process with its latest changes, written or not; null when this process does not work on it. */
  ownRecord(id: string): JobRecord | null {
    return this.#own.get(id)?.record ?? null;
  }

  /** A job of this process as written, or as it ended without being written; null for any other. */
  ownAsWritten(id: string): JobRecord | null {
    return this.#own.get(id)?.written ?? this.unwritten.recordOf(id);
  }

  /** A job as last read, without its reason; null when it was not read. */
  lastRead(id: string): JobRecord | null {
    return this.#read.get(id) ?? null;
  }

  /** Whether another process has deleted a job of this one, as last read. */
  isDeletedElsewhere(id: string): boolean {
    return this.#deletedElsewhere.has(id);
  }

  /** The whole record of a job that this process works on or that has ended; null when it must be read. */
  inMemory(id: string): JobRecord | null {
    const own = this.ownAsWritten(id);
    if (own !== null) return own;
    const read = this.lastRead(id);
    if (read === null || isUnderWay(read)) return null;
    if (read.status === "done") return read;
    const reason = this.#reasons.get(id);
    return reason === undefined ? null : { ...read, reason };
  }

  /** The record of a job; null when it was deleted. For a record in memory, only the folder's existence is checked. */
  async recordIn(folder: JobFolder): Promise<JobRecord | null> {
    if (this.inMemory(folder.id) !== null) {
      if (await folder.isGone()) return null;
      // It may be forgotten meanwhile, by a deletion that fails on a disk that cannot be written.
      const still = this.inMemory(folder.id);
      if (still !== null) return still;
    }
    const record = await folder.read();
    if (record !== null) this.#keepReason(record);
    return record;
  }

  /** From now on this process works on the job, whose record is written. */
  begin(folder: JobFolder, record: JobRecord): void {
    this.#own.set(folder.id, { folder, record, written: record });
  }

  /** Writes a change of this process's job; throws when the job has been deleted. */
  async change(folder: JobFolder, change: Partial<JobRecord>): Promise<JobRecord> {
    const own = this.#own.get(folder.id);
    if (own === undefined) throw failure("The job has been deleted.");
    const record = { ...own.record, ...change };
    this.#own.set(folder.id, { ...own, record });
    await folder.write(record);
    const after = this.#own.get(folder.id);
    if (after !== undefined) this.#own.set(folder.id, { ...after, written: record });
    return record;
  }

  /** This process no longer works on the job. Its record no longer changes. */
  end(record: JobRecord): void {
    this.#own.delete(record.id);
    this.#keepReason(record);
    this.note(record);
  }

  /** Notes a record of a job as it is on the disk. */
  note(record: JobRecord): void {
    this.#read.set(record.id, withoutReason(record));
  }

  /** Forgets a job that is deleted. */
  forget(id: string): void {
    this.#own.delete(id);
    this.#read.delete(id);
  }

  #keepReason({ id, reason }: JobRecord): void {
    if (reason !== null && reason.length <= JOB_LIMITS.noteLengthMax) this.#reasons.set(id, reason);
  }

  /** Reads the folder again. A refresh in progress may have missed recent changes, so another one follows it. */
  refresh(): Promise<void> {
    if (this.#nextRefresh !== null) return this.#nextRefresh;
    const next = this.#refreshing.then(() => {
      this.#nextRefresh = null;
      this.#refreshing = this.#readAll();
      return this.#refreshing;
    });
    this.#nextRefresh = next;
    return next;
  }

  async #readAll(): Promise<void> {
    const inHand = [...this.#own.keys()];
    const ids = new Set(await this.folder.names());
    this.#deletedElsewhere = new Set(inHand.filter((id) => !ids.has(id)));
    for (const id of this.#read.keys()) if (!ids.has(id)) this.#read.delete(id);
    const unread: string[] = [];
    await inSlices(ids, (id) => {
      const read = this.lastRead(id);
      const isRead = this.#own.has(id) || (read !== null && !isUnderWay(read));
      if (!isRead && JOB_ID.test(id)) unread.push(id);
    });
    await fewAtOnce(unread, async (id) => {
      const record = await this.folder.job(id).readIfReadable();
      if (record === null) this.#read.delete(id);
      else if (!this.#own.has(id)) this.note(record);
    });
  }
}
