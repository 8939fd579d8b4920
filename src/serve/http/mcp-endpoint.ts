import { bearerToken, refuseKey, withKey } from "./access.ts";
import type { AppDependencies } from "./dependencies.ts";
import { type Endpoint, type Exchange, MEDIA_TYPES } from "./exchange.ts";
import type { InMemoryAnswer } from "./in-memory.ts";
import { HTTP_LIMITS } from "./limits.ts";
import { isBodyWelcome, readBody, requestBody } from "./request-body.ts";

export const MCP_PATH = "/mcp";

const PROTOCOL_HEADERS = ["accept", "content-type", "mcp-protocol-version", "origin"] as const;

const SHORTER = "Send one call in each request.";

/** A GET to this service, in the process. */
export type GetHere = (
  path: string,
  headers: Readonly<Record<string, string>>,
  abandoned: AbortSignal,
) => Promise<InMemoryAnswer>;

/**
 * POST /mcp: a message of an agent (Model Context Protocol, Streamable HTTP without sessions). Its key is checked as everywhere, by the
 * Authorization header alone: a cookie would let other pages of the browser call tools. The message counts as one lookup; the call of a tool
 * is a request of its own, with the same key.
 */
export function mcpEndpoint(getHere: GetHere, dependencies: AppDependencies): Endpoint {
  const answer = withKey(dependencies, (exchange, key) => {
    if (!isBodyWelcome(exchange, HTTP_LIMITS.agentMessageBytesMax, SHORTER)) return undefined;
    requestBody(exchange);
    const states = dependencies.states.filter(({ code }) => key.states.includes(code));
    return answerMessage(exchange, states, getHere, dependencies);
  });
  return (exchange) => {
    if (bearerToken(exchange.request.headers.authorization) !== null) return answer(exchange);
    refuseKey(exchange, null, false);
    return undefined;
  };
}

async function answerMessage(
  exchange: Exchange,
  states: AppDependencies["states"],
  getHere: GetHere,
  { reportFailure }: AppDependencies,
): Promise<void> {
  const body = await readBody(exchange, HTTP_LIMITS.agentMessageBytesMax, SHORTER);
  if (body === null) return;
  const { headers } = exchange.request;
  const { host = "", authorization = "" } = headers;
  const sent = PROTOCOL_HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  const left = new AbortController();
  const leave = () => left.abort();
  exchange.response.once("close", leave);
  try {
    // The protocol is loaded with the first message.
    const { answerAgent } = await import("../../mcp/streamable-http.ts");
    const message = new Request(`http://${host}${MCP_PATH}`, { method: "POST", headers: sent, body: body.toString() });
    const get = (path: string, abandoned: AbortSignal) => getHere(path, { host, authorization }, abandoned);
    const answer = await answerAgent(
      message,
      { states, get },
      {
        abandoned: left.signal,
        reportFailure: (error) => reportFailure(error, exchange.id),
      },
    );
    exchange.send(answer.status, MEDIA_TYPES.json, await answer.text());
  } catch (error) {
    if (!left.signal.aborted) throw error;
    exchange.observeLeaving();
  } finally {
    exchange.response.off("close", leave);
  }
}
