import { useAnswer } from "./use-answer.ts";

/** Where the rows of a table come from, as the dataset says. */
export interface ReleaseSource {
  readonly table: string;
  readonly publication: string;
  readonly published: string | null;
  /** The day that the imported edition is as of; null where nothing was imported. */
  readonly edition: string | null;
  /** Its rows are invented. */
  readonly synthetic?: boolean;
}

/** What the service says of the release that it serves. */
export interface Ready {
  readonly release: {
    readonly name: string;
    readonly version: string;
    readonly content_hash: string;
    readonly description: string | null;
    readonly states: readonly string[];
    /** Of each state, which settings have data. */
    readonly loaded: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
    readonly sources: readonly ReleaseSource[];
  };
}

export function useReady() {
  return useAnswer<Ready>("/readyz");
}
