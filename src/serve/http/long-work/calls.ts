import type { SharedRelease } from "../../../release/release.ts";
import type { Damage } from "../../../release/soundness.ts";
import type { Answer, Question } from "./question.ts";

/** A question to the thread, about a release that it has open. */
export interface NumberedQuestion {
  /** By which the thread asks whether its lookups are admitted. */
  readonly number: number;
  readonly release: number;
  readonly question: Question;
}

/** What the thread for long work is asked. */
export type LongWorkCalls = {
  /** Opens a release that is open in the other thread too; the answer is the number by which it is known here. */
  readonly open: (release: SharedRelease) => number;
  /** A notice. */
  readonly close: (release: number) => void;
  /** The answer, or what of the release's file is damaged. */
  readonly answer: (asked: NumberedQuestion, abandoned: AbortSignal) => Promise<Answer | { readonly damage: Damage }>;
  /** A notice: the watchdog asks for a sign of life. */
  readonly ping: (nothing: null) => void;
};

/** What it asks of the thread that answers everything else. */
export type LongWorkParentCalls = {
  /** Whether so many lookups, which a question turned out to hold, may be priced. */
  readonly admits: (asked: { readonly number: number; readonly lookups: number }) => Promise<boolean>;
  /** A notice for the watchdog: a piece of work that is not cut into slices begins, or has ended. */
  readonly loads: (isLoading: boolean) => void;
  /** A notice: the sign of life that it was asked for. */
  readonly pong: (nothing: null) => void;
};
