import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolders } from "../../files/make-folders.ts";
import { failure } from "../../reading/failure.ts";

/** Where an import prepares what it will write; a name with a dot is no folder of the dataset. */
const STAGING = ".import";
const OWNER_FILE = "process";
/** Its presence means that everything is prepared and only has to be put in place. */
const JOURNAL_FILE = "commit.json";
const NEW = "new";

interface Journal {
  /** Paths within the dataset that go away first. */
  readonly remove: readonly string[];
  /** Paths that are moved from the staging folder into the dataset. */
  readonly place: readonly string[];
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * A change of a dataset that happens as a whole: everything is prepared beside it and put in place at the end. An
 * import that is interrupted while it puts things in place is completed by the next one.
 */
export class Staging {
  readonly #dataset: string;
  readonly #folder: string;
  readonly #isNewDataset: boolean;
  readonly #remove = new Set<string>();
  readonly #place = new Set<string>();

  constructor(dataset: string) {
    this.#dataset = dataset;
    this.#folder = join(dataset, STAGING);
    this.#isNewDataset = !existsSync(dataset);
    if (existsSync(this.#folder)) this.#takeOver();
    try {
      makeFolders(join(this.#folder, NEW));
      writeFileSync(join(this.#folder, OWNER_FILE), String(process.pid));
    } catch (error) {
      this.discard();
      throw error;
    }
    for (const signal of SIGNALS) process.once(signal, this.#onSignal);
  }

  /** The folder that mirrors the dataset, for what is new. */
  get newFolder(): string {
    return join(this.#folder, NEW);
  }

  /** Whether only the putting in place is left. */
  get isPrepared(): boolean {
    return existsSync(join(this.#folder, JOURNAL_FILE));
  }

  /** A folder for temporary files. */
  workFolder(name: string): string {
    const folder = join(this.#folder, "work", name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** A prepared file or folder takes the place of what is there. */
  place(path: string): void {
    this.#remove.add(path);
    this.#place.add(path);
  }

  remove(path: string): void {
    this.#remove.add(path);
  }

  commit(): void {
    const journal: Journal = { remove: [...this.#remove], place: [...this.#place] };
    const draft = join(this.#folder, `${JOURNAL_FILE}.draft`);
    writeFileSync(draft, JSON.stringify(journal), { flush: true });
    renameSync(draft, join(this.#folder, JOURNAL_FILE));
    this.#complete();
    this.#forgetSignals();
  }

  /** Takes away what was prepared; the dataset is as it was. */
  discard(): void {
    // From here on the next import completes it.
    if (this.isPrepared) return;
    rmSync(this.#isNewDataset ? this.#dataset : this.#folder, { recursive: true, force: true });
    this.#forgetSignals();
  }

  #complete(): void {
    const journal = JSON.parse(readFileSync(join(this.#folder, JOURNAL_FILE), "utf8")) as Journal;
    for (const path of journal.place) {
      const prepared = join(this.newFolder, path);
      // Already in place when an earlier attempt was interrupted.
      if (!existsSync(prepared)) continue;
      const target = join(this.#dataset, path);
      rmSync(target, { recursive: true, force: true });
      mkdirSync(dirname(target), { recursive: true });
      renameSync(prepared, target);
    }
    for (const path of journal.remove) {
      if (!journal.place.includes(path)) rmSync(join(this.#dataset, path), { recursive: true, force: true });
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** What another import left: completed if it was ready, thrown away if it was not, left alone while it runs. */
  #takeOver(): void {
    const owner = ownerOf(this.#folder);
    if (owner !== null && isRunning(owner)) {
      throw failure(`another import into ${this.#dataset} is running (process ${owner}); wait until it is done.`);
    }
    if (this.isPrepared) this.#complete();
    else rmSync(this.#folder, { recursive: true, force: true });
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    this.discard();
    process.kill(process.pid, signal);
  };

  #forgetSignals(): void {
    for (const signal of SIGNALS) process.removeListener(signal, this.#onSignal);
  }
}

function ownerOf(folder: string): number | null {
  try {
    return Number(readFileSync(join(folder, OWNER_FILE), "utf8")) || null;
  } catch {
    return null;
  }
}

function isRunning(process_: number): boolean {
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
