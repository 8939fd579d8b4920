import type { AnswerKind } from "../answers/answer.ts";
import type { Day } from "../calendar/day.ts";
import type { Problem } from "../http/problem.ts";
import type { CareSetting } from "../providers/definition.ts";
import type { State } from "../state/state.ts";

/** Parameters as a query string carries them. */
export type QueryFields = Readonly<Record<string, string>>;

/** A question of one lookup of a state. */
interface LookupAsked {
  readonly kind: "lookup";
  /** Its explanation, or another kind of answer about it. */
  readonly answer: "explanation" | AnswerKind;
  readonly state: State;
  readonly setting: CareSetting;
  readonly fields: QueryFields;
}

interface SearchAsked {
  readonly kind: "search";
  readonly state: State;
  readonly fields: QueryFields;
}

interface CoverageAsked {
  readonly kind: "coverage";
  /** `state` and `date`, where they were sent. */
  readonly fields: QueryFields;
}

export type BackendQuestion = LookupAsked | SearchAsked | CoverageAsked;

/** Why there is no answer: a problem of the service, or that a server cannot be reached. */
export type BackendRefusal = Pick<Problem, "detail" | "errors"> & { readonly code: string };

export type BackendAnswer =
  | {
      readonly ok: true;
      /** The answer of the API. */
      readonly json: string;
      /** The release that it comes from, in a word or two. */
      readonly release: string;
      /** The stale tables that its prices are made of, as the header names them. */
      readonly stale: string | null;
      /** The tables without any row that its prices looked into, as the header names them. */
      readonly empty: string | null;
    }
  | { readonly ok: false; readonly refused: BackendRefusal };

/** Whoever answers: a release that is open here, or a server. Both give the answers of the API. */
export interface Backend {
  /** Those that can be asked about. */
  readonly states: readonly State[];
  readonly today: () => Day;
  /** Ends early, with any answer or by throwing, when the signal says that nobody waits for it. */
  ask(asked: BackendQuestion, abandoned: AbortSignal): Promise<BackendAnswer>;
}
