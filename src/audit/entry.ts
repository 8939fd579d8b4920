import { sha256 } from "../files/file-hash.ts";

/** What is written down: who may ask, what is answered from, and by which process. */
export type AuditAction =
  | "key_created"
  | "key_rotated"
  | "key_revoked"
  | "key_change_undone"
  | "keys_imported"
  | "keys_reopened"
  | "server_started"
  | "server_stopped"
  | "release_reloaded"
  | "release_taken_up"
  | "release_refused"
  | "line_torn";

/** What an action was about: IDs, names, hashes and reasons; never a token. */
export type AuditSubject = Readonly<Record<string, string | number | null>>;

/** One line of the audit log. Each holds the hash of the one before it, so that none can be changed or left out unnoticed. */
export interface AuditEntry {
  readonly sequence: number;
  readonly time: string;
  readonly action: AuditAction;
  readonly actor: { readonly user: string; readonly pid: number };
  readonly subject: AuditSubject;
  /** The hash of the entry before it; of the first, CHAIN_START. */
  readonly previous: string;
  /** SHA-256 of the line without this field. */
  readonly hash: string;
}

export const CHAIN_START = "0".repeat(64);

const HASH_FIELD = /,"hash":"([0-9a-f]{64})"\}$/;

/** An entry as it is written, with its line. */
export function sealed(entry: Omit<AuditEntry, "hash">): { readonly entry: AuditEntry; readonly line: string } {
  const { sequence, time, action, actor, subject, previous } = entry;
  const body = JSON.stringify({ sequence, time, action, actor, subject, previous });
  const hash = sha256(body);
  return { entry: { ...entry, hash }, line: `${body.slice(0, -1)},"hash":"${hash}"}` };
}

/** The entry of a line; null when the line is none, or is not as it was written. */
export function unsealed(line: string): AuditEntry | null {
  const [, hash] = HASH_FIELD.exec(line) ?? [];
  if (hash === undefined || sha256(line.replace(HASH_FIELD, "}")) !== hash) return null;
  // Whatever carries the right hash was written by `sealed`, or by somebody who knows how to.
  return JSON.parse(line) as AuditEntry;
}
