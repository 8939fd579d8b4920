import type { IncomingMessage } from "node:http";
import { hostNameIn, isLoopbackName } from "../../operations/address.ts";

/** Browsers take a cookie of such a name over TLS alone, from this host alone: no other host of the domain can plant one. */
const HOST_PREFIX = "__Host-";

/** Browsers send cookies to every port of a host: the name keeps the sessions of two services on one machine apart. */
function plainName({ headers: { host } }: IncomingMessage): string {
  const port = /:([0-9]{1,5})$/.exec(host ?? "")?.[1];
  return port === undefined ? "ratebook_session" : `ratebook_session_${port}`;
}

/**
 * Set-Cookie of a session: for TLS alone if the page came over TLS, as a proxy in front of the server has it. Over plain HTTP
 * no browser would keep such a cookie.
 */
export function cookieWith(token: string, seconds: number, request: IncomingMessage): string {
  return cookie(plainName(request), token, seconds, request.headers.origin?.startsWith("https://") ?? false);
}

/** Set-Cookie that has the browser forget its session, under both names. */
export function cookiesWithout(request: IncomingMessage): readonly string[] {
  return [false, true].map((isSecure) => cookie(plainName(request), "", 0, isSecure));
}

/**
 * The token of the cookie that a request is signed with; null when there is none. The one for TLS comes first, and a page that
 * came over TLS has no other: another host of the domain can plant a plain one, with a session of its own.
 */
export function sessionCookie(request: IncomingMessage): string | null {
  const [secure, plain] = sessionCookies(request);
  return secure ?? (isOfTlsPage(request) ? null : plain);
}

/** The tokens of the session cookies that a request carries, valid or not: the one for TLS, and the plain one. */
export function sessionCookies(request: IncomingMessage): readonly [secure: string | null, plain: string | null] {
  const { cookie } = request.headers;
  if (cookie === undefined) return [null, null];
  const sent = cookie.split(";").map((each) => each.trim());
  const tokenIn = (name: string) => sent.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) || null;
  const name = plainName(request);
  return [tokenIn(HOST_PREFIX + name), tokenIn(name)];
}

/**
 * Whether a page that the browser has over TLS sends a request. Browsers name the origin with whatever changes something, and
 * send Sec-Fetch-Site over TLS and to their own machine alone.
 */
function isOfTlsPage({ headers }: IncomingMessage): boolean {
  if (headers.origin !== undefined) return headers.origin.startsWith("https://");
  return headers["sec-fetch-site"] !== undefined && !isLoopbackName(hostNameIn(headers.host ?? "") ?? "");
}

function cookie(name: string, value: string, seconds: number, isSecure: boolean): string {
  const attributes = `Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict`;
  return isSecure ? `${HOST_PREFIX}${name}=${value}; ${attributes}; Secure` : `${name}=${value}; ${attributes}`;
}
