import type { Damage } from "../../release/damaged.ts";
import type { SharedRelease } from "../../release/release.ts";
import type { Answer, Question } from "./question.ts";

/** What the thread for long work is told. A release is known by the number of the message that had it opened. */
export type ToThread =
  | { readonly kind: "open"; readonly number: number; readonly release: SharedRelease }
  | { readonly kind: "close"; readonly release: number }
  | { readonly kind: "question"; readonly number: number; readonly release: number; readonly question: Question }
  /** Nobody waits for the answer any longer. */
  | { readonly kind: "abandoned"; readonly number: number };

/**
 * What it says to a message with a number: what came of it, why a release is refused, that its file was damaged
 * meanwhile, or what nobody expected.
 */
export type FromThread =
  | { readonly kind: "done"; readonly number: number; readonly answer: Answer | null }
  | { readonly kind: "refusal"; readonly number: number; readonly reason: string }
  | { readonly kind: "damage"; readonly number: number; readonly damage: Damage }
  | { readonly kind: "mistake"; readonly number: number; readonly error: unknown };
