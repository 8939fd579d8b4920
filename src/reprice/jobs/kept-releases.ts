import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { freeBytesAt } from "../../core/files/disk.ts";
import { makeFoldersLater } from "../../core/files/writing.ts";
import { failure } from "../../core/runtime/failure.ts";
import { JOB_LIMITS } from "../limits.ts";
import { removeFolder } from "./job-folder.ts";
import { type JobSpace, spaceText } from "./space.ts";

export interface ReleaseInService {
  readonly contentHash: string;
  readonly bytes: number;
  /** Hard-links the open file to a path; false when that is not possible. */
  readonly linkAt: (path: string) => Promise<boolean>;
  /** Copies the open file to a path; throws when the signal is aborted. */
  readonly copyTo: (path: string, end: AbortSignal) => Promise<void>;
}

const TOO_SLOW = `The release was not copied within ${JOB_LIMITS.keepReleaseMillisecondsMax / 1_000} seconds. Send the file again later, or tell the operator of the service.`;
const TOO_MANY = `The service keeps ${JOB_LIMITS.keptReleasesMax} earlier releases for jobs under way, and no more. Send the file again in a minute, or when one of these jobs is done.`;

const CONTENT_HASH = /^[0-9a-f]{64}$/;
const FILE = "release.db";

/** A folder in the making or in deletion has another name. An older one is from a killed process. */
const UNFINISHED_MILLISECONDS_MAX =
  JOB_LIMITS.keepReleaseMillisecondsMax + JOB_LIMITS.keptReleaseUntouchedMillisecondsMin;

/**
 * The releases of accepted jobs, by content hash, so that a reload does not fail a waiting job. Jobs of one release share
 * its file. A release is deleted when no job in progress needs it and none has requested it for an hour: linking or
 * unlinking a release file makes every process verify the file again.
 *
 * Several processes share the folder without a lock. A release gets its name when it is complete and loses it before it is deleted.
 */
export class KeptReleases {
  readonly #folder: string;
  readonly #space: JobSpace;
  readonly #inUse: () => Promise<ReadonlySet<string>>;
  readonly #making = new Map<string, Promise<void>>();

  /** `inUse` reads the content hashes that jobs in progress need, of all processes. */
  constructor(jobsFolder: string, space: JobSpace, inUse: () => Promise<ReadonlySet<string>>) {
    this.#folder = join(jobsFolder, "releases");
    this.#space = space;
    this.#inUse = inUse;
  }

  /** The path of a release that stays while jobs in progress need it. Throws a failure when it cannot be kept. */
  async keep(release: ReleaseInService): Promise<string> {
    await this.#makeMissing(release);
    // Another process may have deleted it just before the touch. After the touch, none does.
    await this.#makeMissing(release);
    return join(this.#folder, release.contentHash, FILE);
  }

  /** Shows other processes that jobs of this one need these releases. */
  async touch(hashes: Iterable<string>, now: Date): Promise<void> {
    for (const hash of hashes) await utimes(join(this.#folder, hash), now, now).catch(ignoreMissing);
  }

  /** Deletes releases that no job in progress needs and none has requested in this time, and what a killed process left. */
  async sweep(now: Date, unusedMillisecondsMax: number): Promise<void> {
    for (const name of await this.#names()) {
      const path = join(this.#folder, name);
      if (!CONTENT_HASH.test(name) && (await isLeft(path, now))) await removeFolder(path);
    }
    await this.#removeUnused(now, Math.max(unusedMillisecondsMax, JOB_LIMITS.keptReleaseUntouchedMillisecondsMin));
  }

  async #makeMissing(release: ReleaseInService): Promise<void> {
    const { contentHash } = release;
    if (!(await isThere(join(this.#folder, contentHash, FILE)))) {
      const making = this.#making.get(contentHash) ?? this.#make(release);
      this.#making.set(contentHash, making);
      await making.finally(() => this.#making.delete(contentHash));
    }
    await this.touch([contentHash], new Date());
  }

  async #make(release: ReleaseInService): Promise<void> {
    await this.#makeRoom();
    await makeFoldersLater(this.#folder);
    const folder = join(this.#folder, release.contentHash);
    const unfinished = this.#newPath("new");
    try {
      await mkdir(unfinished);
      const file = join(unfinished, FILE);
      if (!(await release.linkAt(file))) await this.#copy(release, file);
      await rename(unfinished, folder);
    } catch (error) {
      await removeFolder(unfinished);
      // Another process was quicker.
      if (await isThere(join(folder, FILE))) return;
      throw error;
    }
  }

  async #copy({ bytes, copyTo }: ReleaseInService, file: string): Promise<void> {
    if ((await freeBytesAt(this.#folder)) - bytes < this.#space.freeBytesMin) {
      throw failure(spaceText("disk", this.#space));
    }
    const late = AbortSignal.timeout(JOB_LIMITS.keepReleaseMillisecondsMax);
    try {
      await copyTo(file, late);
    } catch (error) {
      throw late.aborted ? failure(TOO_SLOW) : error;
    }
  }

  /** Deletes releases that no job needs when the limit is reached. */
  async #makeRoom(): Promise<void> {
    if ((await this.#kept()).length < JOB_LIMITS.keptReleasesMax) return;
    await this.#removeUnused(new Date(), JOB_LIMITS.keptReleaseUntouchedMillisecondsMin);
    if ((await this.#kept()).length >= JOB_LIMITS.keptReleasesMax) throw failure(TOO_MANY);
  }

  async #removeUnused(now: Date, untouchedMilliseconds: number): Promise<void> {
    const untouched: string[] = [];
    for (const hash of await this.#kept()) {
      if (await isUntouched(join(this.#folder, hash), now, untouchedMilliseconds)) untouched.push(hash);
    }
    if (untouched.length === 0) return;
    // Read now: jobs of other processes may have begun since the last read.
    const inUse = await this.#inUse();
    for (const hash of untouched) {
      if (!inUse.has(hash)) await this.#remove(hash, now, untouchedMilliseconds);
    }
  }

  async #remove(hash: string, now: Date, untouchedMilliseconds: number): Promise<void> {
    const folder = join(this.#folder, hash);
    const deleted = this.#newPath("deleted");
    if (!(await isUntouched(folder, now, untouchedMilliseconds))) return;
    try {
      await rename(folder, deleted);
    } catch (error) {
      // ENOENT: another process was quicker. A full disk may refuse the rename, and deleting frees space.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") await removeFolder(folder);
      return;
    }
    // A job may have taken it just before the rename.
    const isTaken = !(await isUntouched(deleted, now, untouchedMilliseconds));
    // If the name is taken again, the job has made the release again.
    if (isTaken && (await isRenamed(deleted, folder))) return;
    await removeFolder(deleted);
  }

  #newPath(what: string): string {
    return join(this.#folder, `${what}-${randomBytes(16).toString("hex")}`);
  }

  async #kept(): Promise<readonly string[]> {
    return (await this.#names()).filter((name) => CONTENT_HASH.test(name));
  }

  async #names(): Promise<readonly string[]> {
    return await readdir(this.#folder).catch(() => []);
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

/** A folder that is missing or cannot be read is not known to be untouched. */
async function isUntouched(folder: string, now: Date, milliseconds: number): Promise<boolean> {
  const touchedAt = (await stat(folder).catch(() => null))?.mtimeMs;
  return touchedAt !== undefined && now.getTime() - touchedAt >= milliseconds;
}

/** Whether a killed process left a folder unfinished. Its change time (ctime) shows when it got its name; the content's time does not. */
async function isLeft(folder: string, now: Date): Promise<boolean> {
  const changedAt = (await stat(folder).catch(() => null))?.ctimeMs;
  return changedAt !== undefined && now.getTime() - changedAt >= UNFINISHED_MILLISECONDS_MAX;
}

async function isRenamed(from: string, to: string): Promise<boolean> {
  return await rename(from, to).then(
    () => true,
    () => false,
  );
}

/** Another process may have deleted it. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
