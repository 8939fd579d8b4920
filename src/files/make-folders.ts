import { mkdirSync, statSync } from "node:fs";
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
