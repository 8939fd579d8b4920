import { statSync } from "node:fs";
import { failure, failureFrom } from "../runtime/failure.ts";
import { kindOf } from "./writing.ts";

/** Refuses everything but regular files: reading a FIFO would wait forever. */
export function refuseNoFile(path: string): void {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) throw failure(`There is no file ${path}.`);
    if (!stats.isFile()) throw failure(`${path} is ${kindOf(stats)}, not a file. Name a file.`);
  } catch (error) {
    throw failureFrom(error, `${path} cannot be read`, "Fix the cause, or name another file.");
  }
}

export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Turns a system error into a failure that names the file; returns any other error unchanged. */
export function unreadable(path: string, error: unknown): unknown {
  return failureFrom(error, `${path} cannot be read`, "Fix the cause and try again.");
}
