import type { Outcome } from "./outcome.ts";

/** A result as the wire carries it: the contract's field names. */
export type Result = Readonly<Record<string, unknown>>;

/** A result to be written. */
export interface WrittenResult {
  readonly result: Result;
}

/** A result, the outcome that it tells of, and the row of the provider that it is about. */
export interface ProviderResult extends WrittenResult {
  readonly outcome: Outcome;
  readonly row: object | null;
}
