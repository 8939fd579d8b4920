import { coverageParameters } from "../http/coverage-endpoint.ts";
import type { AnsweringRelease, Question } from "../http/long-work/question.ts";
import { type RequestFault, requestReader } from "../request/read.ts";
import type { Backend, BackendQuestion, CoverageAsked } from "./backend.ts";

/** Answers from a release with the functions that answer HTTP. */
export function releaseBackend({ name, states, work, today, staleAfterMonths }: AnsweringRelease): Backend {
  const coverageReader = requestReader(coverageParameters(states));

  function questionOf(asked: Exclude<BackendQuestion, CoverageAsked>): Question {
    const { fields } = asked;
    const about = { state: asked.state.code, today: today(), staleAfterMonths };
    if (asked.kind === "search") return { kind: "search", ...about, fields };
    if (asked.kind === "claims") return { kind: "claims", ...about, form: fields, claims: asked.claims };
    const { answer, setting } = asked;
    if (answer === "explanation") return { kind: "lookup", ...about, fields, setting, form: "explanation" };
    return { kind: "about_lookup", answer: answer.name, ...about, fields, setting };
  }

  function coverageQuestion({ fields }: CoverageAsked): Question | readonly RequestFault[] {
    const read = coverageReader.fromQuery(fields, { today: today() });
    if (!read.ok) return read.faults;
    const { state, date } = read.request;
    return {
      kind: "coverage",
      states: state === null ? states.map(({ code }) => code) : [state],
      date,
      staleAfterMonths,
    };
  }

  return {
    states,
    today,
    async ask(asked, abandoned) {
      const question = asked.kind === "coverage" ? coverageQuestion(asked) : questionOf(asked);
      if (!("kind" in question)) {
        return { ok: false, refused: { code: "invalid_parameter", detail: "", errors: question } };
      }
      const answer = await work.answer(question, abandoned, async () => true);
      if (!answer.ok) return { ok: false, refused: answer.problem };
      // Batches alone are answered in pieces, and the answer of an abandoned call is never read.
      const json = typeof answer.body === "string" ? answer.body : "null";
      return { ok: true, json, release: name, stale: answer.stale ?? null, empty: answer.empty ?? null };
    },
  };
}
