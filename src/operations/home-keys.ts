import { AuditLog } from "../audit/audit-log.ts";
import type { AuditSubject } from "../audit/entry.ts";
import { SqliteKeyStore } from "../keys/sqlite-key-store.ts";
import { unusableStore } from "../keys/store-file.ts";
import type { Home } from "./home.ts";
import type { KeyPlace, Note } from "./key-place.ts";
import { mirrored } from "./mirrored-home.ts";

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
    // The error that undid the change is told.
  }
}
