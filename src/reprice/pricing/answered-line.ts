import type { LookupAnswer } from "../../pricing/answer.ts";
import type { OverlookedParameter } from "../../pricing/lookup.ts";

/** A parameter that a line lacks, with what it would be paid with it. */
export interface Overlooked extends OverlookedParameter {
  /** What was sent in its place; empty where nothing was. */
  readonly sent: string;
  /** The `payment_rate` with the parameter. */
  readonly rate: string;
}

/** A modifier that filled in a parameter, such as 80 the procedure type Assistant Surgeon. */
export interface FilledIn {
  readonly modifier: string;
  readonly parameter: string;
  readonly value: string;
}

/** What became of the modifiers of a line. */
export interface AnsweredModifiers {
  /** Modifiers that inform and change no payment. */
  readonly idleModifiers: readonly string[];
  /** Modifiers without a published row that the national list does not have: the price is without them. */
  readonly unknownModifiers: readonly string[];
  /** Modifiers that ask for a price beside the one that was applied, since a lookup takes one; or that contradict a cell. */
  readonly leftModifiers: readonly string[];
  /** Modifiers that change what is paid and that the price is without: it is compared with nothing. */
  readonly unpricedModifiers: readonly string[];
  /** Parameters that modifiers filled in with another value than their own. */
  readonly filledIn: readonly FilledIn[];
  /** Modifiers that prices show and the line does not have: the code has no rate without one. It is compared with nothing. */
  readonly assumedModifiers: readonly string[];
}

/** A line as it was answered: with which of its modifiers, and with its code as it was read. */
export interface AnsweredLine extends AnsweredModifiers {
  readonly answer: LookupAnswer;
  readonly hasLostZeros: boolean;
  readonly overlooked: Overlooked | null;
}
