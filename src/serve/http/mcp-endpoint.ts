import { AGENT_MESSAGE_BYTES_MAX, type McpHandler } from "../../answers/question.ts";
import { jsonPlace } from "../../core/text/json-place.ts";
import type { ApiKey } from "../../keys/api-key.ts";
import { REPRICE_PATH } from "../../pricing/state/api-paths.ts";
import { type Release, releaseName } from "../../release/release.ts";
import { ReleaseDamaged } from "../../release/soundness.ts";
import { bearerToken, Payment, rateLimited, refuseKey, stateNotEnabled, withKey } from "./access.ts";
import { type AppDependencies, staleAfter } from "./dependencies.ts";
import { DATA_DAMAGED, type Endpoint, type Exchange, MEDIA_TYPES, type RouteFacts } from "./exchange.ts";
import { inPlace } from "./long-work/places.ts";
import type { LongWork, Question } from "./long-work/question.ts";
import type { Problem } from "./problems.ts";
import { notHeld, withRelease } from "./readiness.ts";
import { isBodyWelcome, readBody, requestBody } from "./request-body.ts";

export const MCP_PATH = "/mcp";

const PROTOCOL_HEADERS = ["accept", "content-type", "host", "mcp-protocol-version", "origin"] as const;

const SHORTER = `Send fewer claims at once, or a file to ${REPRICE_PATH}.`;

/** Errors of JSON-RPC 2.0, as the protocol answers other messages that it cannot read. */
const NOT_JSON = -32700;
const NOT_ONE_MESSAGE = {
  code: -32600,
  message: "The body is not one message. Send one JSON-RPC object in each request.",
};

/**
 * POST /mcp: one message of an agent (Model Context Protocol, Streamable HTTP without sessions). Its key is checked as everywhere, by the
 * Authorization header alone: a cookie would let other pages of the browser call tools. Each message counts as one lookup on arrival, and a
 * tool that takes several pays for the rest.
 */
export function mcpEndpoint(answerAgent: McpHandler, dependencies: AppDependencies): Endpoint {
  const bytesMax = AGENT_MESSAGE_BYTES_MAX;
  const answer = withKey(dependencies, (exchange, key) => {
    if (!isBodyWelcome(exchange, bytesMax, SHORTER)) return undefined;
    requestBody(exchange);
    return withRelease(dependencies, exchange, async (release) => {
      const body = await readBody(exchange, bytesMax, SHORTER);
      if (body === null) return;
      const { message, error } = messageIn(body);
      if (message !== undefined) await answerMessage({ message, exchange, key, release }, answerAgent, dependencies);
      else exchange.send(400, MEDIA_TYPES.json, JSON.stringify({ jsonrpc: "2.0", error, id: null }));
    });
  });
  return (exchange) => {
    if (bearerToken(exchange.request.headers.authorization) !== null) return answer(exchange);
    refuseKey(exchange, null, false);
    return undefined;
  };
}

type ReadMessage =
  | { readonly message: object; readonly error?: never }
  | { readonly error: typeof NOT_ONE_MESSAGE; readonly message?: never };

/** One message: several at once would be charged as one. */
function messageIn(body: Buffer): ReadMessage {
  const text = body.toString("utf8");
  try {
    const message: unknown = JSON.parse(text);
    const isOne = typeof message === "object" && message !== null && !Array.isArray(message);
    return isOne ? { message } : { error: NOT_ONE_MESSAGE };
  } catch (error) {
    const message = `The body is not JSON${jsonPlace(error)}. Send one JSON-RPC object in each request.`;
    return { error: { code: NOT_JSON, message } };
  }
}

interface Admitted {
  readonly message: object;
  readonly exchange: Exchange;
  readonly key: ApiKey;
  readonly release: Release;
}

async function answerMessage(
  admitted: Admitted,
  answerAgent: McpHandler,
  dependencies: AppDependencies,
): Promise<void> {
  const { message, exchange, key, release } = admitted;
  const { request, response } = exchange;
  const ofKey = dependencies.states.filter(({ code }) => key.states.includes(code));
  const states = ofKey.filter(({ code }) => release.states.has(code));
  if (states.length === 0) {
    const [first] = ofKey;
    exchange.sendProblem(first === undefined ? stateNotEnabled("any state", key) : notHeld(first, release));
    return;
  }
  const left = new AbortController();
  const leave = () => left.abort();
  response.once("close", leave);
  try {
    const { status, json } = await answerAgent({
      release: {
        name: releaseName(release.description),
        states,
        work: chargedWork(admitted, dependencies),
        today: dependencies.today,
        staleAfterMonths: staleAfter(dependencies),
      },
      headers: Object.fromEntries(
        PROTOCOL_HEADERS.flatMap((name) => {
          const value = request.headers[name];
          return typeof value === "string" ? [[name, value]] : [];
        }),
      ),
      message,
      abandoned: left.signal,
      reportFailure: (error) => dependencies.reportFailure(error, exchange.id),
    });
    exchange.send(status, MEDIA_TYPES.json, json);
  } catch (error) {
    if (!left.signal.aborted) throw error;
    exchange.observeLeaving();
  } finally {
    response.off("close", leave);
  }
}

/** Long work that the key of an exchange pays for. The tools see only the states of the key. */
function chargedWork({ exchange, release }: Admitted, dependencies: AppDependencies): LongWork {
  return {
    async answer(question, abandoned) {
      const payment = new Payment(exchange, dependencies);
      try {
        const work = dependencies.longWork(release);
        const admits = (lookups: number) => payment.isAdmitted(lookups);
        const answer = await inPlace(question, exchange.key, () => work.answer(question, abandoned, admits));
        if (payment.refusal !== null) return refused(rateLimited(payment.refusal));
        if (answer.ok) {
          exchange.lookups += answer.lookups;
          exchange.priced += answer.priced ?? 0;
          exchange.route = { ...exchange.route, ...lookupOf(question) };
        }
        return answer;
      } catch (error) {
        if (error instanceof ReleaseDamaged) return refused(DATA_DAMAGED);
        throw error;
      }
    },
  };
}

/** The state and setting that an answer is counted for, if it is for a lookup. */
function lookupOf(question: Question): Pick<RouteFacts, "state" | "setting"> {
  if (question.kind === "batch") return question;
  const { state = null, setting = null } =
    question.kind === "claims" ? question.form : { state: question.states[0], setting: question.setting };
  return { state, setting: setting as RouteFacts["setting"] };
}

function refused(problem: Problem) {
  return { ok: false, problem } as const;
}
