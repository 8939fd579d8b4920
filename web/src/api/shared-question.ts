import { type Answer, ask } from "./ask.ts";

/*
 * Two parts of a view may need the same answer: the question its assumptions, the answer its price. While a question is on
 * its way, whoever asks the same joins it, so that it is sent (and counted against the key) once.
 */

interface SharedQuestion {
  readonly answer: Promise<Answer<unknown>>;
  readonly withdrawal: AbortController;
  askers: number;
}

const underWay = new Map<string, SharedQuestion>();

/** Asks a path (GET), together with whoever is waiting for it. It is withdrawn when the last who asked no longer wants it. */
export async function askTogether<Body>(path: string, wish: AbortSignal, cache: RequestCache): Promise<Answer<Body>> {
  const question = underWay.get(path) ?? send(path, cache);
  question.askers += 1;
  wish.addEventListener("abort", () => {
    question.askers -= 1;
    if (question.askers > 0) return;
    question.withdrawal.abort();
    forget(path, question);
  });
  const answer = (await question.answer) as Answer<Body>;
  wish.throwIfAborted();
  return answer;
}

function send(path: string, cache: RequestCache): SharedQuestion {
  const withdrawal = new AbortController();
  const question = { answer: ask(path, { signal: withdrawal.signal, cache }), withdrawal, askers: 0 };
  underWay.set(path, question);
  const over = () => forget(path, question);
  question.answer.then(over, over);
  return question;
}

/** Unless it was asked anew in the meantime. */
function forget(path: string, question: SharedQuestion): void {
  if (underWay.get(path) === question) underWay.delete(path);
}
