import { owned } from "../../core/runtime/memory.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { State } from "../../pricing/state/state.ts";
import { sendRateLimited, withAccess } from "./access.ts";
import { withState } from "./borrowed-release.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import { askForBody } from "./expectation.ts";
import { expectedAnswerBytes } from "./expected-answer.ts";
import { bodyBytesMaxOf, declaredBytes, mediaTypeProblem, tooLarge } from "./json-body.ts";
import { longAnswer, sendLongAnswer } from "./long-work/ask.ts";
import type { BatchQuestion } from "./long-work/question.ts";
import { Payment } from "./payment.ts";
import { readBody } from "./read-body.ts";
import { staleAfter } from "./stale-header.ts";

/** POST /<state>/<setting>/rate/batch (conventions 5): let in by its head, then read, then answered when there is room for that. */
export function batchEndpoint(state: State, lookup: RateLookup, dependencies: AppDependencies): Endpoint {
  const bodyBytesMax = bodyBytesMaxOf(dependencies);
  return withAccess(state, dependencies, (exchange) => {
    if (!isBodyWelcome(exchange, bodyBytesMax)) return undefined;
    askForBody(exchange);
    return takeBatch(exchange, bodyBytesMax, (body) => answerBatch(exchange, body, state, lookup, dependencies));
  });
}

/** Everything about a body that is checked before it is read, and before it is asked for; false when the request has been answered. */
export function isBodyWelcome(exchange: Exchange, bodyBytesMax: number, remedy?: string): boolean {
  const bytes = declaredBytes(exchange, bodyBytesMax);
  const problem = mediaTypeProblem(exchange);
  if (problem !== null) {
    exchange.sendProblem(problem);
    return false;
  }
  if (bytes > bodyBytesMax) {
    exchange.header("connection", "close").sendProblem(tooLarge(bodyBytesMax, remedy));
    return false;
  }
  const limit = exchange.holdBody(bytes);
  if (limit !== null) exchange.sendNoRoom(limit);
  return limit === null;
}

async function takeBatch(
  exchange: Exchange,
  bodyBytesMax: number,
  answer: (body: Buffer) => Promise<void> | undefined,
): Promise<void> {
  const body = await readBody(exchange, bodyBytesMax);
  if (body === null || !(await hasRoom(exchange, body))) return;
  await answer(body);
}

/** Waits until there is room for the answer to a batch; false when there is none, or nobody to answer any more. */
async function hasRoom(exchange: Exchange, body: Buffer): Promise<boolean> {
  const room = exchange.makeRoom(body.length, expectedAnswerBytes(body));
  if (room === null) return true;
  const limit = await room;
  if (exchange.response.destroyed) {
    exchange.observeLeaving();
    return false;
  }
  if (limit !== null) exchange.sendNoRoom(limit);
  return limit === null;
}

/** Once the request has been let in and its body has arrived. */
function answerBatch(
  exchange: Exchange,
  body: Buffer,
  state: State,
  { setting }: RateLookup,
  dependencies: AppDependencies,
): Promise<void> | undefined {
  const [strayParameter = null] = Object.keys(exchange.query);
  const today = dependencies.today();
  const question: BatchQuestion = {
    kind: "batch",
    state: state.code,
    setting,
    today,
    staleAfterMonths: staleAfter(dependencies),
    body: owned(body),
    strayParameter,
  };
  return withState(state, dependencies, exchange, async (_source, release) => {
    const payment = new Payment(exchange, dependencies);
    const work = dependencies.longWork(release);
    const answer = await longAnswer(question, exchange, work, (lookups) => payment.isAdmitted(lookups));
    if (answer !== null && payment.refusal !== null) sendRateLimited(exchange, payment.refusal);
    else sendLongAnswer(exchange, answer);
  });
}
