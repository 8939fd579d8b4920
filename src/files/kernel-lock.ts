import { openSqlite } from "./sqlite.ts";

/**
 * An advisory lock that the kernel holds, as a record lock on an empty file, and gives back when its owner ends, however
 * that ends. So there is no owner to be presumed dead: process numbers repeat, a container cannot see the processes of
 * another one, and macOS does not tell when a process began. SQLite takes it because Node has no call for it, and knows the
 * way of each system. Opening and closing the file by other means would end a lock that this process has on it.
 */
export interface KernelLock {
  readonly isHeld: boolean;
  release(): void;
}

/** Locks a file that is there; null when somebody else has it for longer than one would wait. */
export function kernelLock(file: string, waitMilliseconds: number): KernelLock | null {
  const database = openSqlite(file, { timeout: waitMilliseconds });
  try {
    // On disk, even a transaction that writes nothing would have a journal.
    database.pragma("journal_mode = memory");
    database.exec("BEGIN EXCLUSIVE");
    // Of a file that may only be read SQLite takes no such lock, and says so at the first write. None is ever committed.
    database.pragma("user_version = 1");
  } catch (error) {
    database.close();
    if ((error as { readonly code?: unknown }).code === "SQLITE_BUSY") return null;
    throw error;
  }
  return {
    get isHeld() {
      return database.open;
    },
    release: () => database.close(),
  };
}
