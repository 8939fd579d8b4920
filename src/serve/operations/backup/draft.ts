import { readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { undoneWhenInterrupted } from "../../../core/files/interruption.ts";
import { Lock } from "../../../core/files/lock.ts";
import { makeFolders, OWNER_ONLY_FOLDER, synchronize, unwritable, writtenFile } from "../../../core/files/writing.ts";
import { isOutside } from "../../../core/runtime/failure.ts";

/** `home-2026-11-18.tar.4711.backup-partial` */
const DRAFT_NAME = /^(.+)\.[0-9]+\.backup-partial$/;

/**
 * The folder beside a backup in which it is made, and from which it is renamed when it is complete. The next backup to the same
 * folder removes what a killed one left, whatever the name of its file: files of backups often have the day in their name.
 */
export class BackupDraft {
  readonly folder: string;
  /** Where the complete file is made. */
  readonly archive: string;
  readonly #target: string;
  readonly #lock: Lock;
  readonly #forgetSignals: () => void;

  /** Throws a failure when nothing can be written there. */
  constructor(out: string) {
    this.#target = writtenFile(out);
    this.folder = `${this.#target}.${process.pid}.backup-partial`;
    this.archive = join(this.folder, "archive.tar");
    // The folder is there before the lock and goes after it: it leads the next backup to the lock file that a killed one left.
    try {
      makeFolders(this.folder, OWNER_ONLY_FOLDER);
      this.#lock = Lock.take(this.#target, "backup");
    } catch (error) {
      rmSync(this.folder, { recursive: true, force: true });
      throw unwritable(out, error);
    }
    this.#forgetSignals = undoneWhenInterrupted(() => this.discard());
    try {
      sweepDrafts(this.#target, this.folder);
      // Until the lock was taken, another backup could have removed it.
      makeFolders(this.folder, OWNER_ONLY_FOLDER);
    } catch (error) {
      this.discard();
      throw unwritable(out, error);
    }
  }

  /** Removes what a first attempt has made. */
  clear(): void {
    for (const name of readdirSync(this.folder)) rmSync(join(this.folder, name), { recursive: true, force: true });
  }

  /** Puts the complete file in place of the target. It survives a loss of power from here on. */
  keep(): void {
    renameSync(this.archive, this.#target);
    synchronize(dirname(this.#target));
  }

  /** Removes everything but what was kept. */
  discard(): void {
    this.#forgetSignals();
    this.#lock.release();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A backup that runs has its target locked; the others have ended. */
function sweepDrafts(target: string, own: string): void {
  const folder = dirname(target);
  for (const name of readdirSync(folder)) {
    const [, file] = DRAFT_NAME.exec(name) ?? [];
    if (file === undefined || join(folder, name) === own) continue;
    const other = join(folder, file);
    const remove = () => rmSync(join(folder, name), { recursive: true, force: true });
    if (other === target) remove();
    else removeIfEnded(other, remove);
  }
}

function removeIfEnded(target: string, remove: () => void): void {
  try {
    const lock = Lock.takeIfFree(target, "backup");
    if (lock === null) return;
    try {
      remove();
    } finally {
      lock.release();
    }
  } catch (error) {
    // A draft of another user stays, and is no reason to make no backup.
    if (!isOutside(error)) throw error;
  }
}
