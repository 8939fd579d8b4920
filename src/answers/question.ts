import { endable } from "../core/runtime/ending.ts";
import type { OwnBytes } from "../core/runtime/memory.ts";
import type { Defaults } from "../pricing/request/parameter.ts";
import type { RequestFields } from "../pricing/request/read.ts";
import type { CareSetting } from "../registry/definition.ts";
import type { Format } from "./answer.ts";

/* Questions to a release and their answers: plain data, so that another thread can answer them. */

export interface AnswerQuestion extends Defaults {
  readonly answer: string;
  /** Codes of the states that the caller may query; just one for an answer about a state or a lookup. */
  readonly states: readonly string[];
  /** Null if the answer is not about a lookup. */
  readonly setting: CareSetting | null;
  readonly fields: RequestFields;
  /** Months after which an edition is called stale; null: never. */
  readonly staleAfterMonths: number | null;
}

/** A question with unread parameters, and the format of its answer. */
export interface KindQuestion extends AnswerQuestion {
  readonly kind: "answer";
  readonly format: Format;
}

/** The answer to a question and how many rate lookups it counts as; or the errors of the request. */
export type Answer<Problem> =
  | {
      readonly ok: true;
      readonly body: string | readonly OwnBytes[];
      readonly lookups: number;
      /** How many results have a price; absent: none. */
      readonly priced?: number;
      /** The stale tables of its prices, as the header names them. */
      readonly stale?: string | null;
      /** The tables without rows that its prices read, as the header names them. */
      readonly empty?: string | null;
    }
  | { readonly ok: false; readonly problem: Problem };

/** Answers for a request that was abandoned. */
interface AbandonedAnswers<Answer> {
  readonly abandoned: Answer;
  /** The time limit was reached; `detail` says so and what to do. */
  readonly late: (detail: string) => Answer;
}

/** Stops work at its next slice when it takes too long or the client has left. */
export async function withinTime<Answer>(
  millisecondsMax: number,
  abandoned: AbortSignal,
  work: () => Promise<Answer>,
  answers: AbandonedAnswers<Answer>,
): Promise<Answer> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, millisecondsMax);
  abandoned.addEventListener("abort", end);
  if (abandoned.aborted) end();
  try {
    return await endable(ending.signal, work);
  } catch (error) {
    if (!ending.signal.aborted || error !== ending.signal.reason) throw error;
    return abandoned.aborted ? answers.abandoned : answers.late(tookTooLong(millisecondsMax));
  } finally {
    clearTimeout(timer);
    abandoned.removeEventListener("abort", end);
  }
}

function tookTooLong(millisecondsMax: number): string {
  return `The answer was not complete after ${millisecondsMax / 1_000} seconds and was given up. Ask for less at once (fewer items, periods or members), send more of the name, or send an identifier beside it.`;
}
