import type { Fault, ShownTable } from "./generated/openapi.ts";
import type { PROBLEM_STATUSES } from "./generated/service.ts";

type ProblemStatuses = typeof PROBLEM_STATUSES;

/** The codes of the service's problems; each has its page under /docs/problems. */
export type ProblemCode = keyof ProblemStatuses;

interface Failed {
  /** In words; never contains the API key, a reference_id or an address. */
  readonly message: string;
  readonly attempts: number;
}

/** The service refused the request; its code determines the status. */
export type ProblemFailure = {
  readonly [Code in ProblemCode]: Failed & {
    readonly kind: "problem";
    readonly code: Code;
    readonly status: ProblemStatuses[Code];
    readonly title: string;
    /** Every error in the request's fields; empty when the fields are valid. */
    readonly faults: readonly Fault[];
    /** Identifies the request when you report it. */
    readonly requestId: string;
    readonly retryAfterSeconds: number | null;
    /** Of a file with unrecognised columns: what was recognised; null otherwise. */
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
  /** A code of the system or of the client: ECONNREFUSED, incomplete_answer. */
  readonly reason: string;
}

/** The uploaded stream failed while it was read; its error is the `cause` of the `RatebookError`. */
export interface SourceFailedFailure extends Failed {
  readonly kind: "source_failed";
}

/** The last attempt was not answered in time. */
export interface TimeoutFailure extends Failed {
  readonly kind: "timeout";
  readonly timeoutMilliseconds: number;
}

export interface AbortedFailure extends Failed {
  readonly kind: "aborted";
}

/** An answer that is not from this service: a proxy's page, a redirect, another version. */
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

export interface JobFailedFailure extends Failed {
  readonly kind: "job_failed";
  readonly id: string;
}

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

/** The error of every call. `failure` says what went wrong; it contains only its fields. */
export class RatebookError extends Error {
  override readonly name = "RatebookError";
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.failure = failure;
  }
}
