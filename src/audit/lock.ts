import { closeSync, existsSync, openSync } from "node:fs";
import { kernelLock } from "../files/lock.ts";
import { failure } from "../runtime/failure.ts";

const OWNER_ONLY = 0o600;

/** A mutex between the processes of a home: does a piece of work that one may do at a time, and waits for the others. The file stays. */
export function locked<Outcome>(file: string, waitMilliseconds: number, work: () => Outcome): Outcome {
  // SQLite would make it for everybody to read.
  if (!existsSync(file)) closeSync(openSync(file, "a", OWNER_ONLY));
  const lock = kernelLock(file, waitMilliseconds);
  if (lock === null) throw failure(`another process has held ${file} for too long`);
  try {
    return work();
  } finally {
    lock.release();
  }
}
