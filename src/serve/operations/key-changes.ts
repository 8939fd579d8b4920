import { readFileSync, statSync } from "node:fs";
import { refuseNoFile, unreadable } from "../../core/files/reading.ts";
import { replaceFile } from "../../core/files/replace-file.ts";
import { OWNER_ONLY_FILE, unwritable, writtenFile } from "../../core/files/writing.ts";
import { failure } from "../../core/runtime/failure.ts";
import type { ApiKey, StoredKey } from "../../keys/api-key.ts";
import type { AuditSubject } from "../../keys/audit-log.ts";
import { type IssuedKey, issueKey, type KeyRequest, type RotatedKey, revokeKey, rotateKey } from "../../keys/issue.ts";
import { exportedText, IMPORTED_BYTES_MAX, readExport } from "../../keys/key-export.ts";
import { mergeKeys } from "../../keys/merge-keys.ts";
import type { KeyPlace } from "./key-place.ts";

/* A change of keys is recorded in the audit log, in a home as in a database. */

export function createKey(place: KeyPlace, request: KeyRequest): Promise<IssuedKey> {
  return place.change(async (keys, note) => {
    const issued = await issueKey(keys, request, new Date());
    await note("key_created", aboutKey(issued.key));
    return issued;
  });
}

export function replaceKey(place: KeyPlace, id: string, overlapMilliseconds: number): Promise<RotatedKey> {
  return place.change(async (keys, note) => {
    const rotated = await rotateKey(keys, id, overlapMilliseconds, new Date());
    await note("key_rotated", { ...aboutKey(rotated.old), replaced_by: rotated.issued.key.id });
    return rotated;
  });
}

/** Ending a key again changes nothing, and is not recorded. */
export function endKey(place: KeyPlace, id: string): Promise<ApiKey> {
  return place.change(async (keys, note) => {
    const before = await keys.find(id);
    const key = await revokeKey(keys, id, new Date());
    if (before?.key.revokedAt === null) await note("key_revoked", aboutKey(key));
    return key;
  });
}

function aboutKey({ id, name, states, expiresAt }: ApiKey): AuditSubject {
  return { key_id: id, name, states: states.join(","), expires_at: expiresAt };
}

/** All errors are counted; a damaged file may have thousands. */
const FAULTS_SHOWN_MAX = 20;

/** Writes all keys of a place to a file, as they are at one moment; resolves to how many. */
export async function exportKeys(place: KeyPlace, path: string): Promise<number> {
  const target = writtenFile(path);
  const keys = await place.read((all) => all.list());
  const text = exportedText(keys, new Date());
  // A backup that cannot be read back is none.
  const read = readExport(Buffer.from(text));
  if (!read.ok) throw failure(`The keys cannot be exported: ${listed(read.faults)}`);
  try {
    replaceFile(target, text, { mode: OWNER_ONLY_FILE, draft: `${target}.${process.pid}.partial` });
  } catch (error) {
    throw unwritable(target, error);
  }
  return keys.length;
}

interface ImportedKeys {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** The keys of a file, for `importKeys`. Throws a failure with every error in it. */
export function readKeysFile(path: string): readonly StoredKey[] {
  const read = readExport(bytesOf(path));
  if (!read.ok) throw failure(`${path} cannot be imported, and nothing was changed: ${listed(read.faults)}`);
  return read.keys;
}

/** Adds keys to a place: all of them or none. */
export async function importKeys(place: KeyPlace, brought: readonly StoredKey[]): Promise<ImportedKeys> {
  return await place.change(async (keys, note) => {
    const { added, updated, unchanged, conflicts } = mergeKeys(await keys.list(), brought);
    if (conflicts.length > 0) {
      throw failure(
        `The keys cannot be brought together with those of ${keys.place}, and nothing was changed: ${listed(conflicts)}`,
      );
    }
    const counts = { added: added.length, updated: updated.length, unchanged };
    if (added.length + updated.length === 0) return counts;
    // New ones first: a key that is updated may have been replaced by one of them.
    await keys.add(added);
    await keys.change(updated);
    await note("keys_imported", counts);
    return counts;
  });
}

function bytesOf(path: string): Buffer {
  refuseNoFile(path);
  try {
    const { size } = statSync(path);
    if (size > IMPORTED_BYTES_MAX) {
      throw failure(`${path} has ${size} bytes, more than ${IMPORTED_BYTES_MAX}: it is no file of "keys export".`);
    }
    return readFileSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function listed(faults: readonly string[]): string {
  const shown = faults.slice(0, FAULTS_SHOWN_MAX);
  const further = faults.length - shown.length;
  return `${shown.join("; ")}${further > 0 ? `; and ${further} more` : ""}.`;
}
