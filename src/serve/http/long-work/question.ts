import type { Admits } from "../../../answers/answer.ts";
import type { Answer as AnswerOf, ClaimsQuestion, KindQuestion } from "../../../answers/question.ts";
import type { OwnBytes } from "../../../core/runtime/memory.ts";
import type { Defaults } from "../../../pricing/request/parameter.ts";
import type { CareSetting } from "../../../registry/definition.ts";
import type { Problem } from "../problem.ts";

/** A batch whose body has not been parsed. */
export interface BatchQuestion extends Defaults {
  readonly kind: "batch";
  /** The state's code. */
  readonly state: string;
  readonly setting: CareSetting;
  /** Months after which an edition is called stale; null: never. */
  readonly staleAfterMonths: number | null;
  /** Transferred rather than copied. */
  readonly body: OwnBytes;
  /** The first parameter of the query string, where a batch has none. */
  readonly strayParameter: string | null;
}

/** A request that may take long to answer. */
export type Question = KindQuestion | ClaimsQuestion | BatchQuestion;

/** The answer to a question; or the problem that the client receives. */
export type Answer = AnswerOf<Problem>;

/** An answer that is not sent: the client has left, or its lookups were not admitted. */
export const NO_ANSWER: Answer = { ok: true, body: [], lookups: 0 };

/** Answers from one release what may take long. */
export interface LongWork {
  /** Stops early, with any answer, when the signal says that the client has left, or the lookups are not admitted. */
  answer(question: Question, abandoned: AbortSignal, admits: Admits): Promise<Answer>;
}
