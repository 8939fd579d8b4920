import { JOB_LIMITS } from "../limits.ts";
import type { JobEnds } from "./job-ends.ts";
import { isDeleted, type JobFolder } from "./job-folder.ts";
import { fewAtOnce, inSlices, type JobsFolder } from "./jobs-folder.ts";
import type { JobKeys, KnownJobs } from "./known-jobs.ts";
import {
  abandoned,
  EndedOwners,
  isOver,
  isSameWorker,
  isUnderWay,
  JOB_ID,
  type JobOwner,
  type JobRecord,
} from "./record.ts";

/** Deletes jobs that have had their time, and what ended processes left: nothing of a claim stays for longer than it is needed. */
export class Sweep {
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
export async function isLost(record: JobRecord, folder: JobFolder, owners: EndedOwners, now: Date): Promise<boolean> {
  if (!isUnderWay(record)) return false;
  if (owners.hasWorkerEnded(record.owner)) return true;
  const touchedAt = await folder.touchedAt();
  return touchedAt !== null && now.getTime() - touchedAt > JOB_LIMITS.silentMillisecondsMax;
}
