import { closeSync, linkSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { undoneWhenInterrupted } from "./interruption.ts";
import { Lock } from "./lock.ts";
import { refuseReplacing, synchronize, unwritable, writtenFile } from "./writing.ts";

interface ReplaceOptions {
  readonly mode?: number;
  /**
   * The file that is written first. The next write removes one that a crash left. Two processes that write to one path
   * need two names.
   */
  readonly draft?: string;
  /** Flush to disk (fsync). Not needed for files that are void after a power loss. */
  readonly flush?: boolean;
  /** The option that names a file which must not exist yet, such as `--out`; without it a file is replaced. */
  readonly newBy?: string | null;
}

/** Writes a file beside its place and renames it: readers never see half of it, and a failure keeps the old file. */
export function replaceFile(path: string, text: string, options: ReplaceOptions = {}): void {
  const { mode = 0o666, draft = `${path}.partial`, flush = true, newBy = null } = options;
  try {
    // Removes what is in the way, also a link: nothing is written through it.
    rmSync(draft, { force: true });
    writeFileSync(draft, text, { flag: "wx", mode, flush });
    publish(draft, path, newBy);
    if (flush) synchronize(dirname(path));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Gives a complete draft its name. Two commands may both have seen that a new file does not exist: a hard link is made
 * only if the name is free, so the later one is refused. Renaming would replace the file of the first.
 */
function publish(draft: string, path: string, newBy: string | null): void {
  if (newBy === null || !linkedAsNew(draft, path, newBy)) renameSync(draft, path);
  else rmSync(draft, { force: true });
}

/** False where the file system has no links: then only the check is left. */
function linkedAsNew(draft: string, path: string, option: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    refuseReplacing([{ path, option }], false);
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    return false;
  }
}

/** As `replaceFile`, asynchronous; `write` fills the draft. If it throws, the old file stays. */
export async function replaceFileLater(
  path: string,
  write: (file: FileHandle) => Promise<unknown>,
  options: ReplaceOptions = {},
): Promise<void> {
  const { mode = 0o666, draft = `${path}.partial`, flush = true, newBy = null } = options;
  try {
    await rm(draft, { force: true });
    await withFile(await open(draft, "wx", mode), async (file) => {
      await write(file);
      if (flush) await file.sync();
    });
    if (newBy === null) await rename(draft, path);
    else publish(draft, path, newBy);
    if (flush) await synchronizeFolder(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Writes a file that a command was asked for (`--out`), one command at a time: two would share the draft, and one could move the other's
 * half-written one into place. A link stays, and leads to the new content.
 */
export async function writeAlone(
  out: string,
  command: string,
  write: (target: string) => Promise<unknown>,
): Promise<void> {
  const target = writtenFile(out);
  const lock = Lock.take(target, command);
  try {
    await write(target);
  } catch (error) {
    throw unwritable(out, error);
  } finally {
    lock.release();
  }
}

/** As `synchronize`, asynchronous. */
export async function synchronizeFolder(folder: string): Promise<void> {
  await withFile(await open(folder, "r"), (file) => file.sync());
}

async function withFile(file: FileHandle, work: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

/**
 * A file written beside its target and moved there when complete. Readers never see half of it, and only one process
 * writes to a target at a time. An interrupted program removes it; the next run removes what a killed one left.
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

  /** Moves the complete file to its target; it then survives a power loss. */
  keep(): void {
    try {
      synchronize(this.path);
      renameSync(this.path, this.#target);
      synchronize(dirname(this.#target));
    } catch (error) {
      throw unwritable(this.#target, error);
    }
  }

  /** Removes the file if it was not kept, and releases the lock. */
  discard(): void {
    rmSync(this.path, { force: true });
    this.#forgetSignals();
    this.#lock.release();
  }
}

/** The caller holds the lock, so other partial files are from killed processes. */
function removePartials(target: string): void {
  const folder = dirname(target);
  for (const name of readdirSync(folder)) if (isPartialOf(target, name)) rmSync(join(folder, name));
}

/** `rates.db.4711.partial`; that of a repricing, which may be resumed, has no number. */
function isPartialOf(target: string, name: string): boolean {
  const start = `${basename(target)}.`;
  return name.startsWith(start) && /^[0-9]+\.partial$/.test(name.slice(start.length));
}
