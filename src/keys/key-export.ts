import { sha256 } from "../core/files/reading.ts";
import { otherEncoding } from "../core/text/encoding.ts";
import { quoted } from "../core/text/refusal.ts";
import { LOOKUPS_PER_MINUTE_MAX, looksLikeToken, readKeyName, type StoredKey } from "./api-key.ts";

/*
 * The file that all keys of a place are written to: their backup, and their way to another place (`docs/keys.md`). It holds hashes of
 * tokens, never a token.
 */

const FORMAT = "ratebook-keys";
/** Changes when a field comes, goes or gets another meaning. */
const FORMAT_NUMBER = 1;

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

/** Over the keys and not their text, so that a file may be indented differently: only a changed key changes it. */
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

function storedFrom(exported: ExportedKey): StoredKey {
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

/** Keys of a team are hundreds; a file with more than this is no export. */
export const IMPORTED_KEYS_MAX = 100_000;
/** A key takes half a kilobyte. */
export const IMPORTED_BYTES_MAX = 64 * 1024 * 1024;

/** The keys of a file, or everything that is wrong with it. */
type ReadExport =
  | { readonly ok: true; readonly keys: readonly StoredKey[] }
  | { readonly ok: false; readonly faults: readonly string[] };

const FILE_FIELDS = ["format", "format_number", "exported_at", "keys_sha256", "keys"];

/** Reads a file that `keys export` wrote; reports every error with its place. */
export function readExport(bytes: Uint8Array): ReadExport {
  const file = parsed(bytes);
  if (typeof file === "string") return { ok: false, faults: [file] };
  if (file.format !== FORMAT) {
    return refused(`format is ${shownValue(file.format)}, not ${quoted(FORMAT)}: it is no file of "keys export"`);
  }
  // Fields of another format may mean something else: nothing more is checked.
  if (file.format_number !== FORMAT_NUMBER) {
    return refused(
      `format_number is ${shownValue(file.format_number)}; this Ratebook reads ${FORMAT_NUMBER}: import it with the Ratebook that wrote it, or upgrade`,
    );
  }
  const { keys } = file;
  if (!Array.isArray(keys)) return refused("keys is not a list");
  if (keys.length > IMPORTED_KEYS_MAX)
    return refused(`keys has ${keys.length} entries, more than ${IMPORTED_KEYS_MAX}`);
  const unknown = Object.keys(file).filter((name) => !FILE_FIELDS.includes(name));
  const faults = [...unknown.map((name) => `${shownValue(name)} is no field of the file`), ...keyFaults(keys)];
  if (faults.length > 0) return { ok: false, faults };
  const sound = keys as readonly ExportedKey[];
  if (checksum(sound) !== file.keys_sha256) {
    return refused("keys_sha256 does not fit the keys: the file was changed or damaged after it was exported");
  }
  return { ok: true, keys: sound.map(storedFrom) };
}

function refused(fault: string): ReadExport {
  return { ok: false, faults: [fault] };
}

function parsed(bytes: Uint8Array): Readonly<Record<string, unknown>> | string {
  if (bytes.length > IMPORTED_BYTES_MAX) return `it has ${bytes.length} bytes, more than ${IMPORTED_BYTES_MAX}`;
  if (bytes.length === 0) return "it is empty";
  const encoding = otherEncoding(bytes);
  if (encoding !== null) return `it is written in ${encoding}; UTF-8 is expected`;
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : "it holds no JSON object";
  } catch (error) {
    // What the parser says may quote the file.
    return error instanceof SyntaxError ? "it is no whole JSON: its end may be missing" : "it is no UTF-8 text";
  }
}

interface Expected {
  readonly expected: string;
  readonly isValid: (value: unknown) => boolean;
}

const INSTANT = "a time such as 2026-11-15T12:00:00.000Z";
const ID = "an ID such as key_4dYq0cXr7TbM";

const KEY_FIELDS: Readonly<Record<keyof ExportedKey, Expected>> = {
  id: { expected: ID, isValid: isId },
  name: {
    expected: "a name on one line",
    isValid: (value) => typeof value === "string" && readKeyName(value) === value,
  },
  states: { expected: "a list of state codes such as ca, each once", isValid: areStates },
  token_sha256: { expected: "64 digits from 0 to 9 and a to f", isValid: matching(/^[0-9a-f]{64}$/) },
  last_four: { expected: "four letters or digits", isValid: matching(/^[0-9A-Za-z]{4}$/) },
  created_at: { expected: INSTANT, isValid: isInstant },
  expires_at: { expected: `${INSTANT}, or null`, isValid: orNull(isInstant) },
  revoked_at: { expected: `${INSTANT}, or null`, isValid: orNull(isInstant) },
  lookups_per_minute: {
    expected: `a whole number from 0 to ${LOOKUPS_PER_MINUTE_MAX}, or null`,
    isValid: orNull(
      (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LOOKUPS_PER_MINUTE_MAX,
    ),
  },
  replaced_by: { expected: `${ID}, or null`, isValid: orNull(isId) },
};

function keyFaults(keys: readonly unknown[]): readonly string[] {
  const faults = keys.flatMap((key, index) => faultsOf(key, `keys[${index}]`));
  // Keys are compared with each other only when each is valid.
  return faults.length > 0 ? faults : faultsAmong(keys as readonly ExportedKey[]);
}

/** A value as errors quote it: nothing that may be an API key is shown. */
function shownValue(value: unknown): string {
  if (value === undefined) return "missing";
  return looksLikeToken(JSON.stringify(value)) ? "something that looks like an API key" : quoted(value);
}

function faultsOf(key: unknown, place: string): readonly string[] {
  if (typeof key !== "object" || key === null || Array.isArray(key)) return [`${place} is no object`];
  const found = key as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(found).filter((name) => !Object.hasOwn(KEY_FIELDS, name));
  const wrong = Object.entries(KEY_FIELDS).filter(([name, { isValid }]) => !isValid(found[name]));
  return [
    ...unknown.map((name) => `${place} has a field ${shownValue(name)} that is not known`),
    ...wrong.map(([name, { expected }]) => `${place}.${name} is ${shownValue(found[name])}: expected ${expected}`),
  ];
}

function faultsAmong(keys: readonly ExportedKey[]): readonly string[] {
  const faults: string[] = [];
  const ids = new Map<string, number>();
  const hashes = new Map<string, number>();
  for (const [index, { id, token_sha256 }] of keys.entries()) {
    const sameId = ids.get(id);
    const sameHash = hashes.get(token_sha256);
    if (sameId !== undefined) faults.push(`keys[${index}].id is that of keys[${sameId}]: ${id}`);
    if (sameHash !== undefined) faults.push(`keys[${index}].token_sha256 is that of keys[${sameHash}]`);
    ids.set(id, index);
    hashes.set(token_sha256, index);
  }
  for (const [index, { id, replaced_by }] of keys.entries()) {
    if (replaced_by !== null && (replaced_by === id || !ids.has(replaced_by))) {
      faults.push(`keys[${index}].replaced_by is ${replaced_by}: expected another key of the file, or null`);
    }
  }
  return faults;
}

function isId(value: unknown): boolean {
  return typeof value === "string" && /^key_[0-9A-Za-z]{1,60}$/.test(value);
}

function isInstant(value: unknown): boolean {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return false;
  const milliseconds = Date.parse(value);
  // 30 February is read as 2 March.
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === value;
}

function areStates(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || new Set(value).size < value.length) return false;
  return value.every((code) => typeof code === "string" && /^[a-z]{2}$/.test(code));
}

function matching(pattern: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === "string" && pattern.test(value);
}

function orNull(isValid: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === null || isValid(value);
}
