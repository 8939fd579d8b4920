import { closeSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { undoneWhenInterrupted } from "../core/files/interruption.ts";
import { Lock } from "../core/files/lock.ts";
import { synchronize, unwritable, writtenFile } from "../core/files/writing.ts";

/**
 * A file written beside its target and put in its place only when it is complete, so that
 * nobody ever sees half of it, nor a second one that is written to the same target at a time. An interrupted program takes
 * it away; what a killed one has left goes when the next one begins.
 */
export class TemporaryFile {
  readonly path: string;
  readonly #target: string;
  readonly #lock: Lock;
  readonly #forgetSignals: () => void;

  /** Throws a failure when nothing can be written there. */
  constructor(target: string, command: string) {
    this.#target = writtenFile(target);
    this.path = `${this.#target}.${process.pid}.partial`;
    this.#lock = Lock.take(this.#target, command);
    try {
      removePartials(this.#target);
      closeSync(openSync(this.path, "wx"));
    } catch (error) {
      this.#lock.release();
      throw unwritable(target, error);
    }
    this.#forgetSignals = undoneWhenInterrupted(() => this.discard());
  }

  /** Puts the complete file in place of the target, surviving a loss of power from here on. */
  keep(): void {
    try {
      synchronize(this.path);
      renameSync(this.path, this.#target);
      synchronize(dirname(this.#target));
    } catch (error) {
      throw unwritable(this.#target, error);
    }
  }

  /** Takes away what was not kept, and makes room for others. */
  discard(): void {
    rmSync(this.path, { force: true });
    this.#forgetSignals();
    this.#lock.release();
  }
}

/** Whoever holds the lock is alone: what others began here was left by processes that were killed. */
function removePartials(target: string): void {
  const folder = dirname(target);
  for (const name of readdirSync(folder)) if (isPartialOf(target, name)) rmSync(join(folder, name));
}

/** `rates.db.4711.partial`; that of a repricing, which may be resumed, has no number. */
function isPartialOf(target: string, name: string): boolean {
  const start = `${basename(target)}.`;
  return name.startsWith(start) && /^[0-9]+\.partial$/.test(name.slice(start.length));
}
