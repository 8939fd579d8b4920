import { coverage } from "../answers/coverage.ts";
import { explanation } from "../answers/explanation.ts";
import type { AnsweringRelease, ClaimsQuestion, KindQuestion } from "../answers/question.ts";
import { search } from "../answers/search.ts";
import type { Backend, BackendRequest } from "./backend.ts";

/** Answers from a release with the functions that answer HTTP. */
export function releaseBackend({ name, states, work, today, staleAfterMonths }: AnsweringRelease): Backend {
  function questionFor(request: BackendRequest): KindQuestion | ClaimsQuestion {
    const { fields } = request;
    const terms = { today: today(), staleAfterMonths };
    if (request.kind === "claims") {
      return { kind: "claims", ...terms, state: request.state.code, form: fields, claims: request.claims };
    }
    return { kind: "answer", ...subjectOf(request), ...terms, fields, format: "json" };
  }

  function subjectOf(request: Exclude<BackendRequest, { readonly kind: "claims" }>) {
    if (request.kind === "coverage") {
      return { answer: coverage.name, states: states.map(({ code }) => code), setting: null };
    }
    const codes = [request.state.code];
    if (request.kind === "search") return { answer: search.name, states: codes, setting: null };
    const { answer, setting } = request;
    return { answer: answer === "explanation" ? explanation.name : answer.name, states: codes, setting };
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
