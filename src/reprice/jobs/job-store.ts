import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { freeBytesAt } from "../../core/files/disk.ts";
import { makeFoldersLater, OWNER_ONLY_FOLDER } from "../../core/files/writing.ts";
import { RecentlyUsed } from "../../core/runtime/cache.ts";
import { failure, isOutside } from "../../core/runtime/failure.ts";
import { nextSlice, Slices } from "../../core/runtime/scheduler.ts";
import { Semaphore } from "../../core/runtime/semaphore.ts";
import { JOB_LIMITS } from "../limits.ts";
import { isDeleted, JobFolder, removeFolder } from "./job-folder.ts";
import { type JobList, JobLists } from "./job-lists.ts";
import { type FilesInUse, OpenFiles } from "./open-files.ts";
import {
  EndedOwners,
  isSameWorker,
  isUnderWay,
  JOB_ID,
  type JobOwner,
  type JobRecord,
  type RequestMark,
  standsFor,
  thisOwner,
} from "./record.ts";
import { isHeaviest, JOB_SPACE, type JobSpace, limitOf, type SharedSpaceLimit } from "./space.ts";
import { type UnwrittenEnd, UnwrittenEnds } from "./unwritten-ends.ts";

/** Each job takes a microsecond or less. */
const JOBS_PER_CLOCK_READING = 100;

const NOT_DELETED =
  "The job was deleted. Its files cannot be deleted now, since the home of the service cannot be written. They are deleted once it can be written again.";

/** Why a job is refused: a limit on jobs or on their bytes, or a disk that is full or cannot be written. */
export type JobsLimit = "under_way" | "all" | SharedSpaceLimit;

/** The state of the keys that jobs belong to. */
export interface JobKeys {
  /** Whether a key replaced another one (rotation) and so owns its jobs. */
  succeeds(id: string, earlier: string): boolean;
  /** Whether a key has ended for good: its jobs are deleted. */
  hasEnded(id: string): boolean;
}

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

/** A job that this process works on. */
interface OwnJob extends FoundJob {
  /** The record as written: clients see no change that is not on the disk. */
  readonly written: JobRecord;
}

/**
 * The jobs of all processes with the same home, as files in one folder, so that any process can answer for any job. The
 * process that accepted a file works on it.
 *
 * The thread that answers lookups uses this store, so it never blocks on the disk: all reading is asynchronous, a few files
 * at a time. Records that count towards limits are in memory. A finished record no longer changes and is read once.
 */
export class JobStore {
  readonly #folder: string;
  readonly owner: JobOwner = thisOwner();
  readonly #onMistake: (error: unknown) => void;
  readonly #space: JobSpace;
  readonly #keys: JobKeys;
  /** Jobs of this process; limits count these records instead of those on the disk. */
  readonly #own = new Map<string, OwnJob>();
  /** Jobs as last read, without their failure reasons. */
  readonly #known = new Map<string, JobRecord>();
  /** Why jobs failed, for lists. */
  readonly #reasons = new RecentlyUsed<string, string>(JOB_LIMITS.reasonsInMemoryMax);
  /** Jobs of this process that another one has deleted, as last read. */
  #deletedElsewhere: ReadonlySet<string> = new Set();
  readonly #unwritten = new UnwrittenEnds();
  readonly #lists = new JobLists(
    () => this.refresh(),
    (keyId) => this.#listOf(keyId),
  );
  readonly #open: OpenFiles;
  /** Serialises requests with an Idempotency-Key: of two sent at once, this process accepts the first. */
  readonly #marked = new Semaphore(1);
  #isDiskUnreadable = false;
  #refreshing: Promise<void> = Promise.resolve();
  #nextRefresh: Promise<void> | null = null;

  /** `onMistake` receives an error about one job; the other jobs continue. */
  constructor(
    folder: string,
    onMistake: (error: unknown) => void,
    space: JobSpace = JOB_SPACE,
    keys: JobKeys = LASTING_KEYS,
  ) {
    this.#folder = folder;
    this.#space = space;
    this.#keys = keys;
    this.#open = new OpenFiles((keyId) => keys.hasEnded(keyId));
    this.#onMistake = onMistake;
  }

  /** Reserves a place for an upload; or returns the limit that refuses it, or the job of an identical request. */
  async reserve(announced: Announcement, now: Date): Promise<JobFolder | JobsLimit | FoundJob> {
    const reserve = () => this.#reserve(announced, now);
    return announced.mark === null ? await reserve() : await this.#marked.use(reserve);
  }

  async #reserve({ keyId, bytes, mark }: Announcement, now: Date): Promise<JobFolder | JobsLimit | FoundJob> {
    const folder = new JobFolder(this.#folder, randomBytes(16).toString("hex"));
    const record = { ...arriving(folder.id, keyId, this.owner, now), keptBytes: bytes, mark };
    try {
      if (!(await this.#hasRoomOnDisk(bytes))) return "disk";
      // Not before: a server whose home cannot be written still answers lookups.
      await makeFoldersLater(this.#folder, OWNER_ONLY_FOLDER);
      await folder.make();
      await folder.write(record);
    } catch (error) {
      if (!isOutside(error)) throw error;
      // If this cannot be deleted either, the sweep tries again.
      await folder.remove().catch(() => {});
      return "disk";
    }
    this.#own.set(folder.id, { folder, record, written: record });
    // Counted after its own record is written: when two processes accept a job at once, each sees both.
    await this.refresh();
    const answer = (await this.#sameRequest(record)) ?? this.#limitAgainst(record);
    if (answer === null) return folder;
    await this.remove(folder);
    return answer;
  }

  /** The job of an identical request; null when there is none. */
  async #sameRequest(requested: JobRecord): Promise<FoundJob | null> {
    for (const { id } of this.#of(requested.keyId).filter((job) => standsFor(job, requested))) {
      const found = await this.find(id, requested.keyId);
      if (found !== null && standsFor(found.record, requested)) return found;
    }
    return null;
  }

  /** The jobs of a key, as last read, including those of the keys that it replaced. */
  #of(keyId: string, jobs: readonly JobRecord[] = this.known()): readonly JobRecord[] {
    return jobs.filter((record) => this.#isOf(record, keyId));
  }

  /** The jobs that count towards limits: known ones, and deleted ones whose files are still open here. */
  #counted(): readonly JobRecord[] {
    const known = this.known();
    const ids = new Set(known.map(({ id }) => id));
    return [...known, ...this.#open.records().filter(({ id }) => !ids.has(id))];
  }

  #isOf(record: JobRecord, keyId: string): boolean {
    return record.keyId === keyId || this.#keys.succeeds(keyId, record.keyId);
  }

  /** The jobs that count against one: not those that arrive after it. Uploads that count each other would all be refused. */
  #countedWith(job: JobRecord): readonly JobRecord[] {
    const places = new Map([...this.#own.keys()].map((id, place) => [id, place]));
    const own = places.get(job.id);
    const isLater = (other: JobRecord): boolean => {
      const place = places.get(other.id);
      if (place !== undefined && own !== undefined) return place > own;
      // Of another process: only the clock of this machine tells which came first. A deleted one refuses none but counts.
      return this.#known.has(other.id) && other.owner.host === job.owner.host && other.createdAt > job.createdAt;
    };
    return this.#counted().filter((other) => other.status !== "receiving" || !isLater(other));
  }

  #limitAgainst(job: JobRecord): JobsLimit | null {
    const all = this.#countedWith(job);
    const ofKey = this.#of(job.keyId, all);
    // Whether the file will be priced or previewed is not known before it arrives.
    const underWayMax = JOB_LIMITS.underWayPerKeyMax + JOB_LIMITS.dryRunsPerKeyMax;
    if (ofKey.filter(isUnderWay).length > underWayMax) return "under_way";
    if (all.length > JOB_LIMITS.keptMax) return "all";
    return limitOf(ofKey, all, this.#space);
  }

  /** Deletes the jobs of a key that ended first, until it has no more jobs than it may. Without this, a full list would refuse every file. */
  async makeRoom(keyId: string): Promise<void> {
    const jobs = this.#of(keyId).filter(({ isDryRun }) => !isDryRun);
    const ended = jobs.filter((job) => !isUnderWay(job)).sort(endedFirst);
    for (const { id } of ended.slice(0, Math.max(jobs.length - JOB_LIMITS.keptPerKeyMax, 0))) {
      await this.remove(new JobFolder(this.#folder, id));
    }
  }

  async #hasRoomOnDisk(bytes: number): Promise<boolean> {
    return (await freeBytesAt(this.#folder)) - bytes >= this.#space.freeBytesMin;
  }

  /** A disk whose free space cannot be read has no limit to report. That is logged once, until it can be read again. */
  async #isDiskFull(): Promise<boolean> {
    try {
      const isFull = !(await this.#hasRoomOnDisk(0));
      this.#isDiskUnreadable = false;
      return isFull;
    } catch (error) {
      if (!this.#isDiskUnreadable) this.#onMistake(error);
      this.#isDiskUnreadable = true;
      return false;
    }
  }

  /** The byte limit that a job of this process has reached while it is received or written; null when none. */
  async spaceLimit(folder: JobFolder): Promise<SharedSpaceLimit | null> {
    // First: the file of a job that was just deleted may still be open.
    if (await this.#isDiskFull()) return "disk";
    await this.refresh();
    const own = this.ownRecord(folder);
    if (own === null) return null;
    const all = this.#counted();
    const limit = limitOf(this.#of(own.keyId, all), all, this.#space);
    const isSpared = limit === "all_bytes" && own.status === "running" && !isHeaviest(own.keyId, all);
    return isSpared ? null : limit;
  }

  /** Whether the key of an arriving file exceeds its limit of files to price with it, as last read. */
  hasTooMany(folder: JobFolder): boolean {
    const own = this.ownRecord(folder);
    if (own === null) return false;
    const jobs = this.#of(own.keyId, this.#countedWith(own));
    return jobs.filter((job) => isUnderWay(job) && !job.isDryRun).length > JOB_LIMITS.underWayPerKeyMax;
  }

  /** The same, read again: another process may have taken a file at the same moment, before either saw the other's. */
  async hasTooManyNow(folder: JobFolder): Promise<boolean> {
    await this.refresh();
    return this.hasTooMany(folder);
  }

  /** A job of a key; null when there is none or it belongs to another key. A job whose process has ended has failed. */
  async find(id: string, keyId: string): Promise<FoundJob | null> {
    if (!JOB_ID.test(id)) return null;
    const folder = new JobFolder(this.#folder, id);
    const record = await this.#read(folder);
    if (record === null || !this.#isOf(record, keyId) || this.#keys.hasEnded(record.keyId)) return null;
    if (!isUnderWay(record) || this.#own.has(id)) return { folder, record };
    const owners = new EndedOwners();
    await owners.look([record.owner]);
    const isGivenUp = await isLost(record, folder, owners, new Date());
    return { folder, record: isGivenUp ? abandoned(record) : record };
  }

  /** The record of a job; null when it was deleted. For a record in memory, only the folder's existence is checked. */
  async #read(folder: JobFolder): Promise<JobRecord | null> {
    if (this.#inMemory(folder.id) !== null) return (await folder.isGone()) ? null : this.#inMemory(folder.id);
    const record = await folder.read();
    if (record !== null) this.#keepReason(record);
    return record;
  }

  /** The whole record of a job that this process works on or that has ended; null when it must be read. */
  #inMemory(id: string): JobRecord | null {
    const own = this.#own.get(id)?.written ?? this.#unwritten.recordOf(id);
    if (own !== null) return own;
    const known = this.#known.get(id);
    if (known === undefined || isUnderWay(known)) return null;
    if (known.status === "done") return known;
    const reason = this.#reasons.get(id);
    return reason === undefined ? null : { ...known, reason };
  }

  #keepReason({ id, reason }: JobRecord): void {
    if (reason !== null && reason.length <= JOB_LIMITS.noteLengthMax) this.#reasons.set(id, reason);
  }

  /** The jobs of a key without previews, the newest first. */
  list(keyId: string): Promise<JobList> {
    return this.#lists.of(keyId);
  }

  async #listOf(keyId: string): Promise<JobList> {
    const found: JobRecord[] = [];
    await this.#each(this.#of(keyId), async ({ id }) => {
      const record = this.#inMemory(id) ?? (await this.find(id, keyId).catch(() => null))?.record ?? null;
      if (record !== null && this.#isListed(record)) found.push(record);
    });
    return found.sort((one, other) => (`${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}` ? 1 : -1));
  }

  #isListed({ id, keyId, isDryRun }: JobRecord): boolean {
    return !isDryRun && !this.#deletedElsewhere.has(id) && !this.#keys.hasEnded(keyId);
  }

  /** Content hashes of the releases that jobs in progress use, of all processes, read from their records now. */
  async releasesInUse(): Promise<ReadonlySet<string>> {
    await this.refresh();
    return releasesOf(this.known());
  }

  /** Content hashes of the releases that jobs of this process use. */
  ownReleases(): ReadonlySet<string> {
    return releasesOf([...this.#own.values()].map(({ record }) => record));
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

  /** This process's job as last written; null when this process does not work on it. */
  ownRecord({ id }: JobFolder): JobRecord | null {
    return this.#own.get(id)?.record ?? null;
  }

  /** This process no longer works on the job; its files stay. */
  letGo({ id }: JobFolder): void {
    const own = this.#own.get(id);
    if (own === undefined) return;
    this.#own.delete(id);
    this.#keepReason(own.record);
    this.#known.set(id, withoutReason(own.record));
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

  /** Ends a job of this process whose record cannot be written. It has failed from now on; the sweep writes that. */
  endUnwritten(folder: JobFolder, reason: string): void {
    const own = this.#own.get(folder.id);
    if (own !== undefined) this.#endHere({ folder, record: failedNow(own.written, reason), isToDelete: false });
  }

  #endHere(end: UnwrittenEnd): void {
    const { record } = end;
    this.#unwritten.add(end);
    this.#own.delete(record.id);
    this.#known.set(record.id, withoutReason(record));
  }

  /**
   * Deletes a job and ends what this process does with its files. False when the files cannot be deleted now: the job has ended, and
   * the sweep deletes them.
   */
  async remove(folder: JobFolder): Promise<boolean> {
    const { id } = folder;
    this.#open.end(id, "deleted");
    const inMemory = this.#own.get(id)?.written ?? this.#unwritten.recordOf(id) ?? this.#known.get(id) ?? null;
    try {
      await this.#delete(folder);
      return true;
    } catch (error) {
      // Logged once: the sweep tries again and again.
      if (this.#unwritten.recordOf(id) === null) this.#onMistake(error);
      const record = inMemory ?? (await readable(folder));
      const ended = record !== null && isUnderWay(record) ? failedNow(record, NOT_DELETED) : record;
      if (ended !== null) this.#endHere({ folder, record: ended, isToDelete: true });
      return false;
    }
  }

  async #delete(folder: JobFolder): Promise<void> {
    this.#own.delete(folder.id);
    this.#known.delete(folder.id);
    await folder.remove();
    this.#unwritten.delete(folder.id);
  }

  /** The jobs that count, as last read. The next sweep deletes those whose records cannot be read. */
  known(): readonly JobRecord[] {
    const own = [...this.#own.values()].map(({ record }) => record);
    return [...own, ...[...this.#known.values()].filter(({ id }) => !this.#own.has(id))];
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
    const ids = new Set(await this.#names());
    this.#deletedElsewhere = new Set(inHand.filter((id) => !ids.has(id)));
    for (const id of this.#known.keys()) if (!ids.has(id)) this.#known.delete(id);
    const unread: string[] = [];
    await this.#inSlices(ids, (id) => {
      const known = this.#known.get(id);
      const isRead = this.#own.has(id) || (known !== undefined && !isUnderWay(known));
      if (!isRead && JOB_ID.test(id)) unread.push(id);
    });
    await this.#each(unread, async (id) => {
      const record = await readable(new JobFolder(this.#folder, id));
      if (record === null) this.#known.delete(id);
      else if (!this.#own.has(id)) this.#known.set(id, withoutReason(record));
    });
  }

  /** Heartbeats of the jobs of this process. */
  async touchOwn(now: Date): Promise<void> {
    await this.#each([...this.#own.values()], async ({ folder }) => {
      if (!(await folder.isGone())) await this.#trying(() => folder.touch(now));
    });
  }

  /** Deletes expired jobs, jobs of ended keys, what a stopped server left, and the claims of a process that ended. */
  async sweep(now: Date): Promise<void> {
    await this.#each(this.#unwritten.all, (end) => this.#tryAgain(end));
    await this.refresh();
    const owners = new EndedOwners();
    await owners.look(this.known().map(({ owner }) => owner));
    const ended: string[] = [];
    await this.#inSlices(await this.#names(), (name) => {
      const known = this.#known.get(name);
      const isToStay = known !== undefined && !isUnderWay(known) && !this.#isToGo(known, owners, now);
      if (!isToStay && (isDeleted(name) || JOB_ID.test(name))) ended.push(name);
    });
    await this.#each(ended, (name) =>
      this.#trying(async () => {
        if (isDeleted(name)) await removeFolder(join(this.#folder, name));
        else await this.#sweepJob(name, owners, now);
      }),
    );
  }

  /** Brings an end to the disk. A failure was logged when the job ended. */
  async #tryAgain(end: UnwrittenEnd): Promise<void> {
    const { folder, record, isToDelete } = end;
    if (isToDelete || (await folder.isGone())) {
      await this.remove(folder);
      return;
    }
    try {
      await folder.keepNotes();
      const written = { ...record, keptBytes: await folder.bytes() };
      await folder.write(written);
      // Its client may have deleted it meanwhile.
      if (!this.#unwritten.has(end)) return;
      this.#unwritten.delete(record.id);
      this.#keepReason(written);
      this.#known.set(record.id, withoutReason(written));
    } catch {
      // The next sweep tries again.
    }
  }

  #isToGo(record: JobRecord, owners: EndedOwners, now: Date): boolean {
    return isOver(record, now) || this.#keys.hasEnded(record.keyId) || owners.hasServerEnded(record.owner);
  }

  /** The server stops: downloads may continue while the jobs are deleted. */
  stopWatching(): void {
    this.#open.stopWatching();
  }

  /** Deletes the jobs of this process, and those of processes that ended. */
  async clear(): Promise<void> {
    await this.refresh();
    const owners = new EndedOwners();
    await owners.look(this.known().map(({ owner }) => owner));
    const left = this.known().filter(({ owner }) => isSameWorker(owner, this.owner) || owners.hasWorkerEnded(owner));
    await this.#each(left, async ({ id }) => {
      await this.#trying(() => this.#delete(new JobFolder(this.#folder, id)));
    });
  }

  /** A folder that cannot be handled, such as a foreign one, must not keep the claims in all others. */
  async #trying(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#onMistake(error);
    }
  }

  async #sweepJob(id: string, owners: EndedOwners, now: Date): Promise<void> {
    const folder = new JobFolder(this.#folder, id);
    const record = this.#own.get(id)?.record ?? this.#known.get(id) ?? null;
    if (record === null) {
      // Left half made by a killed process (one in the making is younger); or its record cannot be read, perhaps only now.
      const touchedAt = await folder.touchedAt();
      const age = now.getTime() - (touchedAt ?? (await folder.changedAt()) ?? now.getTime());
      const ageMax = touchedAt === null ? JOB_LIMITS.sweepMilliseconds : JOB_LIMITS.keptMillisecondsMax;
      if (age > ageMax) await this.remove(folder);
    } else if (this.#isToGo(record, owners, now)) await this.remove(folder);
    else if (await isLost(record, folder, owners, now)) {
      // First: the claims are no longer needed, whether the record can be written or not.
      await folder.keepNotes();
      const given = abandoned(record);
      await folder.write(given);
      this.#known.set(id, withoutReason(given));
    }
  }

  async #names(): Promise<readonly string[]> {
    return await readdir(this.#folder).catch(() => []);
  }

  /** A few at a time: Node's file threads are shared with everything else that uses the disk. */
  async #each<Item>(items: Iterable<Item>, act: (item: Item) => Promise<void>): Promise<void> {
    const next = items[Symbol.iterator]();
    const inTurn = async () => {
      for (let item = next.next(); !item.done; item = next.next()) await act(item.value);
    };
    await Promise.all(Array.from({ length: JOB_LIMITS.readAtOnceMax }, inTurn));
  }

  /** Thousands of jobs take some milliseconds: lookups are answered in between. */
  async #inSlices<Item>(items: Iterable<Item>, act: (item: Item) => void): Promise<void> {
    const slices = new Slices(JOBS_PER_CLOCK_READING);
    for (const item of items) {
      if (slices.isOver()) await nextSlice();
      act(item);
    }
  }
}

/** A record that cannot be read, for example half written at a power loss, counts as absent. */
async function readable(folder: JobFolder): Promise<JobRecord | null> {
  return await folder.read().catch(() => null);
}

function releasesOf(jobs: readonly JobRecord[]): ReadonlySet<string> {
  return new Set(jobs.filter(isUnderWay).flatMap(({ release }) => release?.contentHash ?? []));
}

/** Only the client of a job reads why it failed, and the reason can be long. */
function withoutReason(record: JobRecord): JobRecord {
  return { ...record, reason: null };
}

/** Whether a job in progress has lost its process: the process ended, or has been silent for too long. */
async function isLost(record: JobRecord, folder: JobFolder, owners: EndedOwners, now: Date): Promise<boolean> {
  if (!isUnderWay(record)) return false;
  if (owners.hasWorkerEnded(record.owner)) return true;
  const touchedAt = await folder.touchedAt();
  return touchedAt !== null && now.getTime() - touchedAt > JOB_LIMITS.silentMillisecondsMax;
}

function endedFirst(one: JobRecord, other: JobRecord): number {
  return `${one.endedAt} ${one.id}` < `${other.endedAt} ${other.id}` ? -1 : 1;
}

function isOver({ createdAt, endedAt }: JobRecord, now: Date): boolean {
  return endedAt === null
    ? now.getTime() - Date.parse(createdAt) > JOB_LIMITS.underWayMillisecondsMax
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

function abandoned(record: JobRecord): JobRecord {
  return failedNow(record, "The process that worked on the file has ended. Send the file again.");
}

function failedNow(record: JobRecord, reason: string): JobRecord {
  return { ...record, status: "failed", endedAt: new Date().toISOString(), reason };
}
