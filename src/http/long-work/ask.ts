import type { Exchange } from "../exchange.ts";
import type { Answer, LongWork, Question } from "./question.ts";

/** Has a question answered; null when the client left in the meantime. The work for it stops then. */
export async function longAnswer(question: Question, { response }: Exchange, work: LongWork): Promise<Answer | null> {
  if (response.destroyed) return null;
  const abandoned = new AbortController();
  const abandon = () => abandoned.abort();
  response.once("close", abandon);
  try {
    const answer = await work.answer(question, abandoned.signal);
    return abandoned.signal.aborted ? null : answer;
  } finally {
    response.off("close", abandon);
  }
}

export function sendLongAnswer(exchange: Exchange, answer: Answer | null): void {
  if (answer === null) exchange.observeLeaving();
  else if (answer.ok) {
    exchange.lookups = answer.lookups;
    exchange.sendJson(answer.json);
  } else exchange.sendProblem(answer.problem);
}
