import { AuditLog } from "../audit/audit-log.ts";
import type { AuditAction, AuditSubject } from "../audit/entry.ts";
import type { ApiKey } from "../keys/api-key.ts";
import { type IssuedKey, issueKey, type KeyRequest, revokeKey, rotateKey } from "../keys/issue.ts";
import { KeyStore } from "../keys/key-store.ts";
import { unusableStore } from "../keys/store-file.ts";
import type { Home } from "./home.ts";

/*
 * Keys are changed together with the audit log: an entry is written before the change counts, so that a change that
 * cannot be written down does not happen. An unaudited key would be worse than none.
 */

export function createKey(home: Home, request: KeyRequest): IssuedKey {
  return changeKeys(home, (store, note) => {
    const issued = issueKey(store, request, new Date());
    note("key_created", aboutKey(issued.key));
    return issued;
  });
}

/** The new key, and the old one with the time when it ends. */
export function replaceKey(home: Home, id: string, overlapMilliseconds: number) {
  return changeKeys(home, (store, note) => {
    const issued = rotateKey(store, id, overlapMilliseconds, new Date());
    const old = store.find(id) as ApiKey;
    note("key_rotated", { ...aboutKey(old), replaced_by: issued.key.id });
    return { issued, old };
  });
}

/** Ending a key again changes nothing, and is not written down. */
export function endKey(home: Home, id: string): ApiKey {
  return changeKeys(home, (store, note) => {
    const before = store.find(id);
    const key = revokeKey(store, id, new Date());
    if (before?.revokedAt === null) note("key_revoked", aboutKey(key));
    return key;
  });
}

/** Reads or changes the keys of a home; an error that is not ours names the store. */
export function withKeys<Outcome>({ keysFile }: Home, work: (store: KeyStore) => Outcome): Outcome {
  let store: KeyStore | null = null;
  try {
    store = new KeyStore(keysFile);
    return work(store);
  } catch (error) {
    throw unusableStore(keysFile, error);
  } finally {
    store?.close();
  }
}

type Note = (action: AuditAction, subject: AuditSubject) => void;

function changeKeys<Outcome>(home: Home, change: (store: KeyStore, note: Note) => Outcome): Outcome {
  const audit = new AuditLog(home.auditFile);
  let noted: AuditSubject | null = null;
  const note: Note = (action, subject) => {
    audit.append(action, subject);
    noted = subject;
  };
  try {
    return withKeys(home, (store) => store.together(() => change(store, note)));
  } catch (error) {
    if (noted !== null) noteUndone(audit, noted);
    throw error;
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

function aboutKey({ id, name, states, expiresAt }: ApiKey): AuditSubject {
  return { key_id: id, name, states: states.join(","), expires_at: expiresAt };
}
