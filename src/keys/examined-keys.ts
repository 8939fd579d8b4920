import { openSqlite, refuseNewer } from "../files/sqlite.ts";
import { isMirror, keysIn } from "./key-file.ts";
import type { StoredKey } from "./key-store.ts";
import { KEYS_SCHEMA, refuseDamage } from "./store-file.ts";

/** Long enough for a command that changes the keys at this moment. */
const BUSY_MILLISECONDS_MAX = 2_000;

export interface ExaminedKeys {
  readonly stored: readonly StoredKey[];
  /** Whether they are those of a database, which a node keeps here (`key-mirror.ts`). */
  readonly isMirror: boolean;
}

/**
 * Every key of a store, once it was found to be sound and of a format that is known. Nothing is made or changed; throws a failure
 * for a newer format, and what SQLite throws where it cannot be read.
 */
export function examinedKeys(file: string): ExaminedKeys {
  const database = openSqlite(file, { readonly: true, fileMustExist: true, timeout: BUSY_MILLISECONDS_MAX });
  try {
    refuseDamage(database, file);
    refuseNewer(database, file, KEYS_SCHEMA);
    return { stored: keysIn(database), isMirror: isMirror(database) };
  } finally {
    database.close();
  }
}
