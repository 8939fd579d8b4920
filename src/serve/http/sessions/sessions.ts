import type { IncomingMessage } from "node:http";
import type { ApiKey, KeyRing } from "../../../keys/api-key.ts";
import { EndedSessions, type PageSession } from "../../../keys/ended-sessions.ts";
import { isSameOrigin } from "./same-origin.ts";
import { cookiesWithout, cookieWith, sessionCookie, sessionCookies } from "./session-cookie.ts";
import { readSessionToken, sessionToken } from "./session-token.ts";

const SECOND = 1000;

/** A working day, so that an analyst gives the key once a day. */
export const SESSION_SECONDS = 12 * 60 * 60;

interface SessionMeans {
  /** Sessions that have ended, in this process and in the others of the server. */
  readonly ended?: EndedSessions;
  /** Tells the other processes of the server; resolves when all know, rejects when that is not certain. */
  readonly announceEnd?: (session: PageSession) => Promise<void>;
  readonly now?: () => number;
}

/**
 * Sessions of people who use the page. A key is exchanged once for a cookie that scripts cannot read and other sites
 * cannot use; it stands for the key as long as the key works, and holds neither the key nor its hash. Every process of a
 * server checks the signature by itself. Only sessions that ended early, by signing out, are remembered.
 */
export class Sessions {
  readonly #secret: Buffer;
  readonly #keys: KeyRing;
  readonly #now: () => number;
  readonly #ended: EndedSessions;
  readonly #announceEnd: (session: PageSession) => Promise<void>;

  constructor(keys: KeyRing, secret: string, means: SessionMeans = {}) {
    this.#keys = keys;
    this.#secret = Buffer.from(secret, "base64url");
    this.#now = means.now ?? Date.now;
    this.#ended = means.ended ?? new EndedSessions([], this.#now);
    this.#announceEnd = means.announceEnd ?? (async () => {});
  }

  /** The key that the cookie of a request stands for; null when it has none that is valid. */
  keyOf(request: IncomingMessage): ApiKey | null {
    const token = sessionCookie(request);
    if (token === null || !isSameOrigin(request)) return null;
    const session = this.#read(token);
    return session === null || this.#ended.has(session) ? null : this.#keys.keyWithId(session.keyId);
  }

  /** Set-Cookie of a new session. */
  begin({ id }: ApiKey, request: IncomingMessage): string {
    const expiresAtMilliseconds = this.#now() + SESSION_SECONDS * SECOND;
    return cookieWith(sessionToken({ keyId: id, expiresAtMilliseconds }, this.#secret), SESSION_SECONDS, request);
  }

  /** Ends the session of a request everywhere, then returns the Set-Cookie headers that have the browser forget it. */
  async end(request: IncomingMessage): Promise<readonly string[]> {
    for (const token of sessionCookies(request)) {
      const session = token === null ? null : this.#read(token);
      if (session === null) continue;
      this.#ended.add(session);
      await this.#announceEnd(session);
    }
    return cookiesWithout(request);
  }

  /** A session that this server has begun and that has not expired. */
  #read(token: string): PageSession | null {
    const session = readSessionToken(token, this.#secret);
    return session !== null && this.#now() < session.expiresAtMilliseconds ? session : null;
  }
}

/** Whether a request carries a session at all, valid or not. */
export function hasSession(request: IncomingMessage): boolean {
  return sessionCookies(request).some((token) => token !== null);
}
