import { failure } from "../core/runtime/failure.ts";
import { type ApiKey, type Keys, lastFour, mintToken, randomText, type StoredKey, tokenHash } from "./api-key.ts";

const ID_LENGTH = 12;

export interface KeyRequest {
  readonly name: string;
  readonly states: readonly string[];
  readonly expiresAt: Date | null;
  /** Null: the server's default; 0: no limit. */
  readonly lookupsPerMinute: number | null;
}

/** A new key with its token, which is never seen again. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly token: string;
}

export async function issueKey(keys: Keys, request: KeyRequest, now: Date): Promise<IssuedKey> {
  const token = mintToken();
  const key: ApiKey = {
    id: `key_${randomText(ID_LENGTH)}`,
    name: request.name,
    states: request.states,
    lastFour: lastFour(token),
    createdAt: now.toISOString(),
    expiresAt: request.expiresAt?.toISOString() ?? null,
    revokedAt: null,
    lookupsPerMinute: request.lookupsPerMinute,
  };
  await keys.add([{ key, tokenHash: tokenHash(token), replacedBy: null }]);
  return { key, token };
}

/** Ends a key at once; idempotent. */
export function revokeKey(store: Keys, id: string, now: Date): Promise<ApiKey> {
  return store.together(async (keys) => {
    const known = await knownKey(keys, id);
    if (known.key.revokedAt !== null) return known.key;
    const revoked = { ...known.key, revokedAt: now.toISOString() };
    await keys.change([{ ...known, key: revoked }]);
    return revoked;
  });
}

export interface RotatedKey {
  readonly issued: IssuedKey;
  readonly old: ApiKey;
}

/**
 * A new key with the name, states, limit and lifetime of the old one. The old one works for the overlap, so that its user changes over
 * without an interruption.
 */
export function rotateKey(store: Keys, id: string, overlapMilliseconds: number, now: Date): Promise<RotatedKey> {
  return store.together(async (keys) => {
    const known = await knownKey(keys, id);
    const { key: old, replacedBy } = known;
    if (keyStatus(old, now) !== "active") {
      throw failure(`Key ${id} is ${keyStatus(old, now)} and cannot be rotated. Make a new one with keys create.`);
    }
    if (replacedBy !== null) throw failure(`Key ${id} was replaced by ${replacedBy} before; rotate that one.`);

    const issued = await issueKey(keys, { ...old, expiresAt: sameLifetime(old, now) }, now);
    const overlapEnd = new Date(now.getTime() + overlapMilliseconds).toISOString();
    const expiresAt = old.expiresAt !== null && old.expiresAt < overlapEnd ? old.expiresAt : overlapEnd;
    const ending = { ...old, expiresAt };
    await keys.change([{ ...known, key: ending, replacedBy: issued.key.id }]);
    return { issued, old: ending };
  });
}

/** Whether a key works now, and if not, why. */
export function keyStatus(key: ApiKey, now: Date): "active" | "expired" | "revoked" {
  if (key.revokedAt !== null) return "revoked";
  return key.expiresAt === null || now.toISOString() < key.expiresAt ? "active" : "expired";
}

function sameLifetime({ createdAt, expiresAt }: ApiKey, now: Date): Date | null {
  if (expiresAt === null) return null;
  return new Date(now.getTime() + Date.parse(expiresAt) - Date.parse(createdAt));
}

async function knownKey(keys: Keys, id: string): Promise<StoredKey> {
  const known = await keys.find(id);
  if (known === null) throw failure(`There is no key ${id}. See "ratebook keys list" for the keys of ${keys.place}.`);
  return known;
}
