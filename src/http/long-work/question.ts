import type { Admits, Format } from "../../answers/answer.ts";
import type { AnswerQuestion } from "../../answers/index.ts";
import type { Day } from "../../calendar/day.ts";
import type { CareSetting } from "../../providers/definition.ts";
import type { OwnBytes } from "../../runtime/own-bytes.ts";
import type { Problem } from "../problem.ts";

/** A question of a declared kind (`answers/index.ts`), whose parameters have not been read yet. */
export interface KindQuestion extends AnswerQuestion {
  readonly kind: "answer";
  readonly format: Format;
}

/** A batch whose body has not been parsed. */
export interface BatchQuestion {
  readonly kind: "batch";
  /** The state's code. */
  readonly state: string;
  readonly setting: CareSetting;
  readonly today: Day;
  /** Months after which an edition is called stale; null: never. */
  readonly staleAfterMonths: number | null;
  /** Transferred rather than copied. */
  readonly body: OwnBytes;
  /** The first parameter of the query string, where a batch has none. */
  readonly strayParameter: string | null;
}

/** A request that may take long to answer: plain data, so that another thread can answer it. */
export type Question = KindQuestion | BatchQuestion;

/** The answer to a question, and how many rate lookups it answers; or what is wrong with the request. */
export type Answer =
  | {
      readonly ok: true;
      /** The text of the answer, in the format of the question. */
      readonly body: string | readonly OwnBytes[];
      readonly lookups: number;
      /** Results of them that carry a price; none where it is absent. */
      readonly priced?: number;
      /** The stale tables that its prices are made of, as the header names them, where there are some. */
      readonly stale?: string | null;
      /** The tables without any row that its prices looked into, as the header names them. */
      readonly empty?: string | null;
    }
  | { readonly ok: false; readonly problem: Problem };

/** An answer that is not sent: the client has left, or its lookups were not admitted. */
export const NO_ANSWER: Answer = { ok: true, body: [], lookups: 0 };

/** Answers from one release what may take long. */
export interface LongWork {
  /** Stops early, with any answer, when the signal says that the client has left, or the lookups are not admitted. */
  answer(question: Question, abandoned: AbortSignal, admits: Admits): Promise<Answer>;
}
