import { mkdirSync, statSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and what is missing above it. Node's own `recursive` tries for ever where the system answers that a folder
 * which is to be made does not exist, as it does under /proc.
 */
export function makeFolders(folder: string, mode?: number): void {
  if (isFolder(folder)) return;
  makeFolders(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

/** Links are followed. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** As `makeFolders`, for a thread that answers requests: it does not wait for the disk. */
export async function makeFoldersLater(folder: string, mode?: number): Promise<void> {
  if (await isFolderLater(folder)) return;
  await makeFoldersLater(dirname(folder), mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (!(await isFolderLater(folder))) throw error;
  }
}

/** What cannot be looked at is no folder; making it then says why. */
async function isFolderLater(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}
