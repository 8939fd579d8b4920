import { closeSync, existsSync, openSync } from "node:fs";
import { kernelLock } from "../files/kernel-lock.ts";
import { failure } from "../runtime/failure.ts";

const OWNER_ONLY = 0o600;

/** Does a piece of work that only one process of a home may do at a time, and waits for its turn. The file stays. */
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
