import type { RateLookup } from "../pricing/lookup.ts";
import { owned } from "../runtime/own-bytes.ts";
import type { State } from "../state/state.ts";
import { sendRateLimited } from "./access.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Exchange } from "./exchange.ts";
import { longAnswer, sendLongAnswer } from "./long-work/ask.ts";
import type { BatchQuestion } from "./long-work/question.ts";
import { Payment } from "./payment.ts";
import { withState } from "./readiness.ts";
import { staleAfter } from "./stale-header.ts";

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
