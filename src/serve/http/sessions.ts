import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { ApiKey, KeyRing } from "../../keys/api-key.ts";
import { EndedSessions, type PageSession } from "../../keys/ended-sessions.ts";
import { hostNameIn, isLoopbackName } from "../operations/address.ts";

const SECOND = 1000;

/** A working day, so that an analyst enters the key once a day. */
export const SESSION_SECONDS = 12 * 60 * 60;

interface SessionOptions {
  /** Sessions that have ended, in any process of the server. */
  readonly ended?: EndedSessions;
  /** Informs the other processes of the server; resolves when all have confirmed, rejects when that is not certain. */
  readonly announceEnd?: (session: PageSession) => Promise<void>;
  readonly now?: () => number;
}

/**
 * Sessions of people who use the page. A key is exchanged once for a cookie that scripts cannot read and other sites cannot use. It stands
 * for the key while the key works, and contains neither the key nor its hash. Every process of a server checks the signature by itself.
 * Only sessions that ended early, by signing out, are remembered.
 */
export class Sessions {
  readonly #secret: Buffer;
  readonly #keys: KeyRing;
  readonly #now: () => number;
  readonly #ended: EndedSessions;
  readonly #announceEnd: (session: PageSession) => Promise<void>;

  constructor(keys: KeyRing, secret: string, options: SessionOptions = {}) {
    this.#keys = keys;
    this.#secret = Buffer.from(secret, "base64url");
    this.#now = options.now ?? Date.now;
    this.#ended = options.ended ?? new EndedSessions([], this.#now);
    this.#announceEnd = options.announceEnd ?? (async () => {});
  }

  /** The key that the cookie of a request stands for; null without a valid one. */
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

  /** Ends the session of a request everywhere, then returns the Set-Cookie headers that delete it in the browser. */
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

/** Browsers accept a cookie of such a name over TLS alone, from this host alone: no other host of the domain can plant one. */
const HOST_PREFIX = "__Host-";

/** Browsers send cookies to every port of a host: the name distinguishes the sessions of two services on one machine. */
function plainName({ headers: { host } }: IncomingMessage): string {
  const port = /:([0-9]{1,5})$/.exec(host ?? "")?.[1];
  return port === undefined ? "ratebook_session" : `ratebook_session_${port}`;
}

/**
 * Set-Cookie of a session: for TLS alone if the page came over TLS, as a proxy in front of the server has it. Over plain HTTP no browser
 * would keep such a cookie.
 */
function cookieWith(token: string, seconds: number, request: IncomingMessage): string {
  return cookie(plainName(request), token, seconds, request.headers.origin?.startsWith("https://") ?? false);
}

/** Set-Cookie headers that delete the session in the browser, under both names. */
function cookiesWithout(request: IncomingMessage): readonly string[] {
  return [false, true].map((isSecure) => cookie(plainName(request), "", 0, isSecure));
}

/**
 * The token of the cookie that authenticates a request; null when there is none. The one for TLS comes first, and a page that came over TLS
 * has no other: another host of the domain can plant a plain one, with another session.
 */
function sessionCookie(request: IncomingMessage): string | null {
  const [secure, plain] = sessionCookies(request);
  return secure ?? (isOfTlsPage(request) ? null : plain);
}

/** The tokens of all session cookies of a request, valid or not: the one for TLS, and the plain one. */
function sessionCookies(request: IncomingMessage): readonly [secure: string | null, plain: string | null] {
  const { cookie } = request.headers;
  if (cookie === undefined) return [null, null];
  const sent = cookie.split(";").map((each) => each.trim());
  const tokenIn = (name: string) => sent.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) || null;
  const name = plainName(request);
  return [tokenIn(HOST_PREFIX + name), tokenIn(name)];
}

/**
 * Whether a page that came over TLS sends a request. Browsers send the origin with every change, and Sec-Fetch-Site over TLS and to their
 * own machine only.
 */
function isOfTlsPage({ headers }: IncomingMessage): boolean {
  if (headers.origin !== undefined) return headers.origin.startsWith("https://");
  return headers["sec-fetch-site"] !== undefined && !isLoopbackName(hostNameIn(headers.host ?? "") ?? "");
}

function cookie(name: string, value: string, seconds: number, isSecure: boolean): string {
  const attributes = `Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict`;
  return isSecure ? `${HOST_PREFIX}${name}=${value}; ${attributes}; Secure` : `${name}=${value}; ${attributes}`;
}

/** Distinguishes two sessions of one key that begin in one millisecond. */
const ID_BYTES = 12;

/** This service writes no longer ones: a key id, a time, the session's id and a signature. */
const TOKEN_CHARACTERS_MAX = 300;

/** A new session as its cookie carries it: its claims, and a signature (HMAC) that only this server can make. */
export function sessionToken({ keyId, expiresAtMilliseconds }: Omit<PageSession, "id">, secret: Buffer): string {
  const claims = `${keyId}.${expiresAtMilliseconds}.${randomBytes(ID_BYTES).toString("base64url")}`;
  return `${claims}.${signature(claims, secret).toString("base64url")}`;
}

/** The session of a token that this server has signed; null for any other text. */
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

/** Methods that change nothing: an attacker gains nothing when a browser sends them. */
const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(["GET", "HEAD"]);

/**
 * Whether a request with a session cookie comes from a page of this server (CSRF). The cookie is SameSite=Strict, which keeps other sites
 * out. Other ports of this machine are the same site; these headers distinguish them. Sec-Fetch-Site is sent to secure and loopback
 * addresses only, Origin with every change.
 */
export function isSameOrigin({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  const site = headers["sec-fetch-site"];
  // `none`: the person typed the address, or opened a bookmark.
  if (site !== undefined && site !== "same-origin" && !(site === "none" && SAFE_METHODS.has(method))) return false;
  if (SAFE_METHODS.has(method)) return true;
  return originHost(headers.origin) === headers.host?.toLowerCase();
}

/** As browsers write it: a scheme, a host, and a port if it is not the default. */
const ORIGIN = /^https?:\/\/([^/?#@]+)$/;

function originHost(origin: string | undefined): string | null {
  return (origin !== undefined && ORIGIN.exec(origin)?.[1]?.toLowerCase()) || null;
}
