import { Buffer } from "node:buffer";
import { owned } from "../../core/runtime/memory.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { State } from "../../pricing/state/state.ts";
import { withAccess } from "./access.ts";
import { answerLong } from "./answer-endpoint.ts";
import { type AppDependencies, staleAfter } from "./dependencies.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import { HTTP_LIMITS } from "./limits.ts";
import type { BatchQuestion } from "./long-work/question.ts";
import { withState } from "./readiness.ts";
import { bodyBytesMaxOf, isBodyWelcome, readBody, requestBody } from "./request-body.ts";

/** POST /<state>/<setting>/rate/batch (conventions 5): admitted by its head, then read, then answered when there is memory for it. */
export function batchEndpoint(state: State, lookup: RateLookup, dependencies: AppDependencies): Endpoint {
  const bodyBytesMax = bodyBytesMaxOf(dependencies);
  return withAccess(state, dependencies, (exchange) => {
    if (!isBodyWelcome(exchange, bodyBytesMax)) return undefined;
    requestBody(exchange);
    return takeBatch(exchange, bodyBytesMax, state, lookup, dependencies);
  });
}

async function takeBatch(
  exchange: Exchange,
  bodyBytesMax: number,
  state: State,
  { setting }: RateLookup,
  dependencies: AppDependencies,
): Promise<void> {
  const body = await readBody(exchange, bodyBytesMax);
  if (body === null || !(await hasRoom(exchange, body))) return;
  const [strayParameter = null] = Object.keys(exchange.query);
  const question: BatchQuestion = {
    kind: "batch",
    state: state.code,
    setting,
    today: dependencies.today(),
    staleAfterMonths: staleAfter(dependencies),
    body: owned(body),
    strayParameter,
  };
  await withState(state, dependencies, exchange, (_source, release) =>
    answerLong(exchange, question, release, dependencies),
  );
}

/** Waits until there is memory for the answer to a batch; false when there is none, or the client has left. */
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

const NAME = Buffer.from("provider_name");
/** A client that hides the name of a parameter has to escape one of its letters. */
const ESCAPE = Buffer.from("\\u");

/**
 * The expected size of the answer to a batch, without parsing it. It is reserved before the answer is made, when the batch can still wait.
 * Lookups by name have answers a thousand times their own size.
 */
export function expectedAnswerBytes(body: Buffer): number {
  const { expectedAnswerBytesPerName, expectedAnswerBytesPerBodyByte, expectedAnswerBytesMax } = HTTP_LIMITS;
  const names = occurrences(NAME, body) + occurrences(ESCAPE, body);
  const expected = names * expectedAnswerBytesPerName + body.length * expectedAnswerBytesPerBodyByte;
  return Math.min(expected, expectedAnswerBytesMax);
}

/** How often a text occurs, up to the most items that a batch may have. */
function occurrences(text: Buffer, body: Buffer): number {
  let count = 0;
  let at = body.indexOf(text);
  while (at >= 0 && count < HTTP_LIMITS.batchItemsMax) {
    count += 1;
    at = body.indexOf(text, at + text.length);
  }
  return count;
}
