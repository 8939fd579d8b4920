import { owned } from "../../core/runtime/memory.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { State } from "../../pricing/state/state.ts";
import { withAccess } from "./access.ts";
import { answerLong } from "./answer-endpoint.ts";
import { type AppDependencies, staleAfter } from "./dependencies.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import type { BatchQuestion } from "./long-work/question.ts";
import { withState } from "./readiness.ts";
import { bodyBytesMaxOf, isBodyWelcome, readBody, requestBody } from "./request-body.ts";

/** POST /<state>/<setting>/rate/batch (conventions 5): admitted by its head, then read, then answered when its turn comes. */
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
  if (body === null) return;
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
