import type { AnsweringRelease, ClaimsQuestion, KindQuestion } from "../answers/question.ts";
import type { Backend, BackendRequest } from "./backend.ts";

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
      // Batches alone are answered in pieces, and the answer of an abandoned call is never read.
      const json = typeof answer.body === "string" ? answer.body : "null";
      return { ok: true, json, release: name, stale: answer.stale ?? null, empty: answer.empty ?? null };
    },
  };
}
