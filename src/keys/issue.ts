import { failure } from "../reading/failure.ts";
import type { ApiKey } from "./api-key.ts";
import type { KeyStore } from "./key-store.ts";
import { lastFour, mintToken, randomText, tokenHash } from "./token.ts";

const ID_LENGTH = 12;

/** What a new key is for. */
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

export function issueKey(store: KeyStore, request: KeyRequest, now: Date): IssuedKey {
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
  store.add(key, tokenHash(token));
  return { key, token };
}

/** Ends a key at once. Ending it again changes nothing. */
export function revokeKey(store: KeyStore, id: string, now: Date): ApiKey {
  return store.together(() => {
    const key = knownKey(store, id);
    if (key.revokedAt === null) store.revoke(id, now.toISOString());
    return knownKey(store, id);
  });
}

/**
 * A new key with the same name, states, limit and lifetime; the old one goes on for the overlap, so that its user
 * can change over without an interruption.
 */
export function rotateKey(store: KeyStore, id: string, overlapMilliseconds: number, now: Date): IssuedKey {
  return store.together(() => {
    const old = knownKey(store, id);
    if (keyStatus(old, now) !== "active") {
      throw failure(`Key ${id} is ${keyStatus(old, now)} and cannot be rotated. Make a new one with keys create.`);
    }
    const replacement = store.replacementOf(id);
    if (replacement !== null) throw failure(`Key ${id} was replaced by ${replacement} before; rotate that one.`);

    const issued = issueKey(store, { ...old, expiresAt: sameLifetime(old, now) }, now);
    const overlapEnd = new Date(now.getTime() + overlapMilliseconds).toISOString();
    const expiresAt = old.expiresAt !== null && old.expiresAt < overlapEnd ? old.expiresAt : overlapEnd;
    store.replace(id, issued.key.id, expiresAt);
    return issued;
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

function knownKey(store: KeyStore, id: string): ApiKey {
  const key = store.find(id);
  if (key === null) throw failure(`There is no key ${id}. See "ratebook keys list" for the keys of this home.`);
  return key;
}
