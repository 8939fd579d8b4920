import type { IncomingMessage } from "node:http";
import type { ApiKey, KeyRing } from "../../keys/api-key.ts";
import { isSameOrigin } from "./same-origin.ts";
import { readSessionToken, sessionToken } from "./session-token.ts";

const SECOND = 1000;

/** A working day, so that an analyst gives the key once a day. */
export const SESSION_SECONDS = 12 * 60 * 60;

/** Browsers send cookies to every port of a host: the name keeps the sessions of two services on one machine apart. */
function cookieName({ headers: { host } }: IncomingMessage): string {
  const port = /:([0-9]{1,5})$/.exec(host ?? "")?.[1];
  return port === undefined ? "ratebook_session" : `ratebook_session_${port}`;
}

/**
 * Sessions of people who use the page. A key is exchanged once for a cookie that scripts cannot read and other sites
 * cannot use; it stands for the key as long as the key works, and holds neither the key nor its hash. Nothing is
 * stored: every process of a server can check the signature by itself.
 */
export class Sessions {
  readonly #secret: Buffer;
  readonly #keys: KeyRing;
  readonly #now: () => number;

  constructor(keys: KeyRing, secret: string, now: () => number = Date.now) {
    this.#keys = keys;
    this.#secret = Buffer.from(secret, "base64url");
    this.#now = now;
  }

  /** The key that the cookie of a request stands for; null when it has none that holds. */
  keyOf(request: IncomingMessage): ApiKey | null {
    const token = sessionCookie(request);
    if (token === null || !isSameOrigin(request)) return null;
    const claims = readSessionToken(token, this.#secret);
    if (claims === null || this.#now() >= claims.expiresAtMilliseconds) return null;
    return this.#keys.keyWithId(claims.keyId);
  }

  /** Set-Cookie of a new session. */
  begin({ id }: ApiKey, request: IncomingMessage): string {
    const expiresAtMilliseconds = this.#now() + SESSION_SECONDS * SECOND;
    return cookie(sessionToken({ keyId: id, expiresAtMilliseconds }, this.#secret), SESSION_SECONDS, request);
  }

  /** Set-Cookie that has the browser forget its session. */
  end(request: IncomingMessage): string {
    return cookie("", 0, request);
  }
}

/** Whether a request carries a session at all, whatever it is worth. */
export function hasSession(request: IncomingMessage): boolean {
  return sessionCookie(request) !== null;
}

function sessionCookie(request: IncomingMessage): string | null {
  const { cookie } = request.headers;
  if (cookie === undefined) return null;
  const start = `${cookieName(request)}=`;
  const sent = cookie.split(";").map((each) => each.trim());
  return sent.find((each) => each.startsWith(start))?.slice(start.length) || null;
}

/** Secure where the page came over TLS, as a proxy in front of the server has it; over plain HTTP no browser would keep it. */
function cookie(value: string, seconds: number, request: IncomingMessage): string {
  const secure = request.headers.origin?.startsWith("https://") ? "; Secure" : "";
  return `${cookieName(request)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}
