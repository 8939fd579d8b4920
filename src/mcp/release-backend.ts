import type { Day } from "../calendar/day.ts";
import { coverageParameters } from "../http/coverage-endpoint.ts";
import { longWorkHere } from "../http/long-work/here.ts";
import type { Question } from "../http/long-work/question.ts";
import { problemOfFaults } from "../http/problem.ts";
import type { Release } from "../release/release.ts";
import { releaseName } from "../release/release-name.ts";
import { type RequestFault, requestReader } from "../request/read.ts";
import type { Backend, BackendQuestion, CoverageAsked } from "./backend.ts";

interface Answering {
  readonly today: () => Day;
  /** Months after which an edition is called stale; null: never. */
  readonly staleAfterMonths: number | null;
}

/** Answers from a release that is open in this process, in slices, with the functions that answer HTTP. */
export function releaseBackend(release: Release, { today, staleAfterMonths }: Answering): Backend {
  const work = longWorkHere(release);
  const states = [...release.states.values()].map(({ state }) => state);
  const name = releaseName(release.description);
  const coverageReader = requestReader(coverageParameters(states));

  function questionOf(asked: Exclude<BackendQuestion, CoverageAsked>): Question {
    const { fields } = asked;
    const about = { state: asked.state.code, today: today(), fields };
    if (asked.kind === "search") return { kind: "search", ...about };
    const { answer, setting } = asked;
    if (answer === "explanation") return { kind: "lookup", ...about, setting, staleAfterMonths, form: "explanation" };
    return { kind: "about_lookup", answer: answer.name, ...about, setting, staleAfterMonths };
  }

  function coverageQuestion({ fields }: CoverageAsked): Question | readonly RequestFault[] {
    const read = coverageReader.fromQuery(fields, { today: today() });
    if (!read.ok) return read.faults;
    const { state, date } = read.request;
    const codes = state === null ? states.map(({ code }) => code) : [state];
    return { kind: "coverage", states: codes, date, staleAfterMonths };
  }

  return {
    states,
    today,
    async ask(asked, abandoned) {
      const question = asked.kind === "coverage" ? coverageQuestion(asked) : questionOf(asked);
      if (!("kind" in question)) return { ok: false, refused: problemOfFaults(question) };
      const answer = await work.answer(question, abandoned, async () => true);
      if (!answer.ok) return { ok: false, refused: answer.problem };
      // Only batches are answered in pieces, and nobody reads the answer of an abandoned question.
      const json = typeof answer.body === "string" ? answer.body : "null";
      return { ok: true, json, release: name, stale: answer.stale ?? null, empty: answer.empty ?? null };
    },
  };
}
