import type { Damage } from "../../release/damaged.ts";
import type { SharedRelease } from "../../release/release.ts";
import type { Answer, Question } from "./question.ts";

/** What the thread for long work is told. A release is known by the number of the message that had it opened. */
export type ToThread =
  | { readonly kind: "open"; readonly number: number; readonly release: SharedRelease }
  | { readonly kind: "close"; readonly release: number }
  | { readonly kind: "question"; readonly number: number; readonly release: number; readonly question: Question }
  /** Whether the batch of a question may be priced. */
  | { readonly kind: "verdict"; readonly number: number; readonly isAdmitted: boolean }
  /** Nobody waits for the answer any longer. */
  | { readonly kind: "abandoned"; readonly number: number }
  /** The watchdog asks for a sign of life. */
  | { readonly kind: "ping" };

/**
 * What it says to a message with a number: what came of it, why a release is refused, that its file was damaged
 * meanwhile, what nobody expected, or how many lookups the batch of a question holds, which then waits for the verdict.
 * The other messages are for the watchdog.
 */
export type FromThread =
  | { readonly kind: "done"; readonly number: number; readonly answer: Answer | null }
  | { readonly kind: "refusal"; readonly number: number; readonly reason: string }
  | { readonly kind: "damage"; readonly number: number; readonly damage: Damage }
  | { readonly kind: "mistake"; readonly number: number; readonly error: unknown }
  | { readonly kind: "lookups"; readonly number: number; readonly lookups: number }
  | { readonly kind: "loading" }
  | { readonly kind: "loaded" }
  | { readonly kind: "pong" };
