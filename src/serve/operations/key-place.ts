import { existsSync, rmSync } from "node:fs";
import { failure } from "../../core/runtime/failure.ts";
import type { Keys } from "../../keys/api-key.ts";
import { type AuditAction, AuditLog, type AuditSubject } from "../../keys/audit-log.ts";
import { KeyFile, putInPlace, unusableStore } from "../../keys/key-file.ts";
import { SqliteKeyStore } from "../../keys/sqlite-key-store.ts";
import type { Home } from "./home.ts";

/** Records an action on keys. */
export type Note = (action: AuditAction, subject: AuditSubject) => Promise<void>;

/** Keys and their audit log, in a home (`keysOfHome`) or a database (`database-keys.ts`). */
export interface KeyPlace {
  /** Whether nodes follow it. */
  readonly isShared: boolean;
  /** Reads keys; an unexpected error names the place. */
  read<Outcome>(work: (keys: Keys) => Promise<Outcome>): Promise<Outcome>;
  /**
   * Changes keys in one transaction, and records it first: a change that cannot be recorded does not happen. An unaudited key would be
   * worse than none.
   */
  change<Outcome>(work: (keys: Keys, note: Note) => Promise<Outcome>): Promise<Outcome>;
}

export function keysOfHome({ keysFile, auditFile }: Home): KeyPlace {
  return {
    isShared: false,
    read: (work) => withStore(keysFile, work),
    change: async (work) => {
      const audit = new AuditLog(auditFile);
      let noted: AuditSubject | null = null;
      const note: Note = async (action, subject) => {
        audit.append(action, subject);
        noted = subject;
      };
      try {
        return await withStore(keysFile, (store) => {
          if (store.isMirror) throw mirrored(keysFile);
          return store.together((keys) => work(keys, note));
        });
      } catch (error) {
        if (noted !== null) noteUndone(audit, noted);
        throw error;
      }
    },
  };
}

/** An unexpected error names the store. */
async function withStore<Outcome>(file: string, work: (store: SqliteKeyStore) => Promise<Outcome>): Promise<Outcome> {
  let store: SqliteKeyStore | null = null;
  try {
    store = new SqliteKeyStore(file);
    return await work(store);
  } catch (error) {
    throw unusableStore(file, error);
  } finally {
    await store?.close();
  }
}

/** The disk may have filled up between the entry and the change itself. */
function noteUndone(audit: AuditLog, subject: AuditSubject): void {
  try {
    audit.append("key_change_undone", subject);
  } catch {
    // The error that undid the change is reported.
  }
}

/**
 * A home that keys are imported to. A missing store is built beside and put in its place with all its keys. So a running server never finds
 * an empty one, and a failed import leaves none.
 */
export function importedHome(home: Home): KeyPlace {
  const { keysFile, auditFile } = home;
  if (existsSync(keysFile)) return keysOfHome(home);
  const draft = `${keysFile}.${process.pid}.imported`;
  const beside = keysOfHome({ ...home, keysFile: draft });
  return {
    ...beside,
    change: async (work) => {
      try {
        rmSync(draft, { force: true });
        const outcome = await beside.change(work);
        try {
          putInPlace(draft, keysFile);
        } catch (error) {
          new AuditLog(auditFile).append("key_change_undone", { file: "keys.db" });
          throw unusableStore(keysFile, error);
        }
        return outcome;
      } finally {
        rmSync(draft, { force: true });
      }
    },
  };
}

/**
 * A node mirrors the keys of its database in its home (`keys/merge-keys.ts`). A key that is created there would be lost with the next
 * change in the database. Served without the database, keys that are revoked in it would go on working.
 */
function mirrored(keysFile: string): Error {
  return failure(
    `${keysFile} holds the keys of a database, as its node knows them, and none of its own: name that database with --database, or choose another --home.`,
  );
}

/** For a server without a database. Throws a failure when the keys of its home mirror one. */
export function refuseMirrored({ keysFile }: Home): void {
  if (isMirrored(keysFile)) throw mirrored(keysFile);
}

/**
 * For commands that push or activate a release in a home: a node serves the active release of the database, and would never load this one.
 */
export function refuseFollowing(folder: string, { keysFile }: Home): void {
  if (!isMirrored(keysFile)) return;
  throw failure(
    `The home ${folder} is that of a node that follows a database, and serves what is active there: name that database with --database, or choose another --home.`,
  );
}

function isMirrored(keysFile: string): boolean {
  if (!existsSync(keysFile)) return false;
  const file = new KeyFile(keysFile, { mustExist: true });
  const { isMirror } = file;
  file.close();
  return isMirror;
}
