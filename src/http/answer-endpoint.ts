import type { AnswerKind } from "../answers/answer.ts";
import type { RateLookup } from "../pricing/lookup.ts";
import type { State } from "../state/state.ts";
import { sendRateLimited, withAccess } from "./access.ts";
import { withState } from "./borrowed-release.ts";
import { JSON_OR_CSV } from "./content-negotiation.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Endpoint } from "./exchange.ts";
import { chosenFormat } from "./formats.ts";
import { longAnswer, sendLongAnswer } from "./long-work/ask.ts";
import type { KindQuestion } from "./long-work/question.ts";
import { Payment } from "./payment.ts";
import { staleAfter } from "./stale-header.ts";

/** GET /<state>/<setting>/rate/history and its like: a kind of answer that takes several lookups, paid for as such. */
export function answerEndpoint(
  { name: answer }: AnswerKind,
  state: State,
  { setting }: RateLookup,
  dependencies: AppDependencies,
): Endpoint {
  const staleAfterMonths = staleAfter(dependencies);
  return withAccess(state, dependencies, (exchange) =>
    withState(state, dependencies, exchange, async (_source, release) => {
      const { query: fields } = exchange;
      const format = chosenFormat(exchange, JSON_OR_CSV);
      const asked = { state: state.code, setting, today: dependencies.today(), staleAfterMonths, fields };
      const question: KindQuestion = { kind: "about_lookup", answer, ...asked, format };
      const payment = new Payment(exchange, dependencies);
      const work = dependencies.longWork(release);
      const answered = await longAnswer(question, exchange, work, (lookups) => payment.isAdmitted(lookups));
      if (answered !== null && payment.refusal !== null) sendRateLimited(exchange, payment.refusal);
      else sendLongAnswer(exchange, answered, format);
    }),
  );
}
