import { existsSync, rmSync } from "node:fs";
import { failure } from "../../core/runtime/failure.ts";
import type { Keys } from "../../keys/api-key.ts";
import { type AuditAction, AuditLog, type AuditSubject } from "../../keys/audit-log.ts";
import { KeyFile, putInPlace, unusableStore } from "../../keys/key-file.ts";
import { SqliteKeyStore } from "../../keys/sqlite-key-store.ts";
import type { Home } from "./home.ts";

/** Writes an action on keys down. */
export type Note = (action: AuditAction, subject: AuditSubject) => Promise<void>;

/** Where keys are kept and what is done to them is written down: a home (`keysOfHome`) or a database (`database-keys.ts`). */
export interface KeyPlace {
  /** Whether nodes follow it. */
  readonly isShared: boolean;
  /** Reads keys; an error that is not ours names the place. */
  read<Outcome>(work: (keys: Keys) => Promise<Outcome>): Promise<Outcome>;
  /**
   * Changes keys in one transaction, and writes it down: an entry is written before the change counts, so that a change that cannot
   * be written down does not happen. An unaudited key would be worse than none.
   */
  change<Outcome>(work: (keys: Keys, note: Note) => Promise<Outcome>): Promise<Outcome>;
}

/** The keys of a home, in its SQLite file, and its audit log. */
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

/** An error that is not ours names the store. */
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
 * A home that keys are imported to. Where it has no store, a new or a lost one, that is made beside and put in its place with all its
 * keys: a running server never finds one that is still empty, and one that could not be filled is no store at all.
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
 * A node keeps the keys of its database in its home (`keys/merge-keys.ts`). A key that was made there would be gone with the next
 * change in the database; and served without the database, keys that are revoked in it would go on working.
 */
export function mirrored(keysFile: string): Error {
  return failure(
    `${keysFile} holds the keys of a database, as its node knows them, and none of its own: name that database with --database, or choose another --home.`,
  );
}

/** For a server that follows no database. Throws a failure when the keys of its home are those of one. */
export function refuseMirrored({ keysFile }: Home): void {
  if (isMirrored(keysFile)) throw mirrored(keysFile);
}

/** For commands that push or activate a release in a home: its node serves what is active in the database, and would never take it up. */
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
