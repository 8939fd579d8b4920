import type { PROBLEM_STATUSES } from "./generated/service.ts";
import type { Fault, ShownTable } from "./generated/shared.ts";

type ProblemStatuses = typeof PROBLEM_STATUSES;

/** The codes of the problems that the service answers with; each has its page under /docs/problems. */
export type ProblemCode = keyof ProblemStatuses;

interface Failed {
  /** In words; never holds the API key, a reference_id or an address. */
  readonly message: string;
  /** How often the service was asked. */
  readonly attempts: number;
}

/** The service refused: by its code, which also tells the status. */
export type ProblemFailure = {
  readonly [Code in ProblemCode]: Failed & {
    readonly kind: "problem";
    readonly code: Code;
    readonly status: ProblemStatuses[Code];
    readonly title: string;
    /** Every fault of the request's fields; empty where the fields are not at fault. */
    readonly faults: readonly Fault[];
    /** Identifies the request when you report it. */
    readonly requestId: string;
    readonly retryAfterSeconds: number | null;
    /** Of a file whose columns are not understood: what was understood of it; null otherwise. */
    readonly table: ShownTable | null;
  };
}[ProblemCode];

/** The request cannot be sent as it is; nothing was sent. */
export interface InvalidRequestFailure extends Failed {
  readonly kind: "invalid_request";
  readonly faults: readonly Fault[];
}

/** The connection failed, or the answer ended early. */
export interface NetworkFailure extends Failed {
  readonly kind: "network";
  /** A word of the system's or of ours: ECONNREFUSED, incomplete_answer. */
  readonly reason: string;
}

/** The stream that was to be uploaded failed while it was read; its error is the `cause` of the `RatebookError`. */
export interface SourceFailedFailure extends Failed {
  readonly kind: "source_failed";
}

/** The last attempt was not answered in time. */
export interface TimeoutFailure extends Failed {
  readonly kind: "timeout";
  readonly timeoutMilliseconds: number;
}

/** Your signal ended it. */
export interface AbortedFailure extends Failed {
  readonly kind: "aborted";
}

/** Something answered that does not speak as this service does: a proxy's page, a redirection, another version. */
export interface UnexpectedAnswerFailure extends Failed {
  readonly kind: "unexpected_answer";
  readonly status: number;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

/** The answer is longer than the client reads. */
export interface AnswerTooLargeFailure extends Failed {
  readonly kind: "answer_too_large";
  readonly answerBytesMax: number;
}

/** A file was accepted and could not be repriced. */
export interface JobFailedFailure extends Failed {
  readonly kind: "job_failed";
  /** The id of its job. */
  readonly id: string;
}

/** Everything that can go wrong with a call, by `kind`. */
export type Failure =
  | ProblemFailure
  | InvalidRequestFailure
  | NetworkFailure
  | SourceFailedFailure
  | TimeoutFailure
  | AbortedFailure
  | UnexpectedAnswerFailure
  | AnswerTooLargeFailure
  | JobFailedFailure;

/** What calls reject with. `failure` tells what went wrong; it holds no more than its fields. */
export class RatebookError extends Error {
  override readonly name = "RatebookError";
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.failure = failure;
  }
}
