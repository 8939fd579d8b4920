import { JOB_LIMITS } from "../limits.ts";
import type { JobFolder } from "./job-folder.ts";
import type { KnownJobs } from "./known-jobs.ts";
import type { OpenFiles } from "./open-files.ts";
import { isUnderWay, type JobRecord } from "./record.ts";
import { isHeaviest, type JobSpace, limitOf, type SharedSpaceLimit } from "./space.ts";

/** Why a job is refused: a limit on jobs or on their bytes, or a disk that is full or cannot be written. */
export type JobsLimit = "under_way" | "all" | SharedSpaceLimit;

/** The limits that jobs reach together: how many there are, the bytes of their files, and the disk. */
export class SharedLimits {
  readonly #known: KnownJobs;
  readonly #open: OpenFiles;
  readonly #space: JobSpace;
  readonly #onMistake: (error: unknown) => void;
  #isDiskUnreadable = false;

  constructor(known: KnownJobs, open: OpenFiles, space: JobSpace, onMistake: (error: unknown) => void) {
    this.#known = known;
    this.#open = open;
    this.#space = space;
    this.#onMistake = onMistake;
  }

  /** The limit that an arriving job exceeds, as last read; null when none. */
  limitAgainst(job: JobRecord): JobsLimit | null {
    const all = this.#countedWith(job);
    const ofKey = this.#known.ofKey(job.keyId, all);
    // Whether the file will be priced or previewed is not known before it arrives.
    const underWayMax = JOB_LIMITS.underWayPerKeyMax + JOB_LIMITS.dryRunsPerKeyMax;
    if (ofKey.filter(isUnderWay).length > underWayMax) return "under_way";
    if (all.length > JOB_LIMITS.keptMax) return "all";
    return limitOf(ofKey, all, this.#space);
  }

  /** Whether the key of an arriving file exceeds its limit of files to price with it, as last read. */
  hasTooMany({ id }: JobFolder): boolean {
    const own = this.#known.ownRecord(id);
    if (own === null) return false;
    const jobs = this.#known.ofKey(own.keyId, this.#countedWith(own));
    return jobs.filter((job) => isUnderWay(job) && !job.isDryRun).length > JOB_LIMITS.underWayPerKeyMax;
  }

  /** The byte limit that a job of this process has reached while it is received or written; null when none. */
  async spaceLimit({ id }: JobFolder): Promise<SharedSpaceLimit | null> {
    // First: the file of a job that was just deleted may still be open.
    if (await this.#isDiskFull()) return "disk";
    await this.#known.refresh();
    const own = this.#known.ownRecord(id);
    if (own === null) return null;
    const all = this.#counted();
    const limit = limitOf(this.#known.ofKey(own.keyId, all), all, this.#space);
    const isSpared = limit === "all_bytes" && own.status === "running" && !isHeaviest(own.keyId, all);
    return isSpared ? null : limit;
  }

  async hasRoomOnDisk(bytes: number): Promise<boolean> {
    return (await this.#known.folder.freeBytes()) - bytes >= this.#space.freeBytesMin;
  }

  /** A disk whose free space cannot be read has no limit to report. That is logged once, until it can be read again. */
  async #isDiskFull(): Promise<boolean> {
    try {
      const isFull = !(await this.hasRoomOnDisk(0));
      this.#isDiskUnreadable = false;
      return isFull;
    } catch (error) {
      if (!this.#isDiskUnreadable) this.#onMistake(error);
      this.#isDiskUnreadable = true;
      return false;
    }
  }

  /** The jobs that count: known ones, and deleted ones whose files are still open here. */
  #counted(): readonly JobRecord[] {
    const known = this.#known.all();
    const ids = new Set(known.map(({ id }) => id));
    return [...known, ...this.#open.records().filter(({ id }) => !ids.has(id))];
  }

  /** The jobs that count against one: not those that arrive after it. Uploads that count each other would all be refused. */
  #countedWith(job: JobRecord): readonly JobRecord[] {
    const places = new Map(this.#known.own().map(({ folder }, place) => [folder.id, place]));
    const own = places.get(job.id);
    const isLater = (other: JobRecord): boolean => {
      const place = places.get(other.id);
      if (place !== undefined && own !== undefined) return place > own;
      // Of another process: only the clock of this machine tells which came first. A deleted one refuses none but counts.
      const isThere = this.#known.lastRead(other.id) !== null;
      return isThere && other.owner.host === job.owner.host && other.createdAt > job.createdAt;
    };
    return this.#counted().filter((other) => other.status !== "receiving" || !isLater(other));
  }
}
