import type { State } from "../pricing/state/state.ts";

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The HTTP API of a service: the one that these tools run in, or another one over the network. */
export interface Api {
  /** The states that tools offer. */
  readonly states: readonly State[];
  /** Sends a GET with the API key. Throws when the call is abandoned. */
  readonly get: (path: string, abandoned: AbortSignal) => Promise<ApiAnswer>;
}
