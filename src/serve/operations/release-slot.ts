import { setTimeout as wait } from "node:timers/promises";
import { reasonOf } from "../../core/runtime/failure.ts";
import { type FileIdentity, identityAt, isUntouched } from "../../release/open-file.ts";
import type { Release, ReleaseDescription } from "../../release/release.ts";
import type { FileAtPath } from "../../release/release-file.ts";
import type { Damage } from "../../release/soundness.ts";
import type { Log } from "./log.ts";

/** A release in use: it stays open until the borrower returns it. */
interface Borrowed {
  readonly release: Release;
  giveBack(): void;
}

/**
 * The release in service. It can be replaced under load; the old one is closed when the last request that borrowed it has been answered.
 */
export class ReleaseSlot {
  #current: Holding | null = null;
  #damage: Damage | null = null;
  /** The last known state of the file at the path. */
  fileAtPath: FileAtPath = "unchanged";
  /** Why the last reload was refused; null after one that was not. */
  reloadRefusal: string | null = null;

  put(release: Release): void {
    const previous = this.#current;
    this.#current = new Holding(release);
    this.#damage = null;
    this.fileAtPath = "unchanged";
    previous?.retire();
  }

  /** The release to answer one request with, or null while there is none. */
  borrow(): Borrowed | null {
    return this.#current?.borrow() ?? null;
  }

  get current(): Release | null {
    return this.#current?.release ?? null;
  }

  /** Why there is none: the last one was damaged. Null otherwise. */
  get damage(): Damage | null {
    return this.#damage;
  }

  /** Takes a damaged release out of service. */
  takeOut(damage: Damage): void {
    this.clear();
    this.#damage = damage;
  }

  /** Takes the release out of service; requests under way finish with it. */
  clear(): void {
    this.#current?.retire();
    this.#current = null;
  }
}

class Holding implements Borrowed {
  readonly release: Release;
  #borrowers = 0;
  #retired = false;

  constructor(release: Release) {
    this.release = release;
  }

  borrow(): Borrowed {
    this.#borrowers += 1;
    return this;
  }

  giveBack(): void {
    this.#borrowers -= 1;
    this.#closeWhenUnused();
  }

  retire(): void {
    this.#retired = true;
    this.#closeWhenUnused();
  }

  #closeWhenUnused(): void {
    if (this.#retired && this.#borrowers === 0) this.release.close();
  }
}

export interface KeeperIntervals {
  /** Between two checks of the file, without reading it: two system calls, some microseconds. */
  readonly lookMilliseconds: number;
  /**
   * Between two blocks of 256 KiB that are read again (scrubbing): a megabyte a second, a file of 400 MB in seven minutes, for about a
   * thousandth of one core.
   */
  readonly scrubMilliseconds: number;
  /** How long an unchanged file that could not be reopened is left alone: a disk may come back. */
  readonly unchangedMilliseconds: number;
  /** A release that is damaged sooner than this after it was reopened would be reopened over and over again. */
  readonly shortLifeMilliseconds: number;
}

const INTERVALS: KeeperIntervals = {
  lookMilliseconds: 1_000,
  scrubMilliseconds: 250,
  unchangedMilliseconds: 30_000,
  shortLifeMilliseconds: 60_000,
};

interface KeeperOptions {
  readonly slot: ReleaseSlot;
  /** Opens and verifies the file at the path of the server. */
  readonly open: () => Promise<Release>;
  readonly path: string;
  readonly log: Log;
  /** Called when a release has replaced a damaged one. */
  readonly onReopened: (description: ReleaseDescription) => void;
}

/**
 * Keeps a sound release in service. It watches the file (watchdog), and takes a damaged release out of service at once, so that nothing is
 * answered from it. Then it reopens the file at its path until that is sound.
 */
export class ReleaseKeeper {
  readonly #options: KeeperOptions;
  readonly #intervals: KeeperIntervals;
  readonly #timers: readonly NodeJS.Timeout[];
  #isOver = false;
  #isReopening = false;
  #reopened: { readonly at: number; readonly identity: FileIdentity | null } | null = null;

  constructor(options: KeeperOptions, intervals: KeeperIntervals = INTERVALS) {
    this.#options = options;
    this.#intervals = intervals;
    this.#timers = [
      setInterval(() => this.#look(), intervals.lookMilliseconds),
      setInterval(() => void options.slot.current?.guard.scrub(), intervals.scrubMilliseconds),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /** Puts a release into service and watches it from now on. */
  serve(release: Release): void {
    this.#options.slot.put(release);
    release.guard.soundness.watch((damage) => this.#takeOut(release, damage));
  }

  end(): void {
    this.#isOver = true;
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Another file at the path is no error: the opened one is served until a reload. */
  #look(): void {
    const { slot, log } = this.#options;
    const { current } = slot;
    if (current === null) return;
    const found = current.guard.look();
    if (slot.current !== current || found === slot.fileAtPath) return;
    slot.fileAtPath = found;
    if (found !== "unchanged") log.warn("release_file_replaced", { file: current.file, reason: found });
  }

  #takeOut(release: Release, damage: Damage): void {
    const { slot, log } = this.#options;
    // A release that was replaced meanwhile answers nothing new.
    if (slot.current !== release) return;
    slot.takeOut(damage);
    log.error("release_damaged", { file: damage.file, table: damage.place, reason: damage.cause });
    void this.#reopen();
  }

  async #reopen(): Promise<void> {
    if (this.#isReopening) return;
    this.#isReopening = true;
    let tried = identityAt(this.#options.path);
    if (this.#isShortLived(tried)) await this.#untilChanged(tried);
    let logged = "";
    while (this.#isWanted()) {
      tried = identityAt(this.#options.path);
      const reason = await this.#tryToReopen();
      if (reason === null) break;
      if (reason !== logged) this.#options.log.error("release_not_reopened", { reason });
      logged = reason;
      await this.#untilChanged(tried);
    }
    this.#isReopening = false;
  }

  /** Whether this file was just reopened, and is damaged again. */
  #isShortLived(now: FileIdentity | null): boolean {
    const last = this.#reopened;
    if (last === null || performance.now() - last.at >= this.#intervals.shortLifeMilliseconds) return false;
    return now !== null && last.identity !== null && isUntouched(last.identity, now);
  }

  /** Whether there is still no release in service: a reload may have been quicker. */
  #isWanted(): boolean {
    return !this.#isOver && this.#options.slot.current === null;
  }

  /** Null when a release is in service. */
  async #tryToReopen(): Promise<string | null> {
    try {
      const identity = identityAt(this.#options.path);
      const release = await this.#options.open();
      if (!this.#isWanted()) {
        release.close();
        return null;
      }
      this.#reopened = { at: performance.now(), identity };
      this.serve(release);
      const { name, version, contentHash } = release.description;
      this.#options.log.info("release_reopened", { release: name, version, hash: contentHash });
      this.#options.onReopened(release.description);
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  }

  /** Waits until the file at the path was replaced or changed, or until another try is worth it. */
  async #untilChanged(before: FileIdentity | null): Promise<void> {
    const { lookMilliseconds, unchangedMilliseconds } = this.#intervals;
    for (let waited = 0; waited < unchangedMilliseconds && this.#isWanted(); waited += lookMilliseconds) {
      await wait(lookMilliseconds, null, { ref: false });
      const now = identityAt(this.#options.path);
      if (now !== null && (before === null || !isUntouched(before, now))) return;
    }
  }
}
