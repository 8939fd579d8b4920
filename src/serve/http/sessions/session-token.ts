import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { PageSession } from "../../../keys/ended-sessions.ts";

/** Two sessions of one key, opened in the same millisecond, are different ones. */
const ID_BYTES = 12;

/** Longer ones are nothing of ours: a key id, a time, the session's id and a signature. */
const TOKEN_CHARACTERS_MAX = 300;

/** A new session as its cookie carries it: what it claims, and a signature (HMAC) that only this server can make. */
export function sessionToken({ keyId, expiresAtMilliseconds }: Omit<PageSession, "id">, secret: Buffer): string {
  const claims = `${keyId}.${expiresAtMilliseconds}.${randomBytes(ID_BYTES).toString("base64url")}`;
  return `${claims}.${signature(claims, secret).toString("base64url")}`;
}

/** The session of a token that this server has signed; null of any other text. */
export function readSessionToken(token: string, secret: Buffer): PageSession | null {
  if (token.length > TOKEN_CHARACTERS_MAX) return null;
  const [claims, keyId, expiresAt, id, signed] =
    /^([A-Za-z0-9_-]+)\.([0-9]{1,15})\.([A-Za-z0-9_-]+)(?=\.([A-Za-z0-9_-]{43})$)/.exec(token) ?? [];
  if (claims === undefined || keyId === undefined || expiresAt === undefined) return null;
  if (id === undefined || signed === undefined) return null;
  if (!timingSafeEqual(Buffer.from(signed, "base64url"), signature(claims, secret))) return null;
  return { keyId, id, expiresAtMilliseconds: Number(expiresAt) };
}

function signature(claims: string, secret: Buffer): Buffer {
  return createHmac("sha256", secret).update(claims).digest();
}
