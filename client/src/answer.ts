/** Metadata of an answer, from its headers. */
export interface AboutAnswer {
  /** The release that answered: its version and the first 12 characters of its content hash. */
  readonly release: string | null;
  /** Identifies the request when you report it. */
  readonly requestId: string | null;
  /** The tables behind the prices whose editions are older than they should be; null when there are none. */
  readonly stale: string | null;
  /** The tables without any row in the loaded data that prices looked into; null when there are none. */
  readonly incomplete: string | null;
}

export interface Answered<Answer> extends AboutAnswer {
  readonly answer: Answer;
}

/** Options of every call. */
export interface CallOptions {
  /** Ends the call at once, whatever it is doing. */
  readonly signal?: AbortSignal;
}

export function aboutAnswer(headers: Headers): AboutAnswer {
  return {
    release: headers.get("ratebook-release"),
    requestId: headers.get("x-request-id"),
    stale: headers.get("ratebook-stale"),
    incomplete: headers.get("ratebook-incomplete"),
  };
}
