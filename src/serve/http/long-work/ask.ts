import type { Admits, Format } from "../../../answers/answer.ts";
import { freeBody } from "../answer-body.ts";
import type { Exchange } from "../exchange.ts";
import { sendAs } from "../formats.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { nameCaveats } from "../stale-header.ts";
import type { Answer, LongWork, Question } from "./question.ts";

/** Has a question answered; null when the client left in the meantime. The work for it stops then. */
export async function longAnswer(
  question: Question,
  { response }: Exchange,
  work: LongWork,
  admits: Admits,
): Promise<Answer | null> {
  if (response.destroyed) return null;
  const abandoned = new AbortController();
  const abandon = () => abandoned.abort();
  response.once("close", abandon);
  try {
    const answer = await work.answer(question, abandoned.signal, admits);
    if (!abandoned.signal.aborted) return answer;
    if (answer.ok) freeBody(answer.body);
    return null;
  } finally {
    response.off("close", abandon);
  }
}

export function sendLongAnswer(exchange: Exchange, answer: Answer | null, format: Format = "json"): void {
  if (answer === null) exchange.observeLeaving();
  else if (answer.ok) {
    exchange.lookups = answer.lookups;
    const { priced = 0, stale = null, empty = null } = answer;
    nameCaveats(exchange, { headers: { priced, stale, empty } });
    sendAs(exchange, format, answer.body);
  } else {
    const { problem } = answer;
    if (problem.code === "not_ready") exchange.header("retry-after", String(HTTP_LIMITS.threadRetryAfterSeconds));
    exchange.sendProblem(problem);
  }
}
