import { closeSync, existsSync, openSync } from "node:fs";
import Database from "better-sqlite3";
import { failure } from "../reading/failure.ts";

const OWNER_ONLY = 0o600;

/**
 * Does a piece of work that only one process of a home may do at a time. The lock is the kernel's (an advisory lock, taken by
 * SQLite on an empty file): it ends with the process that holds it, so that nobody finds it left behind and no process
 * number has to be trusted.
 */
export function locked<Outcome>(file: string, waitMilliseconds: number, work: () => Outcome): Outcome {
  // SQLite would make it for everybody to read. One that is there is not opened: closing it would end this process's lock.
  if (!existsSync(file)) closeSync(openSync(file, "a", OWNER_ONLY));
  const lock = new Database(file, { timeout: waitMilliseconds });
  try {
    take(lock, file);
    return work();
  } finally {
    lock.close();
  }
}

function take(lock: Database.Database, file: string): void {
  try {
    // Nothing is ever written to it, so that it needs no journal.
    lock.pragma("journal_mode = off");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith("SQLITE_BUSY")) throw error;
    throw failure(`another process has held ${file} for too long`);
  }
}
