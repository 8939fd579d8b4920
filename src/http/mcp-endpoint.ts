import type { AnswerAgent } from "../answers/question.ts";
import type { ApiKey } from "../keys/api-key.ts";
import { type Release, releaseName } from "../release/release.ts";
import { ReleaseDamaged } from "../release/soundness.ts";
import { bearerToken, rateLimited, refuseKey, stateNotEnabled, withKey } from "./access.ts";
import { isBodyWelcome } from "./batch-endpoint.ts";
import { withRelease } from "./borrowed-release.ts";
import { MEDIA_TYPES } from "./content-negotiation.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import { askForBody } from "./expectation.ts";
import { surveyOf } from "./json-nesting.ts";
import { HTTP_LIMITS } from "./limits.ts";
import type { LongWork, Question } from "./long-work/question.ts";
import { Payment } from "./payment.ts";
import type { Problem } from "./problem.ts";
import { readBody } from "./read-body.ts";
import { DATA_DAMAGED, notHeld } from "./readiness.ts";
import { staleAfter } from "./stale-header.ts";

export const MCP_PATH = "/mcp";

/** The headers of a message that the protocol reads. */
const PROTOCOL_HEADERS = ["accept", "content-type", "host", "mcp-protocol-version", "origin"] as const;

const NOT_ONE_MESSAGE: Problem = {
  code: "malformed_request",
  detail: "The body is not one message of the Model Context Protocol. Send one JSON-RPC object in each request.",
};

/**
 * POST /mcp: one message of an agent (Model Context Protocol, Streamable HTTP without sessions). Its key is let in as
 * everywhere, by the Authorization header alone: a cookie would let other pages of the browser call tools. Each message
 * counts as one lookup on arrival, and a tool that takes several pays for the rest.
 */
export function mcpEndpoint(answerAgent: AnswerAgent, dependencies: AppDependencies): Endpoint {
  const bytesMax = HTTP_LIMITS.agentMessageBytesMax;
  const answer = withKey(dependencies, (exchange, key) => {
    if (!isBodyWelcome(exchange, bytesMax)) return undefined;
    askForBody(exchange);
    return withRelease(dependencies, exchange, async (release) => {
      const body = await readBody(exchange, bytesMax);
      if (body === null) return;
      const message = messageIn(body);
      if (message === null) exchange.sendProblem(NOT_ONE_MESSAGE);
      else await answerMessage({ message, exchange, key, release }, answerAgent, dependencies);
    });
  });
  return (exchange) => {
    if (bearerToken(exchange.request.headers.authorization) !== null) return answer(exchange);
    refuseKey(exchange, null, false);
    return undefined;
  };
}

/** Null where the body is not a JSON object: several messages at once would be charged as one. */
function messageIn(body: Buffer): object | null {
  if (surveyOf(body).excess !== null) return null;
  try {
    const message: unknown = JSON.parse(body.toString("utf8"));
    return typeof message === "object" && !Array.isArray(message) ? message : null;
  } catch {
    return null;
  }
}

/** A message that was let in. */
interface Admitted {
  readonly message: object;
  readonly exchange: Exchange;
  readonly key: ApiKey;
  readonly release: Release;
}

async function answerMessage(
  admitted: Admitted,
  answerAgent: AnswerAgent,
  dependencies: AppDependencies,
): Promise<void> {
  const { message, exchange, key, release } = admitted;
  const { request, response } = exchange;
  const ofKey = dependencies.states.filter(({ code }) => key.states.includes(code));
  const states = ofKey.filter(({ code }) => release.states.has(code));
  if (states.length === 0) {
    const [first] = ofKey;
    exchange.sendProblem(first === undefined ? stateNotEnabled("any state", key) : notHeld(first));
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

/** Long work that the key of an exchange pays for, of its own states alone. */
function chargedWork({ exchange, key, release }: Admitted, dependencies: AppDependencies): LongWork {
  return {
    async answer(question, abandoned) {
      const other = statesIn(question).find((code) => !key.states.includes(code));
      if (other !== undefined) return refused(stateNotEnabled(other, key));
      const payment = new Payment(exchange, dependencies);
      try {
        const work = dependencies.longWork(release);
        const answer = await work.answer(question, abandoned, (lookups) => payment.isAdmitted(lookups));
        if (payment.refusal !== null) return refused(rateLimited(payment.refusal));
        if (answer.ok) {
          exchange.lookups += answer.lookups;
          exchange.priced += answer.priced ?? 0;
        }
        return answer;
      } catch (error) {
        if (error instanceof ReleaseDamaged) return refused(DATA_DAMAGED);
        throw error;
      }
    },
  };
}

function statesIn(question: Question): readonly string[] {
  return question.kind === "answer" ? question.states : [question.state];
}

function refused(problem: Problem) {
  return { ok: false, problem } as const;
}
