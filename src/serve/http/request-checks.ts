import type { IncomingMessage } from "node:http";
import { quoted } from "../../core/text/refusal.ts";
import { hostNameIn, isLoopbackName } from "../operations/address.ts";
import type { Exchange } from "./exchange.ts";
import { HTTP_LIMITS } from "./limits.ts";
import type { Problem } from "./problems.ts";
import { carriesApiKey } from "./query.ts";

const API_KEY_IN_QUERY: Problem = {
  code: "api_key_in_query",
  detail: "The query string has an api_key. Send the key as the header Authorization: Bearer <API_KEY> instead.",
};

/** Errors of a request before its path is read (conventions 4); null when there are none. */
export function requestProblem(exchange: Exchange, hosts: AllowedHosts): Problem | null {
  const { query, url, request } = exchange;
  if (carriesApiKey(query)) return API_KEY_IN_QUERY;
  if (url.length > HTTP_LIMITS.urlLengthMax) {
    const detail = `The URL has ${url.length} characters; at most ${HTTP_LIMITS.urlLengthMax} are allowed.`;
    return { code: "uri_too_long", detail };
  }
  const framing = framingProblem(request);
  // Where the request ends is in doubt, and so is the rest of the connection.
  if (framing !== null) exchange.header("connection", "close");
  return framing ?? hostProblem(request, hosts);
}

/*
 * Requests that Node's parser accepts although they are ambiguous. A proxy before us may understand them otherwise, and admit a request
 * under the name of another client (request smuggling).
 */

const AUTHORIZATION = "authorization";
const HOST = "host";

/** Why the head of a request is refused; null when it is accepted. */
function framingProblem({ rawHeaders, headers, httpVersion }: IncomingMessage): Problem | null {
  let hosts = 0;
  let authorizations = 0;
  // Node drops all but the first of these; only the raw headers, names and values in turn, have them all.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
    else if (name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) authorizations += 1;
  }
  if (hosts > 1) return malformed("There is more than one Host header. Send one.");
  if (authorizations > 1) return malformed("There is more than one Authorization header. Send one.");
  const coding = headers["transfer-encoding"];
  return coding === undefined ? null : transferProblem(coding, httpVersion);
}

/** RFC 9112, 6.1: we read only chunks, and HTTP/1.0 does not have them. */
function transferProblem(coding: string, httpVersion: string): Problem | null {
  if (httpVersion !== "1.1") return malformed("HTTP/1.0 has no Transfer-Encoding. Send a Content-Length.");
  if (coding.trim().toLowerCase() === "chunked") return null;
  return malformed("The only Transfer-Encoding that is read is chunked. Send that, or a Content-Length.");
}

/** Whether the rest of a connection may be lost: after an upgrade request, Node drops the rest of the packet. */
export function losesWhatFollows({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined;
}

/**
 * The names that the service answers to. Any web site can point its own name to this machine (DNS rebinding), and its visitors' browsers
 * then let it read what is served here. The browser sends that name as Host. So a service that listens on its own machine alone answers
 * only to known names.
 */
export class AllowedHosts {
  readonly #named: ReadonlySet<string>;
  #isRestricted: boolean;
  /** Nearly all requests have the Host of the one before. */
  #lastAllowed: string | null = null;

  constructor(named: readonly string[]) {
    this.#named = new Set(named.map((name) => name.toLowerCase()));
    this.#isRestricted = this.#named.size > 0;
  }

  /** Sets the address that the service listens on. */
  listensOn(address: string): void {
    if (isLoopbackName(address)) this.#isRestricted = true;
  }

  /** Null when the Host is one that the service answers to. */
  problemOf(host: string): Problem | null {
    if (host === this.#lastAllowed) return null;
    const name = hostNameIn(host);
    if (name === null) return malformed(`The Host ${quoted(host)} is not a name or address with a port.`);
    if (this.#isRestricted && !isLoopbackName(name) && !this.#named.has(name)) return misdirected(name);
    this.#lastAllowed = host;
    return null;
  }
}

/** Errors of the Host header, which HTTP/1.1 requires; null when there are none. */
function hostProblem({ headers: { host }, httpVersion }: IncomingMessage, hosts: AllowedHosts): Problem | null {
  if (host !== undefined) return hosts.problemOf(host);
  return httpVersion === "1.1" ? malformed("The Host header is missing.") : null;
}

function malformed(detail: string): Problem {
  return { code: "malformed_request", detail };
}

function misdirected(name: string): Problem {
  const detail = `The service does not answer to the host ${quoted(name)}. Call it localhost, or allow the name with --allowed-host.`;
  return { code: "misdirected_request", detail };
}
