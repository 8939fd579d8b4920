import { existsSync, readdirSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Lock } from "../../core/files/lock.ts";
import { replaceFileLater } from "../../core/files/replace-file.ts";
import { makeFolders, synchronize } from "../../core/files/writing.ts";
import { failure, failureFrom } from "../../core/runtime/failure.ts";
import { type CataloguedRelease, wholeOf } from "./release-catalogue.ts";

const OWNER_ONLY = 0o700;
/** The name of a release in the folder: its content hash. */
export const RELEASE_FILE = /^([0-9a-f]{64})\.db$/;
const LINK = "active.db";

/** Somebody else brings a release into the folder: as long as that takes at most, from a slow database. */
const LOCK_MILLISECONDS_MAX = 10 * 60_000;
const LOCK_LOOK_MILLISECONDS = 100;

/** What is to be brought into the folder. */
export type WantedRelease = Pick<CataloguedRelease, "contentHash" | "version" | "bytes" | "sha256">;

/**
 * The releases on the disk of one home, each named by its content hash, and the link `active.db` to the one that is to be served. A file has its
 * name only when it is whole and proved; one process at a time brings one, and clears what killed ones left.
 */
export class ReleaseFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  fileOf({ contentHash }: Pick<CataloguedRelease, "contentHash">): string {
    return join(this.path, `${contentHash}.db`);
  }

  /** What a server opens: it leads to the file of the release that was chosen last. */
  get link(): string {
    return join(this.path, LINK);
  }

  has(release: Pick<CataloguedRelease, "contentHash">): boolean {
    return existsSync(this.fileOf(release));
  }

  /** Writes a release from its bytes, and has it proved before it gets its name. */
  bring(
    release: WantedRelease,
    chunks: AsyncIterable<Buffer>,
    prove: (file: string) => Promise<unknown>,
  ): Promise<void> {
    return this.whileLocked(() => this.bringLocked(release, chunks, prove));
  }

  /** Does what nobody else may do to the folder meanwhile. */
  async whileLocked<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    const lock = await this.#locked();
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  /** As `bring`, for whoever has locked the folder, since there is more to do. */
  async bringLocked(
    release: WantedRelease,
    chunks: AsyncIterable<Buffer>,
    prove: (file: string) => Promise<unknown>,
  ): Promise<void> {
    const target = this.fileOf(release);
    const draft = `${target}.partial`;
    try {
      this.#clearPartials();
      const write = async (file: FileHandle) => {
        for await (const chunk of wholeOf(chunks, release, notTheSame(release))) await file.appendFile(chunk);
        await prove(draft);
      };
      await replaceFileLater(target, write, { mode: 0o600, draft });
    } catch (error) {
      throw failureFrom(error, `${draft} cannot be written`, "Make room, or fix the cause.");
    }
  }

  /** The hash of the release that the link leads to; null when it leads to none that is there. */
  chosen(): string | null {
    try {
      const [, hash = null] = RELEASE_FILE.exec(readlinkSync(this.link)) ?? [];
      return hash !== null && this.has({ contentHash: hash }) ? hash : null;
    } catch {
      return null;
    }
  }

  /** Has the link lead to a release, from one moment to the next. */
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

  /** Removes all but the newest so many, the chosen one and those that are kept for another reason. */
  keepLast(count: number, isKept: (contentHash: string) => boolean): void {
    const files = readdirSync(this.path).flatMap((name) => {
      const [, hash] = RELEASE_FILE.exec(name) ?? [];
      return hash === undefined ? [] : [{ hash, writtenAt: writtenAt(join(this.path, name)) }];
    });
    files.sort((one, other) => other.writtenAt - one.writtenAt);
    const chosen = this.chosen();
    for (const { hash } of files.slice(count)) if (hash !== chosen && !isKept(hash)) this.remove(hash);
  }

  /** Waits for whoever is at it; it ends with its process, so that nobody is waited for in vain. A folder that cannot be locked is told at once. */
  async #locked(): Promise<Lock> {
    makeFolders(this.path, OWNER_ONLY);
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

/** For proving that a file holds the release that it is named after. */
export function refuseOther(release: WantedRelease, found: { readonly contentHash: string }): void {
  if (found.contentHash !== release.contentHash) throw failure(notTheSame(release));
}
