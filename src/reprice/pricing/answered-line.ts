import type { LookupAnswer } from "../../pricing/lookup-answer.ts";

/** A line as it was answered: with which of its modifiers, and with its code as it was read. */
export interface AnsweredLine {
  readonly answer: LookupAnswer;
  /** Modifiers that have no price in the state: they change nothing. */
  readonly idleModifiers: readonly string[];
  /** Modifiers that ask for a price beside the one that was applied: a lookup takes one. */
  readonly leftModifiers: readonly string[];
  readonly hasLostZeros: boolean;
}
