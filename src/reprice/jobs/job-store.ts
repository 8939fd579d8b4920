import { failure, isOutside } from "../../core/runtime/failure.ts";
import { Semaphore } from "../../core/runtime/semaphore.ts";
import { JOB_LIMITS } from "../limits.ts";
import { JobEnds } from "./job-ends.ts";
import { isDeleted, type JobFolder } from "./job-folder.ts";
import { type JobList, JobLists } from "./job-lists.ts";
import { fewAtOnce, inSlices, JobsFolder } from "./jobs-folder.ts";
import { type JobKeys, KnownJobs } from "./known-jobs.ts";
import { type FilesInUse, OpenFiles } from "./open-files.ts";
import {
  abandoned,
  arriving,
  EndedOwners,
  endedFirst,
  isOver,
  isSameWorker,
  isUnderWay,
  JOB_ID,
  type JobOwner,
  type JobRecord,
  newestFirst,
  type RequestMark,
  releasesOf,
  standsFor,
  thisOwner,
} from "./record.ts";
import { type JobsLimit, SharedLimits } from "./shared-limits.ts";
import { JOB_SPACE, type JobSpace, type SharedSpaceLimit } from "./space.ts";

const LASTING_KEYS: JobKeys = { succeeds: () => false, hasEnded: () => false };

export interface Announcement {
  readonly keyId: string;
  /** The length that the client declares; 0 when it declares none. */
  readonly bytes: number;
  /** Present when the request has an Idempotency-Key. */
  readonly mark: RequestMark | null;
}

export interface FoundJob {
  readonly folder: JobFolder;
  readonly record: JobRecord;
}

/**
 * The jobs of all processes with the same home, as files in one folder, so that any process can answer for any job. The
 * process that accepted a file works on it.
 *
 * The thread that answers lookups uses this store, so it never blocks on the disk: all reading is asynchronous, a few files
 * at a time. Records that count towards limits are in memory (`known-jobs.ts`).
 */
export class JobStore {
  readonly owner: JobOwner = thisOwner();
  readonly #folder: JobsFolder;
  readonly #keys: JobKeys;
  readonly #open: OpenFiles;
  readonly #known: KnownJobs;
  readonly #limits: SharedLimits;
  readonly #ends: JobEnds;
  readonly #sweep: Sweep;
  readonly #lists: JobLists;
  /** Serialises requests with an Idempotency-Key: of two sent at once, this process accepts the first. */
  readonly #marked = new Semaphore(1);

  /** `onMistake` receives an error about one job; the other jobs continue. */
  constructor(
    folder: string,
    onMistake: (error: unknown) => void,
    space: JobSpace = JOB_SPACE,
    keys: JobKeys = LASTING_KEYS,
  ) {
    this.#folder = new JobsFolder(folder);
    this.#keys = keys;
    this.#open = new OpenFiles((keyId) => keys.hasEnded(keyId));
    this.#known = new KnownJobs(this.#folder, keys);
    this.#limits = new SharedLimits(this.#known, this.#open, space, onMistake);
    this.#ends = new JobEnds(this.#known, this.#open, onMistake);
    this.#sweep = new Sweep(this.#known, this.#ends, keys, onMistake);
    this.#lists = new JobLists(
      () => this.#known.refresh(),
      (keyId) => this.#listOf(keyId),
    );
  }

  /** Reserves a place for an upload; or returns the limit that refuses it, or the job of an identical request. */
  async reserve(announced: Announcement, now: Date): Promise<JobFolder | JobsLimit | FoundJob> {
    const reserve = () => this.#reserve(announced, now);
    return announced.mark === null ? await reserve() : await this.#marked.use(reserve);
  }

  async #reserve({ keyId, bytes, mark }: Announcement, now: Date): Promise<JobFolder | JobsLimit | FoundJob> {
    const folder = this.#folder.newJob();
    const record = { ...arriving(folder.id, keyId, this.owner, now), keptBytes: bytes, mark };
    try {
      if (!(await this.#limits.hasRoomOnDisk(bytes))) return "disk";
      // Not before: a server whose home cannot be written still answers lookups.
      await this.#folder.make();
      await folder.make();
      await folder.write(record);
    } catch (error) {
      if (!isOutside(error)) throw error;
      // If this cannot be deleted either, the sweep tries again.
      await folder.remove().catch(() => {});
      return "disk";
    }
    this.#known.begin(folder, record);
    // Counted after its own record is written: when two processes accept a job at once, each sees both.
    await this.#known.refresh();
    const answer = (await this.#sameRequest(record)) ?? this.#limits.limitAgainst(record);
    if (answer === null) return folder;
    await this.remove(folder);
    return answer;
  }

  /** The job of an identical request; null when there is none. */
  async #sameRequest(requested: JobRecord): Promise<FoundJob | null> {
    for (const { id } of this.#known.ofKey(requested.keyId).filter((job) => standsFor(job, requested))) {
      const found = await this.find(id, requested.keyId);
      if (found !== null && standsFor(found.record, requested)) return found;
    }
    return null;
  }

  /** Whether the key of an arriving file exceeds its limit of files to price with it, as last read. */
  hasTooMany(folder: JobFolder): boolean {
    return this.#limits.hasTooMany(folder);
  }

  /** The same, read again: another process may have taken a file at the same moment, before either saw the other's. */
  async hasTooManyNow(folder: JobFolder): Promise<boolean> {
    await this.#known.refresh();
    return this.hasTooMany(folder);
  }

  /** The byte limit that a job of this process has reached while it is received or written; null when none. */
  spaceLimit(folder: JobFolder): Promise<SharedSpaceLimit | null> {
    return this.#limits.spaceLimit(folder);
  }

  /** Deletes the jobs of a key that ended first, until it has no more jobs than it may. Without this, a full list would refuse every file. */
  async makeRoom(keyId: string): Promise<void> {
    const jobs = this.#known.ofKey(keyId).filter(({ isDryRun }) => !isDryRun);
    const ended = jobs.filter((job) => !isUnderWay(job)).sort(endedFirst);
    for (const { id } of ended.slice(0, Math.max(jobs.length - JOB_LIMITS.keptPerKeyMax, 0))) {
      await this.remove(this.#folder.job(id));
    }
  }

  /** A job of a key; null when there is none or it belongs to another key. A job whose process has ended has failed. */
  async find(id: string, keyId: string): Promise<FoundJob | null> {
    if (!JOB_ID.test(id)) return null;
    const folder = this.#folder.job(id);
    const record = await this.#known.recordIn(folder);
    if (record === null || !this.#known.isOf(record, keyId) || this.#keys.hasEnded(record.keyId)) return null;
    if (!isUnderWay(record) || this.ownRecord(folder) !== null) return { folder, record };
    const owners = new EndedOwners();
    await owners.look([record.owner]);
    const isGivenUp = await isLost(record, folder, owners, new Date());
    return { folder, record: isGivenUp ? abandoned(record) : record };
  }

  /** The jobs of a key without previews, the newest first. */
  list(keyId: string): Promise<JobList> {
    return this.#lists.of(keyId);
  }

  async #listOf(keyId: string): Promise<JobList> {
    const found: JobRecord[] = [];
    await fewAtOnce(this.#known.ofKey(keyId), async ({ id }) => {
      const inMemory = this.#known.inMemory(id);
      const record = inMemory ?? (await this.find(id, keyId).catch(() => null))?.record ?? null;
      if (record !== null && this.#isListed(record)) found.push(record);
    });
    return found.sort(newestFirst);
  }

  #isListed({ id, keyId, isDryRun }: JobRecord): boolean {
    return !isDryRun && !this.#known.isDeletedElsewhere(id) && !this.#keys.hasEnded(keyId);
  }

  /** Content hashes of the releases that jobs in progress use, of all processes, read from their records now. */
  async releasesInUse(): Promise<ReadonlySet<string>> {
    await this.#known.refresh();
    return releasesOf(this.#known.all());
  }

  /** Content hashes of the releases that jobs of this process use. */
  ownReleases(): ReadonlySet<string> {
    return releasesOf(this.#known.own().map(({ record }) => record));
  }

  /** Writes a change of this process's job; throws when the job has been deleted. */
  change(folder: JobFolder, change: Partial<JobRecord>): Promise<JobRecord> {
    return this.#known.change(folder, change);
  }

  /** This process's job with its latest changes; null when this process does not work on it. */
  ownRecord({ id }: JobFolder): JobRecord | null {
    return this.#known.ownRecord(id);
  }

  /** Registers that this process opens files of a job; throws when it is its own job and was deleted. */
  use(folder: JobFolder, record: JobRecord | null = this.ownRecord(folder)): FilesInUse {
    if (record === null) throw failure("The job has been deleted.");
    return this.#open.use(folder, record);
  }

  /** Resolves when this process has closed the files of a job: until then they count. */
  closed({ id }: JobFolder): Promise<void> {
    return this.#open.closed(id);
  }

  /** This process no longer works on the job; its files stay. */
  letGo(folder: JobFolder): void {
    this.#ends.letGo(folder);
  }

  /** Ends a job of this process whose record cannot be written. It has failed from now on; the sweep writes that. */
  endUnwritten(folder: JobFolder, reason: string): void {
    this.#ends.endUnwritten(folder, reason);
  }

  /** Deletes a job. False when its files cannot be deleted now: the job has ended, and the sweep deletes them. */
  remove(folder: JobFolder): Promise<boolean> {
    return this.#ends.remove(folder);
  }

  /** Heartbeats of the jobs of this process. */
  touchOwn(now: Date): Promise<void> {
    return this.#sweep.touchOwn(now);
  }

  /** Deletes expired jobs and what ended processes left. */
  sweep(now: Date): Promise<void> {
    return this.#sweep.run(now);
  }

  /** The server stops: downloads may continue while the jobs are deleted. */
  stopWatching(): void {
    this.#open.stopWatching();
  }

  /** Deletes the jobs of this process, and those of processes that ended. */
  clear(): Promise<void> {
    return this.#sweep.clear(this.owner);
  }
}

/** Deletes jobs that have had their time, and what ended processes left: nothing of a claim stays for longer than it is needed. */
class Sweep {
  readonly #folder: JobsFolder;
  readonly #known: KnownJobs;
  readonly #ends: JobEnds;
  readonly #keys: JobKeys;
  readonly #onMistake: (error: unknown) => void;

  constructor(known: KnownJobs, ends: JobEnds, keys: JobKeys, onMistake: (error: unknown) => void) {
    this.#folder = known.folder;
    this.#known = known;
    this.#ends = ends;
    this.#keys = keys;
    this.#onMistake = onMistake;
  }

  /** Heartbeats of the jobs of this process. */
  async touchOwn(now: Date): Promise<void> {
    await fewAtOnce(this.#known.own(), async ({ folder }) => {
      if (!(await folder.isGone())) await this.#trying(() => folder.touch(now));
    });
  }

  /** Deletes expired jobs, jobs of ended keys, what a stopped server left, and the claims of a process that ended. */
  async run(now: Date): Promise<void> {
    await this.#ends.writeUnwritten();
    const owners = await this.#endedOwners();
    const left: string[] = [];
    await inSlices(await this.#folder.names(), (name) => {
      const known = this.#known.lastRead(name);
      const isToStay = known !== null && !isUnderWay(known) && !this.#isToGo(known, owners, now);
      if (!isToStay && (isDeleted(name) || JOB_ID.test(name))) left.push(name);
    });
    await fewAtOnce(left, (name) =>
      this.#trying(async () => {
        if (isDeleted(name)) await this.#folder.removeLeft(name);
        else await this.#sweepJob(this.#folder.job(name), owners, now);
      }),
    );
  }

  /** Deletes the jobs of a process that stops, and those of processes that ended. */
  async clear(stopping: JobOwner): Promise<void> {
    const owners = await this.#endedOwners();
    const left = this.#known.all().filter(({ owner }) => isSameWorker(owner, stopping) || owners.hasWorkerEnded(owner));
    await fewAtOnce(left, async ({ id }) => {
      await this.#trying(() => this.#ends.delete(this.#folder.job(id)));
    });
  }

  /** Which of the processes have ended that jobs belong to, read again. */
  async #endedOwners(): Promise<EndedOwners> {
    await this.#known.refresh();
    const owners = new EndedOwners();
    await owners.look(this.#known.all().map(({ owner }) => owner));
    return owners;
  }

  #isToGo(record: JobRecord, owners: EndedOwners, now: Date): boolean {
    return isOver(record, now) || this.#keys.hasEnded(record.keyId) || owners.hasServerEnded(record.owner);
  }

  async #sweepJob(folder: JobFolder, owners: EndedOwners, now: Date): Promise<void> {
    const record = this.#known.ownRecord(folder.id) ?? this.#known.lastRead(folder.id);
    if (record === null) {
      // Left half made by a killed process (one in the making is younger); or its record cannot be read, perhaps only now.
      const touchedAt = await folder.touchedAt();
      const age = now.getTime() - (touchedAt ?? (await folder.changedAt()) ?? now.getTime());
      const ageMax = touchedAt === null ? JOB_LIMITS.sweepMilliseconds : JOB_LIMITS.keptMillisecondsMax;
      if (age > ageMax) await this.#ends.remove(folder);
    } else if (this.#isToGo(record, owners, now)) await this.#ends.remove(folder);
    else if (await isLost(record, folder, owners, now)) {
      // First: the claims are no longer needed, whether the record can be written or not.
      await folder.keepNotes();
      const given = abandoned(record);
      await folder.write(given);
      this.#known.note(given);
    }
  }

  /** A folder that cannot be handled, such as a foreign one, must not keep the claims in all others. */
  async #trying(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#onMistake(error);
    }
  }
}

/** Whether a job in progress has lost its process: the process ended, or has been silent for too long. */
async function isLost(record: JobRecord, folder: JobFolder, owners: EndedOwners, now: Date): Promise<boolean> {
  if (!isUnderWay(record)) return false;
  if (owners.hasWorkerEnded(record.owner)) return true;
  const touchedAt = await folder.touchedAt();
  return touchedAt !== null && now.getTime() - touchedAt > JOB_LIMITS.silentMillisecondsMax;
}
