import type { AnswerKind } from "../answers/answer.ts";
import type { Refused } from "../answers/question.ts";
import type { Day } from "../core/calendar/day.ts";
import type { State } from "../pricing/state/state.ts";
import type { CareSetting } from "../registry/definition.ts";

/** Parameters as a query string or a form carries them. */
export type QueryFields = Readonly<Record<string, string>>;

/** A request for an answer of a declared kind. */
export interface KindRequest {
  readonly kind: Pick<AnswerKind, "name" | "path">;
  /** Null where the answer is about all states, or those that `fields` name. */
  readonly state: State | null;
  /** Null where the answer is not about a lookup. */
  readonly setting: CareSetting | null;
  readonly fields: QueryFields;
}

/** Claims to reprice; `fields` are those of the form that a file is sent with. */
export interface ClaimsRequest {
  readonly kind: "claims";
  readonly state: State;
  readonly fields: QueryFields;
  readonly claims: string;
}

export type BackendRequest = KindRequest | ClaimsRequest;

export type BackendAnswer =
  | {
      readonly ok: true;
      /** The answer of the API; of claims their notes, summary, results and rejected lines. */
      readonly json: string;
      /** The release that it comes from, in a word or two. */
      readonly release: string;
      /** The stale tables that its prices are made of, as the header names them. */
      readonly stale: string | null;
      /** The tables without any row that its prices looked into, as the header names them. */
      readonly empty: string | null;
    }
  | { readonly ok: false; readonly refused: Refused };

/** Answers the tools: a release that is open here, the release in service, or a server. All give the answers of the API. */
export interface Backend {
  /** The states that the tools offer. */
  readonly states: readonly State[];
  readonly today: () => Day;
  /** Ends early, with any answer or by throwing, when the signal is aborted. */
  answer(request: BackendRequest, abandoned: AbortSignal): Promise<BackendAnswer>;
}
