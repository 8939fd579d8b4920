import { lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { failure, reasonOf, toldAs } from "../runtime/failure.ts";
import { isFolder } from "./make-folders.ts";

/**
 * Where a file that was asked for is to be written: its path, or where that leads as a link, which then stays. Only a file is
 * ever replaced: a folder, a device, a FIFO, a socket or a link that leads nowhere was hardly meant, and is refused.
 */
export function writtenFile(path: string): string {
  try {
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there === undefined) return refuseMissingFolder(path);
    const real = there.isSymbolicLink() ? leadingTo(path) : path;
    const stats = statSync(real);
    if (stats.isFile()) return real;
    throw failure(`${path} is ${kindOf(stats)} and stays as it is: only a file is replaced. Name another file.`);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** An error of the system or of SQLite as a failure that names the file; any other error as it is. */
export function unwritable(path: string, error: unknown): unknown {
  return toldAs(error, `${path} cannot be written`, "Mend the cause, or name another file.");
}

function refuseMissingFolder(path: string): string {
  const folder = dirname(path);
  if (isFolder(folder)) return path;
  throw failure(`${path} cannot be written: there is no folder ${folder}. Make it first, or name another file.`);
}

function leadingTo(link: string): string {
  try {
    return realpathSync(link);
  } catch (error) {
    throw failure(`${link} is a link that leads nowhere (${reasonOf(error)}) and stays as it is. Name another file.`);
  }
}

/** What something is that is no file, in words. */
export function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a FIFO";
  if (stats.isSocket()) return "a socket";
  return "a device";
}

/** Asked before bytes are written: throws a failure where so many more may not be. */
export type MayWrite = (bytes: number) => Promise<void>;

/** For commands: their user owns the disk, so only the disk limits what they write. */
export const AS_MUCH_AS_FITS: MayWrite = async () => {};
