import type { AnswerKind } from "../answers/answer.ts";
import type { AnsweringRelease, ClaimsQuestion, KindQuestion, Refused } from "../answers/question.ts";
import type { Day } from "../core/calendar/day.ts";
import type { State } from "../pricing/state/state.ts";
import type { CareSetting } from "../registry/definition.ts";

export type QueryFields = Readonly<Record<string, string>>;

export interface KindRequest {
  readonly kind: Pick<AnswerKind, "name" | "path">;
  /** Null when the answer is about all states, or those in `fields`. */
  readonly state: State | null;
  /** Null when the answer is not about a lookup. */
  readonly setting: CareSetting | null;
  readonly fields: QueryFields;
}

/** Claims to reprice; `fields` are those of the repricing form. */
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
      /** The answer of the API; for claims their notes, summary, results and rejected lines. */
      readonly json: string;
      readonly release: string;
      /** The stale tables behind its prices, as the header names them. */
      readonly stale: string | null;
      /** The empty tables that its prices needed, as the header names them. */
      readonly empty: string | null;
    }
  | { readonly ok: false; readonly refused: Refused };

/** Answers the tools: a release that is open here, the release in service, or a server. All give the answers of the API. */
export interface Backend {
  readonly states: readonly State[];
  readonly today: () => Day;
  /** Ends early, with any answer or by throwing, when the signal is aborted. */
  answer(request: BackendRequest, abandoned: AbortSignal): Promise<BackendAnswer>;
}

/** Answers from a release with the functions that answer HTTP. */
export function releaseBackend({ name, states, work, today, staleAfterMonths }: AnsweringRelease): Backend {
  function questionFor(request: BackendRequest): KindQuestion | ClaimsQuestion {
    const { fields } = request;
    const terms = { today: today(), staleAfterMonths };
    if (request.kind === "claims") {
      return { kind: "claims", ...terms, state: request.state.code, form: fields, claims: request.claims };
    }
    const { kind, state, setting } = request;
    const codes = state === null ? states.map(({ code }) => code) : [state.code];
    return { kind: "answer", answer: kind.name, states: codes, setting, ...terms, fields, format: "json" };
  }

  return {
    states,
    today,
    async answer(request, abandoned) {
      const answer = await work.answer(questionFor(request), abandoned, async () => true);
      if (!answer.ok) return { ok: false, refused: answer.problem };
      // Only batches are answered in pieces, and the answer of an abandoned call is never read.
      const json = typeof answer.body === "string" ? answer.body : "null";
      return { ok: true, json, release: name, stale: answer.stale ?? null, empty: answer.empty ?? null };
    },
  };
}
