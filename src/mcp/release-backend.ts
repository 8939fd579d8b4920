import type { Day } from "../calendar/day.ts";
import type { AnsweringRelease, Question } from "../http/long-work/question.ts";
import type { Backend, BackendRequest } from "./backend.ts";

/** Answers from a release with the functions that answer HTTP. */
export function releaseBackend({ name, states, work, today, staleAfterMonths }: AnsweringRelease): Backend {
  function questionFor(request: BackendRequest): Question {
    const { fields } = request;
    if (request.kind === "coverage") {
      const { state, date = today() } = fields;
      const codes = state === undefined ? states.map(({ code }) => code) : [state];
      return { kind: "coverage", states: codes, date: date as Day, staleAfterMonths };
    }
    const about = { state: request.state.code, today: today(), staleAfterMonths };
    if (request.kind === "search") return { kind: "search", ...about, fields };
    if (request.kind === "claims") return { kind: "claims", ...about, form: fields, claims: request.claims };
    const { answer, setting } = request;
    if (answer === "explanation") return { kind: "lookup", ...about, fields, setting, form: "explanation" };
    return { kind: "about_lookup", answer: answer.name, ...about, fields, setting };
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
