import type { ProblemDocument } from "../../../src/serve/http/problems.ts";

/** A problem document of the API (RFC 9457), or a problem of the page in its form. */
export interface Problem extends Pick<ProblemDocument, "status" | "title" | "detail" | "errors" | "table"> {
  readonly code: string;
}

/** The service could not be asked at all; told in the form of a problem, so that a view has one thing to show. */
export const UNREACHABLE: Problem = {
  status: 0,
  code: "unreachable",
  title: "The service does not answer",
  detail: "Check that Ratebook is running and that this machine reaches it; then try again.",
};

/** An answer that may still come, but that nobody waits for any longer. */
export const TOO_SLOW: Problem = {
  status: 0,
  code: "too_slow",
  title: "The service takes too long",
  detail: "There was no answer within 30 seconds. Try again; if it stays, ask whoever runs the service.",
};

/** In words of the page: those of the API are about sending a key, for which there may be no field. */
export const SESSION_OVER: Problem = {
  status: 401,
  code: "session_over",
  title: "The session has ended",
  detail: "Try again; if it stays, sign out and give your key anew. The address still holds what you asked.",
};

/** An answer that is no JSON of ours comes from something between the page and the service. */
export function unreadable(status: number): Problem {
  return {
    status,
    code: "unreadable",
    title: "The answer cannot be read",
    detail: `Something between this page and Ratebook answered with status ${status}. Try again; if it stays, ask whoever runs the service.`,
  };
}
