import type { Admits } from "../../../answers/answer.ts";
import type { Answer as AnswerOf, KindQuestion } from "../../../answers/question.ts";
import type { OwnBytes } from "../../../core/runtime/memory.ts";
import type { Defaults } from "../../../pricing/request/parameter.ts";
import type { CareSetting } from "../../../registry/definition.ts";
import type { SharedRelease } from "../../../release/release.ts";
import type { Damage } from "../../../release/soundness.ts";
import type { Problem } from "../problems.ts";

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
  /** The first parameter of the query string, which a batch must not have. */
  readonly strayParameter: string | null;
}

/** A request that may take long to answer. */
export type Question = KindQuestion | BatchQuestion;

/** The answer to a question, or the problem for the client. */
export type Answer = AnswerOf<Problem>;

/** An answer that is not sent: the client has left, or its lookups were not admitted. */
export const NO_ANSWER: Answer = { ok: true, body: [], lookups: 0 };

/** Long work of one release. */
export interface LongWork {
  /** Stops early, with any answer, when the signal reports that the client has left, or the lookups are not admitted. */
  answer(question: Question, abandoned: AbortSignal, admits: Admits): Promise<Answer>;
}

/** A question to the thread, for a release that it has open. */
export interface NumberedQuestion {
  /** The thread names it when it requests admission of its lookups. */
  readonly number: number;
  readonly release: number;
  readonly question: Question;
}

/** The calls that the thread for long work answers. */
export type LongWorkCalls = {
  /** Opens a release that is open in the other thread too; returns its number here. */
  readonly open: (release: SharedRelease) => number;
  /** A notice. */
  readonly close: (release: number) => void;
  /** The answer, or the damage of the release's file. */
  readonly answer: (
    question: NumberedQuestion,
    abandoned: AbortSignal,
  ) => Promise<Answer | { readonly damage: Damage }>;
  /** A notice: the watchdog requests a heartbeat. */
  readonly ping: (nothing: null) => void;
};

/** Its calls to the thread that answers everything else. */
export type LongWorkParentCalls = {
  /** Whether the lookups of a question may be priced. */
  readonly admits: (lookups: { readonly number: number; readonly lookups: number }) => Promise<boolean>;
  /** A notice for the watchdog: work without slices begins, or has ended. */
  readonly loads: (isLoading: boolean) => void;
  /** A notice: the heartbeat. */
  readonly pong: (nothing: null) => void;
};
