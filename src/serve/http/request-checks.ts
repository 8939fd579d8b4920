import { type AllowedHosts, hostProblem } from "./allowed-hosts.ts";
import type { Exchange } from "./exchange.ts";
import { framingProblem } from "./framing.ts";
import { HTTP_LIMITS } from "./limits.ts";
import type { Problem } from "./problem.ts";
import { carriesApiKey } from "./query.ts";

const API_KEY_IN_QUERY: Problem = {
  code: "api_key_in_query",
  detail: "The query string has an api_key. Send the key as the header Authorization: Bearer <API_KEY> instead.",
};

/** The checks that come before the path is even looked at (conventions 4); false when the request has been answered. */
export function passesRequestChecks(exchange: Exchange, hosts: AllowedHosts): boolean {
  const problem = requestProblem(exchange, hosts);
  if (problem === null) return true;
  exchange.sendProblem(problem);
  return false;
}

function requestProblem(exchange: Exchange, hosts: AllowedHosts): Problem | null {
  const { query, url, request } = exchange;
  if (carriesApiKey(query)) return API_KEY_IN_QUERY;
  if (url.length > HTTP_LIMITS.urlLengthMax) {
    const detail = `The URL has ${url.length} characters; at most ${HTTP_LIMITS.urlLengthMax} are allowed.`;
    return { code: "uri_too_long", detail };
  }
  const framing = framingProblem(request);
  // Where the request ends is in doubt, and so is what follows it on the connection.
  if (framing !== null) exchange.header("connection", "close");
  return framing ?? hostProblem(request, hosts);
}
