import { existsSync, readdirSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Lock } from "../../core/files/lock.ts";
import { replaceFileLater } from "../../core/files/replace-file.ts";
import { makeFolders, OWNER_ONLY_FILE, OWNER_ONLY_FOLDER, synchronize } from "../../core/files/writing.ts";
import { failure, failureFrom } from "../../core/runtime/failure.ts";
import { type CataloguedRelease, wholeOf } from "./release-catalogue.ts";

/** The name of a release in the folder: its content hash. */
export const RELEASE_FILE = /^([0-9a-f]{64})\.db$/;
const LINK = "active.db";

/** The longest wait while another process brings a release into the folder, from a slow database. */
const LOCK_MILLISECONDS_MAX = 10 * 60_000;
const LOCK_LOOK_MILLISECONDS = 100;

type WantedRelease = Pick<CataloguedRelease, "contentHash" | "version" | "bytes" | "sha256">;

/**
 * The releases on the disk of one home, each named by its content hash, and the link `active.db` to the one to serve. A file gets its name
 * only when it is complete and verified. One process at a time brings one, and clears what killed processes left.
 */
export class ReleaseFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  fileOf({ contentHash }: Pick<CataloguedRelease, "contentHash">): string {
    return join(this.path, `${contentHash}.db`);
  }

  /** The file that a server opens: it links to the release that was chosen last. */
  get link(): string {
    return join(this.path, LINK);
  }

  has(release: Pick<CataloguedRelease, "contentHash">): boolean {
    return existsSync(this.fileOf(release));
  }

  /** Writes a release from its bytes, and verifies it before it gets its name. */
  bring(
    release: WantedRelease,
    chunks: AsyncIterable<Buffer>,
    verify: (file: string) => Promise<unknown>,
  ): Promise<void> {
    return this.whileLocked(() => this.bringLocked(release, chunks, verify));
  }

  /** Runs work while no other process changes the folder. */
  async whileLocked<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    const lock = await this.#locked();
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  /** `bring` for a caller that has locked the folder. */
  async bringLocked(
    release: WantedRelease,
    chunks: AsyncIterable<Buffer>,
    verify: (file: string) => Promise<unknown>,
  ): Promise<void> {
    const target = this.fileOf(release);
    const draft = `${target}.partial`;
    try {
      this.#clearPartials();
      const write = async (file: FileHandle) => {
        for await (const chunk of wholeOf(chunks, release, notTheSame(release))) await file.appendFile(chunk);
        await verify(draft);
      };
      await replaceFileLater(target, write, { mode: OWNER_ONLY_FILE, draft });
    } catch (error) {
      throw failureFrom(error, `${draft} cannot be written`, "Make room, or fix the cause.");
    }
  }

  /** The hash of the release that the link leads to; null when that file does not exist. */
  chosen(): string | null {
    try {
      const [, hash = null] = RELEASE_FILE.exec(readlinkSync(this.link)) ?? [];
      return hash !== null && this.has({ contentHash: hash }) ? hash : null;
    } catch {
      return null;
    }
  }

  /** Atomically points the link to a release. */
  choose(release: Pick<CataloguedRelease, "contentHash">): void {
    const fresh = `${this.link}.${process.pid}.new`;
    try {
      rmSync(fresh, { force: true });
      symlinkSync(`${release.contentHash}.db`, fresh);
      renameSync(fresh, this.link);
      synchronize(this.path);
    } catch (error) {
      throw failureFrom(error, `${this.link} cannot be written`, "Fix the cause, or choose another --home.");
    }
  }

  remove(contentHash: string): void {
    rmSync(this.fileOf({ contentHash }), { force: true });
  }

  /** Removes all but the newest `count`, the chosen one and those that are kept for another reason. */
  keepLast(count: number, isKept: (contentHash: string) => boolean): void {
    const files = readdirSync(this.path).flatMap((name) => {
      const [, hash] = RELEASE_FILE.exec(name) ?? [];
      return hash === undefined ? [] : [{ hash, writtenAt: writtenAt(join(this.path, name)) }];
    });
    files.sort((one, other) => other.writtenAt - one.writtenAt);
    const chosen = this.chosen();
    for (const { hash } of files.slice(count)) if (hash !== chosen && !isKept(hash)) this.remove(hash);
  }

  /** Waits for the process that has the lock, which ends with that process. A folder that cannot be locked is reported at once. */
  async #locked(): Promise<Lock> {
    makeFolders(this.path, OWNER_ONLY_FOLDER);
    for (let waited = 0; waited < LOCK_MILLISECONDS_MAX; waited += LOCK_LOOK_MILLISECONDS) {
      const lock = Lock.takeIfFree(this.path, "releases");
      if (lock !== null) return lock;
      await wait(LOCK_LOOK_MILLISECONDS);
    }
    return Lock.take(this.path, "releases");
  }

  #clearPartials(): void {
    for (const name of readdirSync(this.path)) if (name.endsWith(".partial")) rmSync(join(this.path, name));
  }
}

function notTheSame({ version, contentHash }: WantedRelease): string {
  return `What came as the release ${version} (${contentHash}) is not what was pushed. Push it again with "ratebook releases push".`;
}

function writtenAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Verifies that a file holds the release of its name. */
export function refuseOther(release: WantedRelease, found: { readonly contentHash: string }): void {
  if (found.contentHash !== release.contentHash) throw failure(notTheSame(release));
}
