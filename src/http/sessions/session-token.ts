import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** What a session says: whose key it stands for, and until when. */
interface SessionClaims {
  readonly keyId: string;
  readonly expiresAtMilliseconds: number;
}

/** Two sessions of one key, opened in the same millisecond, are different ones. */
const NONCE_BYTES = 12;

/** Longer ones are nothing of ours: a key id, a time, a nonce and a signature. */
const TOKEN_CHARACTERS_MAX = 300;

/** A session as its cookie carries it: the claims and a signature (HMAC) that only this server can make. */
export function sessionToken({ keyId, expiresAtMilliseconds }: SessionClaims, secret: Buffer): string {
  const claims = `${keyId}.${expiresAtMilliseconds}.${randomBytes(NONCE_BYTES).toString("base64url")}`;
  return `${claims}.${signature(claims, secret).toString("base64url")}`;
}

/** The claims of a token that this server has signed; null of any other text. */
export function readSessionToken(token: string, secret: Buffer): SessionClaims | null {
  if (token.length > TOKEN_CHARACTERS_MAX) return null;
  const [claims, keyId, expiresAt, signed] =
    /^([A-Za-z0-9_-]+)\.([0-9]{1,15})\.[A-Za-z0-9_-]+(?=\.([A-Za-z0-9_-]{43})$)/.exec(token) ?? [];
  if (claims === undefined || keyId === undefined || expiresAt === undefined || signed === undefined) return null;
  if (!timingSafeEqual(Buffer.from(signed, "base64url"), signature(claims, secret))) return null;
  return { keyId, expiresAtMilliseconds: Number(expiresAt) };
}

function signature(claims: string, secret: Buffer): Buffer {
  return createHmac("sha256", secret).update(claims).digest();
}
