import type { IncomingMessage } from "node:http";
import type { Problem } from "./problem.ts";

/*
 * What Node's parser lets pass although it leaves open what is meant. A proxy before us may understand it otherwise, and
 * let somebody's request in under somebody else's name (request smuggling).
 */

const AUTHORIZATION = "authorization";
const HOST = "host";

/** Why the head of a request is not taken; null when it is. */
export function framingProblem({ rawHeaders, headers, httpVersion }: IncomingMessage): Problem | null {
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

/** RFC 9112, 6.1: chunks are all that we read, and HTTP/1.0 does not know them. */
function transferProblem(coding: string, httpVersion: string): Problem | null {
  if (httpVersion !== "1.1") return malformed("HTTP/1.0 has no Transfer-Encoding. Send a Content-Length.");
  if (coding.trim().toLowerCase() === "chunked") return null;
  return malformed("The only Transfer-Encoding that is read is chunked. Send that, or a Content-Length.");
}

/** Whether what follows a request on its connection may be lost: where an upgrade is asked for, Node drops the rest of the packet. */
export function losesWhatFollows({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined;
}

function malformed(detail: string): Problem {
  return { code: "malformed_request", detail };
}
