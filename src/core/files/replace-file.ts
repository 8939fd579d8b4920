import { renameSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { synchronize } from "./writing.ts";

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
