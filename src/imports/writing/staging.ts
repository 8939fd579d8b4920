import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { undoneWhenInterrupted } from "../../core/files/interruption.ts";
import { Lock } from "../../core/files/lock.ts";
import { makeFolders } from "../../core/files/writing.ts";
import { failureFrom } from "../../core/runtime/failure.ts";
import {
  completeLocked,
  discardPrepared,
  isHalfInPlace,
  preparedFolderOf,
  putInPlace,
  stagingFolderOf,
  writeJournal,
} from "../../dataset/import-journal.ts";

/**
 * An atomic change of a dataset: everything is prepared beside it and put in place at the end. If an import is interrupted while it
 * puts things in place, the next command that opens the dataset completes it.
 */
export class Staging {
  readonly #dataset: string;
  readonly #isNewDataset: boolean;
  readonly #lock: Lock;
  readonly #forgetSignals: () => void;
  readonly #remove = new Set<string>();
  readonly #place = new Set<string>();

  /** Throws a failure while another import runs. What an interrupted import left is completed or deleted. */
  constructor(dataset: string, notify: (text: string) => void) {
    this.#dataset = dataset;
    this.#isNewDataset = !existsSync(dataset);
    makeFolders(dataset);
    this.#lock = Lock.take(dataset, "import");
    this.#forgetSignals = undoneWhenInterrupted(() => this.discard());
    try {
      completeLocked(dataset, notify);
      discardPrepared(dataset);
      makeFolders(this.newFolder);
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** The folder for new files, with the structure of the dataset. */
  get newFolder(): string {
    return preparedFolderOf(this.#dataset);
  }

  /** Whether the files only need to be put in place. */
  get isPrepared(): boolean {
    return isHalfInPlace(this.#dataset);
  }

  get workPlace(): string {
    return join(stagingFolderOf(this.#dataset), "work");
  }

  workFolder(name: string): string {
    const folder = join(this.workPlace, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** A prepared file replaces an existing one. */
  place(path: string): void {
    this.#place.add(path);
  }

  remove(path: string): void {
    this.#remove.add(path);
  }

  commit(): void {
    const journal = { remove: [...this.#remove], place: [...this.#place] };
    writeJournal(this.#dataset, journal);
    putInPlace(this.#dataset, journal);
    this.#end();
  }

  /** Deletes what was prepared; the dataset is unchanged. Once everything is prepared, the next command completes it instead. */
  discard(): void {
    try {
      if (!this.isPrepared) discardPrepared(this.#dataset);
    } finally {
      this.#end();
    }
    if (this.#isNewDataset && !this.isPrepared) removeIfEmpty(this.#dataset);
  }

  #end(): void {
    this.#forgetSignals();
    this.#lock.release();
  }
}

/** Another process may have put something into the folder meanwhile. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {}
}

/** Writes and flushes a prepared file, so that it survives a loss of power. */
export function writePrepared(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flush: true });
  } catch (error) {
    throw unprepared(path, error);
  }
}

/** The system's error of a full disk does not name the file: this failure does. */
export function unprepared(path: string, error: unknown): unknown {
  return failureFrom(error, `${path} cannot be written`, "Fix the cause and import again.");
}
