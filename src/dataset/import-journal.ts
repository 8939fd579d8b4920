import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { undoneWhenInterrupted } from "../core/files/interruption.ts";
import { Lock } from "../core/files/lock.ts";
import { unreadable } from "../core/files/reading.ts";
import { replaceFile } from "../core/files/replace-file.ts";
import { isFolder, synchronize } from "../core/files/writing.ts";
import { failure, failureFrom, isOutside, reasonOf } from "../core/runtime/failure.ts";
import { DESCRIPTION_FILE } from "./description.ts";

/** The command that needs a complete dataset, and its output for the operator. */
interface ImportRecovery {
  /** Such as `build`. */
  readonly command: string;
  readonly notify: (text: string) => void;
}

/** Completes an interrupted import, so that half of it is never read; throws a failure when it cannot. */
export function completeImport(dataset: string, { command, notify }: ImportRecovery): void {
  if (!isHalfInPlace(dataset)) return;
  try {
    const lock = Lock.take(dataset, command);
    const forgetSignals = undoneWhenInterrupted(() => lock.release());
    try {
      completeLocked(dataset, notify);
    } finally {
      forgetSignals();
      lock.release();
    }
  } catch (error) {
    if (!isOutside(error)) throw error;
    throw failure(`${dataset} holds half of an import, which must be completed first: ${error.message}`);
  }
}

/** For the owner of the dataset's lock: no other process is writing, so an existing journal was left behind. */
export function completeLocked(dataset: string, notify: ImportRecovery["notify"]): void {
  if (!isHalfInPlace(dataset)) return;
  putInPlace(dataset);
  notify(`An import into ${dataset} was cut off while it was put in place: it has been completed.`);
}

/**
 * Detects changes of a dataset while it is read. It needs no lock, so read-only datasets work, and several readers.
 * Every import replaces `dataset.json` last, so every import is detected.
 */
export class DatasetWatch {
  readonly #dataset: string;
  readonly #versions = new Map<string, string>();

  constructor(dataset: string, settledFor: ImportRecovery) {
    this.#dataset = dataset;
    do {
      completeImport(dataset, settledFor);
      this.add(join(dataset, DESCRIPTION_FILE));
      // Another import may have become ready meanwhile.
    } while (isHalfInPlace(dataset));
  }

  /** Watches a file from now on. */
  add(file: string): void {
    this.#versions.set(file, versionOf(file));
  }

  /** Throws a failure if the files changed while they were read. */
  refuseChanges(): void {
    const changed = [...this.#versions].find(([file, version]) => versionOf(file) !== version)?.[0];
    if (changed === undefined && !isHalfInPlace(this.#dataset)) return;
    const what = changed === undefined ? "" : ` (${relative(this.#dataset, changed)})`;
    throw failure(
      `${this.#dataset} was changed while it was read${what}: run the command again when no import is writing to it.`,
    );
  }
}

function versionOf(file: string): string {
  try {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return "missing";
    // The inode too: another file of the same size and time may replace it.
    return `${stats.size} bytes of ${stats.mtimeNs} in ${stats.dev}:${stats.ino}`;
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Staging folder of an import; a name with a dot is no folder of the dataset. */
const STAGING = ".import";
/** If it exists, everything is prepared and only has to be moved into place. */
const JOURNAL_FILE = "commit.json";
/** Mirrors the dataset, for what is new. */
const NEW = "new";

/** Write-ahead journal of an import: the remaining steps, repeated until all are done. */
interface ImportJournal {
  /** Paths within the dataset to remove. */
  readonly remove: readonly string[];
  /** Files that are moved from the staging folder into the dataset, in this order. */
  readonly place: readonly string[];
}

export function stagingFolderOf(dataset: string): string {
  return join(dataset, STAGING);
}

export function preparedFolderOf(dataset: string): string {
  return join(dataset, STAGING, NEW);
}

/** Whether an import is being moved into place, or was interrupted: the folder then holds half of it. */
export function isHalfInPlace(dataset: string): boolean {
  return existsSync(journalOf(dataset));
}

/**
 * Marks everything as prepared. From here on the import completes as a whole, even after a power loss. The prepared
 * files are flushed before the journal, and the journal before anything is moved.
 */
export function writeJournal(dataset: string, journal: ImportJournal): void {
  const file = journalOf(dataset);
  try {
    synchronizeFolders(preparedFolderOf(dataset));
    replaceFile(file, JSON.stringify(journal));
    synchronize(dataset);
  } catch (error) {
    throw failureFrom(error, `${file} cannot be written`, "Fix the cause and import again.");
  }
}

/**
 * Moves the prepared files into place, by the journal of this process or one that was left behind. Every step can be
 * repeated. Only for the owner of the dataset's lock.
 */
export function putInPlace(dataset: string, journal: ImportJournal = readJournal(dataset)): void {
  try {
    carryOut(dataset, journal);
  } catch (error) {
    throw failureFrom(error, `${dataset} cannot be written`, "Fix the cause and run the command again.");
  }
  // The journal is removed first: without it, the rest counts as an import that was never ready.
  rmSync(journalOf(dataset), { force: true });
  discardPrepared(dataset);
}

function carryOut(dataset: string, { remove, place }: ImportJournal): void {
  const changed = new Set<string>();
  for (const path of remove.filter((each) => !place.includes(each))) {
    rmSync(join(dataset, path), { recursive: true, force: true });
    changed.add(dirname(join(dataset, path)));
  }
  for (const path of place) {
    const target = join(dataset, path);
    changed.add(dirname(target));
    const prepared = join(preparedFolderOf(dataset), path);
    // An interrupted attempt has already moved it.
    if (!existsSync(prepared)) continue;
    mkdirSync(dirname(target), { recursive: true });
    if (isFolder(target)) rmSync(target, { recursive: true });
    renameSync(prepared, target);
  }
  for (const folder of changed) if (isFolder(folder)) synchronize(folder);
  synchronize(dataset);
}

export function discardPrepared(dataset: string): void {
  rmSync(stagingFolderOf(dataset), { recursive: true, force: true });
}

/** A dataset may come from anywhere, so its journal may only name paths inside it. */
function readJournal(dataset: string): ImportJournal {
  const file = journalOf(dataset);
  let journal: unknown;
  try {
    journal = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw failure(`${file} cannot be read (${reasonOf(error)}): take the dataset from a backup.`);
  }
  if (isJournal(journal) && [...journal.remove, ...journal.place].every((path) => isWithin(dataset, path))) {
    return journal;
  }
  throw failure(`${file} is none that an import has written: remove it, or take the dataset from a backup.`);
}

function isJournal(value: unknown): value is ImportJournal {
  const { remove, place } = (value ?? {}) as Partial<Record<keyof ImportJournal, unknown>>;
  return [remove, place].every((paths) => Array.isArray(paths) && paths.every((path) => typeof path === "string"));
}

/** Whether a path stays inside the dataset, through links too, and outside the staging folder. */
function isWithin(dataset: string, path: string): boolean {
  const names = path.split("/");
  if (path.includes("\\") || names.some((name) => name === "" || name.startsWith("."))) return false;
  return !names.slice(0, -1).some((_, index) => isLink(join(dataset, ...names.slice(0, index + 1))));
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function journalOf(dataset: string): string {
  return join(stagingFolderOf(dataset), JOURNAL_FILE);
}

function synchronizeFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) synchronizeFolders(join(folder, entry.name));
  }
  synchronize(folder);
}
