import { owned } from "../memory/own-bytes.ts";
import type { RateLookup } from "../pricing/lookup.ts";
import type { State } from "../pricing/state.ts";
import { writeRateLimit } from "./access.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Exchange } from "./exchange.ts";
import { longAnswer, sendLongAnswer } from "./long-work/ask.ts";
import type { BatchQuestion } from "./long-work/question.ts";
import { withState } from "./readiness.ts";

/** POST /<state>/<setting>/rate/batch (conventions 5), once the request has been let in and its body has arrived. */
export function answerBatch(
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
    body: owned(body),
    strayParameter,
  };
  return withState(state, dependencies, exchange, async (_source, release) => {
    const answer = await longAnswer(question, exchange, dependencies.longWork(release));
    if (answer?.ok) await chargeFurther(exchange, answer.lookups - 1, dependencies);
    sendLongAnswer(exchange, answer);
  });
}

/** Charges the items beyond the one that was charged on arrival; never refused (see `access.ts`). */
async function chargeFurther(exchange: Exchange, lookups: number, { limits }: AppDependencies): Promise<void> {
  if (exchange.key === null || lookups <= 0) return;
  writeRateLimit(exchange, await limits.take(exchange.key, lookups));
}
