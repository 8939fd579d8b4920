import { quoted } from "../text/refusal.ts";
import type { ExportedKey } from "./key-export.ts";
import { LOOKUPS_PER_MINUTE_MAX, readKeyName } from "./key-rules.ts";
import { looksLikeToken } from "./token.ts";

/** What a field must be, and whether a value is that. */
interface Expected {
  readonly expected: string;
  readonly isValid: (value: unknown) => boolean;
}

const INSTANT = "a time such as 2026-11-15T12:00:00.000Z";
const ID = "an ID such as key_4dYq0cXr7TbM";

const FIELDS: Readonly<Record<keyof ExportedKey, Expected>> = {
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

/** Everything that is wrong with the keys of a file, each fault with its place. */
export function keyFaults(keys: readonly unknown[]): readonly string[] {
  const faults = keys.flatMap((key, index) => faultsOf(key, `keys[${index}]`));
  // Keys are compared with each other once each is one.
  return faults.length > 0 ? faults : faultsAmong(keys as readonly ExportedKey[]);
}

/** A value as faults quote it: nothing that may be an API key is ever shown. */
export function shownValue(value: unknown): string {
  if (value === undefined) return "missing";
  return looksLikeToken(JSON.stringify(value)) ? "something that looks like an API key" : quoted(value);
}

function faultsOf(key: unknown, place: string): readonly string[] {
  if (typeof key !== "object" || key === null || Array.isArray(key)) return [`${place} is no object`];
  const found = key as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(found).filter((name) => !Object.hasOwn(FIELDS, name));
  const wrong = Object.entries(FIELDS).filter(([name, { isValid }]) => !isValid(found[name]));
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
