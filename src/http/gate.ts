import type { Endpoint, Exchange } from "./exchange.ts";
import { HTTP_LIMITS } from "./limits.ts";
import type { Problem } from "./problem.ts";
import { carriesApiKey } from "./query.ts";

const API_KEY_IN_QUERY: Problem = {
  code: "api_key_in_query",
  detail: "The query string has an api_key. Send the key as the header Authorization: Bearer <API_KEY> instead.",
};

/** The checks that come before the path is even looked at (conventions 4); false when the request has been answered. */
export function passesGate(exchange: Exchange): boolean {
  const problem = gateProblem(exchange);
  if (problem === null) return true;
  exchange.sendProblem(problem);
  return false;
}

/** An endpoint behind the gate. */
export function throughGate(endpoint: Endpoint): Endpoint {
  return (exchange) => (passesGate(exchange) ? endpoint(exchange) : undefined);
}

function gateProblem({ query, url, request }: Exchange): Problem | null {
  if (carriesApiKey(query)) return API_KEY_IN_QUERY;
  if (url.length > HTTP_LIMITS.urlLengthMax) {
    const detail = `The URL has ${url.length} characters; at most ${HTTP_LIMITS.urlLengthMax} are allowed.`;
    return { code: "uri_too_long", detail };
  }
  if (request.headers.host === undefined && request.httpVersion === "1.1") {
    return { code: "malformed_request", detail: "The Host header is missing." };
  }
  return null;
}
