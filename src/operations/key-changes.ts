import type { AuditSubject } from "../audit/entry.ts";
import type { ApiKey } from "../keys/api-key.ts";
import { type IssuedKey, issueKey, type KeyRequest, type RotatedKey, revokeKey, rotateKey } from "../keys/issue.ts";
import type { KeyPlace } from "./key-place.ts";

/* Keys are changed together with the audit log, in a home as in a database. */

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

/** Ending a key again changes nothing, and is not written down. */
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
