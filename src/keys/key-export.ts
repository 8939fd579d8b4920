import { sha256 } from "../files/file-hash.ts";
import type { StoredKey } from "./key-store.ts";

/*
 * The file that all keys of a place are written to: their backup, and their way to another place (`docs/keys.md`). It holds hashes of
 * tokens, never a token.
 */

export const FORMAT = "ratebook-keys";
/** Another number when a field comes, goes or means something else. */
export const FORMAT_NUMBER = 1;

/** A key as it stands in the file. */
export interface ExportedKey {
  readonly id: string;
  readonly name: string;
  readonly states: readonly string[];
  readonly token_sha256: string;
  readonly last_four: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly lookups_per_minute: number | null;
  readonly replaced_by: string | null;
}

export function exportedText(keys: readonly StoredKey[], now: Date): string {
  const exported = keys.map(exportedKey);
  const file = {
    format: FORMAT,
    format_number: FORMAT_NUMBER,
    exported_at: now.toISOString(),
    keys_sha256: checksum(exported),
    keys: exported,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Over the keys alone and not their text, so that a file may be indented anew: whatever changes a key shows. */
export function checksum(keys: readonly ExportedKey[]): string {
  return sha256(JSON.stringify(keys.map(inOrder)));
}

function exportedKey({ key, tokenHash, replacedBy }: StoredKey): ExportedKey {
  return {
    id: key.id,
    name: key.name,
    states: key.states,
    token_sha256: tokenHash,
    last_four: key.lastFour,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    lookups_per_minute: key.lookupsPerMinute,
    replaced_by: replacedBy,
  };
}

export function storedFrom(exported: ExportedKey): StoredKey {
  return {
    key: {
      id: exported.id,
      name: exported.name,
      states: exported.states,
      lastFour: exported.last_four,
      createdAt: exported.created_at,
      expiresAt: exported.expires_at,
      revokedAt: exported.revoked_at,
      lookupsPerMinute: exported.lookups_per_minute,
    },
    tokenHash: exported.token_sha256,
    replacedBy: exported.replaced_by,
  };
}

function inOrder(exported: ExportedKey): ExportedKey {
  return exportedKey(storedFrom(exported));
}
