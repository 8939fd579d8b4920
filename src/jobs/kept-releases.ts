import { readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { makeFoldersLater } from "../files/make-folders.ts";
import { failure } from "../runtime/failure.ts";
import { removeFolder } from "./job-folder.ts";
import { JOB_LIMITS } from "./limits.ts";
import { freeBytesAt, type JobSpace, spaceText } from "./space.ts";

/** A release in service, as a job can keep it. */
export interface ReleaseInService {
  readonly contentHash: string;
  readonly bytes: number;
  /** Makes the very file that is open appear at a path too. */
  readonly keepAt: (path: string, end: AbortSignal) => Promise<void>;
}

const TOO_SLOW = `The release was not copied within ${JOB_LIMITS.keepReleaseMillisecondsMax / 1_000} seconds. Send the file again later, or tell the operator of the service.`;

const CONTENT_HASH = /^[0-9a-f]{64}$/;

/**
 * The releases that accepted jobs are priced with, by their content hash, so that a reload does not fail a job that waits. Jobs of one release share
 * its file. It is deleted when no job under way needs it and it was not asked for during an hour: linking the file of a release, and deleting the link,
 * has every process prove the file again.
 */
export class KeptReleases {
  readonly #folder: string;
  readonly #space: JobSpace;
  readonly #making = new Map<string, Promise<void>>();

  constructor(jobsFolder: string, space: JobSpace) {
    this.#folder = join(jobsFolder, "releases");
    this.#space = space;
  }

  /** The path of a release that stays there as long as jobs under way are of it: `inUse` has their content hashes. Throws a failure where it cannot be kept. */
  async keep(release: ReleaseInService, inUse: ReadonlySet<string>): Promise<string> {
    const { contentHash } = release;
    const folder = join(this.#folder, contentHash);
    const file = join(folder, "release.db");
    const now = new Date();
    if ((await stat(file).catch(() => null)) === null) {
      const making = this.#making.get(contentHash) ?? this.#make(release, folder, file, inUse);
      this.#making.set(contentHash, making);
      await making.finally(() => this.#making.delete(contentHash));
    }
    await utimes(folder, now, now);
    return file;
  }

  async #make(release: ReleaseInService, folder: string, file: string, inUse: ReadonlySet<string>): Promise<void> {
    await this.#makeRoom(inUse);
    await makeFoldersLater(folder);
    if ((await freeBytesAt(folder)) - release.bytes < this.#space.freeBytesMin) {
      throw failure(spaceText("disk", this.#space));
    }
    const partial = join(folder, `${process.pid}.partial`);
    const late = AbortSignal.timeout(JOB_LIMITS.keepReleaseMillisecondsMax);
    try {
      await rm(partial, { force: true });
      await release.keepAt(partial, late);
      await rename(partial, file);
    } catch (error) {
      throw late.aborted ? failure(TOO_SLOW) : error;
    } finally {
      // Also where another process was quicker: a link that takes the place of the same file stays beside it.
      await rm(partial, { force: true });
    }
  }

  /** Only so many are kept: those that no job needs go at once. */
  async #makeRoom(inUse: ReadonlySet<string>): Promise<void> {
    const kept = await this.#kept();
    if (kept.length < JOB_LIMITS.keptReleasesMax) return;
    for (const hash of kept) if (!inUse.has(hash)) await this.#remove(hash);
    if ((await this.#kept()).length < JOB_LIMITS.keptReleasesMax) return;
    throw failure(
      `Jobs of ${JOB_LIMITS.keptReleasesMax} earlier releases are under way, and no more are kept. Send the file again when one of them is done.`,
    );
  }

  /** Deletes what no job under way needs and nobody has asked for during its time. */
  async sweep(inUse: ReadonlySet<string>, now: Date, unusedMillisecondsMax: number): Promise<void> {
    for (const hash of await this.#kept()) {
      if (inUse.has(hash) || this.#making.has(hash)) continue;
      const usedAt = (await stat(join(this.#folder, hash)).catch(() => null))?.mtimeMs;
      if (usedAt !== undefined && now.getTime() - usedAt >= unusedMillisecondsMax) await this.#remove(hash);
    }
  }

  async #kept(): Promise<readonly string[]> {
    return (await readdir(this.#folder).catch(() => [])).filter((name) => CONTENT_HASH.test(name));
  }

  async #remove(hash: string): Promise<void> {
    await removeFolder(join(this.#folder, hash));
  }
}
