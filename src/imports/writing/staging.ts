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
 * A change of a dataset that happens as a whole: everything is prepared beside it and put in place at the end. An
 * import that is interrupted while it puts things in place is completed by whoever looks at the dataset next.
 */
export class Staging {
  readonly #dataset: string;
  readonly #isNewDataset: boolean;
  readonly #lock: Lock;
  readonly #forgetSignals: () => void;
  readonly #remove = new Set<string>();
  readonly #place = new Set<string>();

  /** Throws a failure while somebody else imports into the dataset. What another import left is completed or thrown away. */
  constructor(dataset: string, tell: (text: string) => void) {
    this.#dataset = dataset;
    this.#isNewDataset = !existsSync(dataset);
    makeFolders(dataset);
    this.#lock = Lock.take(dataset, "import");
    this.#forgetSignals = undoneWhenInterrupted(() => this.discard());
    try {
      completeLocked(dataset, tell);
      discardPrepared(dataset);
      makeFolders(this.newFolder);
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** The folder that mirrors the dataset, for what is new. */
  get newFolder(): string {
    return preparedFolderOf(this.#dataset);
  }

  /** Whether only the putting in place is left. */
  get isPrepared(): boolean {
    return isHalfInPlace(this.#dataset);
  }

  /** Where temporary files are. */
  get workPlace(): string {
    return join(stagingFolderOf(this.#dataset), "work");
  }

  /** A folder for temporary files. */
  workFolder(name: string): string {
    const folder = join(this.workPlace, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** A prepared file takes the place of what is there. */
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

  /** Takes away what was prepared; the dataset is as it was. Once everything is prepared, whoever comes next completes it. */
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

/** Somebody may have put something into the folder meanwhile, another import say. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {}
}

/** Writes a file that an import prepares, so that it survives a loss of power. */
export function writePrepared(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flush: true });
  } catch (error) {
    throw unprepared(path, error);
  }
}

/** A disk that is full is reported by the system without the file that did not fit: the failure names it. */
export function unprepared(path: string, error: unknown): unknown {
  return failureFrom(error, `${path} cannot be written`, "Fix the cause and import again.");
}
