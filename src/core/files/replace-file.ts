import { closeSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { undoneWhenInterrupted } from "./interruption.ts";
import { Lock } from "./lock.ts";
import { synchronize, unwritable, writtenFile } from "./writing.ts";

interface ReplaceOptions {
  readonly mode?: number;
  /** What is written first. The next write removes one that a crash left; two processes that write to one path need two of them. */
  readonly draft?: string;
  /** Whether the file is on the disk itself in the end (fsync). Needless for what is void after a loss of power. */
  readonly flush?: boolean;
}

/** Writes a file beside its place and renames it: no reader finds half of it, and a failure leaves the file that was there. */
export function replaceFile(path: string, text: string, options: ReplaceOptions = {}): void {
  const { mode = 0o666, draft = `${path}.partial`, flush = true } = options;
  try {
    // Whatever is in the way goes, a link as such: nothing is written through it.
    rmSync(draft, { force: true });
    writeFileSync(draft, text, { flag: "wx", mode, flush });
    renameSync(draft, path);
    if (flush) synchronize(dirname(path));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** As `replaceFile`, without waiting for the disk, for what `write` adds to the draft. What it throws leaves the file that was there. */
export async function replaceFileLater(
  path: string,
  write: (file: FileHandle) => Promise<unknown>,
  options: ReplaceOptions = {},
): Promise<void> {
  const { mode = 0o666, draft = `${path}.partial`, flush = true } = options;
  try {
    await rm(draft, { force: true });
    await withFile(await open(draft, "wx", mode), async (file) => {
      await write(file);
      if (flush) await file.sync();
    });
    await rename(draft, path);
    if (flush) await synchronizeFolder(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** As `synchronize`, without waiting for the disk. */
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
