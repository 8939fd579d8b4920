import { statSync } from "node:fs";
import { failure, failureFrom } from "../runtime/failure.ts";
import { kindOf } from "./writing.ts";

/** Refuses what is no file that can be read from its start as often as needed: reading a FIFO would wait for ever. */
export function refuseNoFile(path: string): void {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) throw failure(`There is no file ${path}.`);
    if (!stats.isFile()) throw failure(`${path} is ${kindOf(stats)}, not a file. Name a file.`);
  } catch (error) {
    throw failureFrom(error, `${path} cannot be read`, "Fix the cause, or name another file.");
  }
}

/** Whether an error of the system says that there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}

/** An error of the system as a failure that names what could not be read; any other error as it is. */
export function unreadable(path: string, error: unknown): unknown {
  return failureFrom(error, `${path} cannot be read`, "Fix the cause and try again.");
}
