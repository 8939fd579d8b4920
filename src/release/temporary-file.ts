import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { unwritable, writtenFile } from "../files/written-file.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * A file written beside its target and put in its place only when it is complete, so that
 * nobody ever sees half of it. An interrupted program takes it away.
 */
export class TemporaryFile {
  readonly path: string;
  readonly #target: string;

  /** Throws a failure when nothing can be written there. */
  constructor(target: string) {
    this.#target = writtenFile(target);
    this.path = `${this.#target}.${process.pid}.partial`;
    try {
      this.#removePartial();
      closeSync(openSync(this.path, "wx"));
    } catch (error) {
      throw unwritable(target, error);
    }
    for (const signal of SIGNALS) process.once(signal, this.#onSignal);
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
    this.#forgetSignals();
  }

  /** Takes away what was written; does nothing once it is kept. */
  discard(): void {
    this.#removePartial();
    this.#forgetSignals();
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    this.discard();
    process.kill(process.pid, signal);
  };

  #removePartial(): void {
    rmSync(this.path, { force: true });
  }

  #forgetSignals(): void {
    for (const signal of SIGNALS) process.removeListener(signal, this.#onSignal);
  }
}

function synchronize(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
