import { statSync } from "node:fs";
import { join, relative } from "node:path";
import { undoneWhenInterrupted } from "../files/interruption.ts";
import { Lock } from "../files/lock.ts";
import { unreadable } from "../files/readable.ts";
import { failure, isOutside } from "../runtime/failure.ts";
import { DESCRIPTION_FILE } from "./description.ts";
import { isHalfInPlace, putInPlace } from "./import-journal.ts";

/** Who wants a dataset that holds no half of an import, and whom to tell when one had to be completed. */
interface SettledFor {
  /** Such as `build`. */
  readonly command: string;
  readonly tell: (text: string) => void;
}

/** Completes an import that was cut off, so that nobody reads half of it; throws a failure when that cannot be done. */
export function completeImport(dataset: string, { command, tell }: SettledFor): void {
  if (!isHalfInPlace(dataset)) return;
  try {
    const lock = Lock.take(dataset, command);
    const forgetSignals = undoneWhenInterrupted(() => lock.release());
    try {
      completeLocked(dataset, tell);
    } finally {
      forgetSignals();
      lock.release();
    }
  } catch (error) {
    if (!isOutside(error)) throw error;
    throw failure(`${dataset} holds half of an import, which must be completed first: ${error.message}`);
  }
}

/** For the owner of the dataset's lock: nobody else is at it, so a journal that is there was left. */
export function completeLocked(dataset: string, tell: SettledFor["tell"]): void {
  if (!isHalfInPlace(dataset)) return;
  putInPlace(dataset);
  tell(`An import into ${dataset} was cut off while it was put in place: it has been completed.`);
}

/**
 * Notices when a dataset is changed while it is read, which needs no lock: datasets that cannot be written can be read, by
 * several at a time. Every import replaces `dataset.json` last, so that none goes unnoticed.
 */
export class DatasetWatch {
  readonly #dataset: string;
  readonly #versions = new Map<string, string>();

  constructor(dataset: string, settledFor: SettledFor) {
    this.#dataset = dataset;
    do {
      completeImport(dataset, settledFor);
      this.add(join(dataset, DESCRIPTION_FILE));
      // Another import may have been ready meanwhile.
    } while (isHalfInPlace(dataset));
  }

  /** From now on this file is to stay as it is. */
  add(file: string): void {
    this.#versions.set(file, versionOf(file));
  }

  /** Throws a failure when what was read may be half of one state and half of another. */
  refuseChanges(): void {
    const changed = [...this.#versions].find(([file, version]) => versionOf(file) !== version)?.[0];
    if (changed === undefined && !isHalfInPlace(this.#dataset)) return;
    const what = changed === undefined ? "" : ` (${relative(this.#dataset, changed)})`;
    throw failure(
      `${this.#dataset} was changed while it was read${what}: run the command again when nobody writes to it.`,
    );
  }
}

function versionOf(file: string): string {
  try {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return "missing";
    // Its number too: another file of the same size and time may be put in its place.
    return `${stats.size} bytes of ${stats.mtimeNs} in ${stats.dev}:${stats.ino}`;
  } catch (error) {
    throw unreadable(file, error);
  }
}
