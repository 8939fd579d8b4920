import { coverage } from "../answers/coverage.ts";
import { explanation } from "../answers/explanation.ts";
import { answerFrom } from "../answers/index.ts";
import { search } from "../answers/search.ts";
import { withinTime } from "../answers/within-time.ts";
import type { Day } from "../calendar/day.ts";
import type { Release } from "../release/release.ts";
import { releaseName } from "../release/release-name.ts";
import type { Backend, BackendAnswer, BackendQuestion } from "./backend.ts";
import { MCP_LIMITS } from "./limits.ts";

interface Answering {
  readonly today: () => Day;
  /** Months after which an edition is called stale; null: never. */
  readonly staleAfterMonths: number | null;
}

/** Answers from a release that is open in this process, in slices, with the functions that answer HTTP. */
export function releaseBackend(release: Release, { today, staleAfterMonths }: Answering): Backend {
  const states = [...release.states.values()].map(({ state }) => state);
  const name = releaseName(release.description);

  async function answered(asked: BackendQuestion): Promise<BackendAnswer> {
    const { fields } = asked;
    const terms = { fields, today: today(), staleAfterMonths };
    const answer = await answerFrom(release, { ...kindOf(asked), ...terms }, async () => true);
    if (answer === null) throw new Error("A question to an open release is always admitted.");
    if (!answer.ok) {
      const [first] = answer.faults;
      return { ok: false, refused: { code: first?.code ?? "", detail: first?.message ?? "", errors: answer.faults } };
    }
    const { stale = null, empty = null } = answer.caveats?.headers ?? {};
    return { ok: true, json: await answer.as("json"), release: name, stale, empty };
  }

  function kindOf(asked: BackendQuestion) {
    if (asked.kind === "coverage") {
      return { answer: coverage.name, states: states.map(({ code }) => code), setting: null };
    }
    const codes = [asked.state.code];
    if (asked.kind === "search") return { answer: search.name, states: codes, setting: null };
    const { answer, setting } = asked;
    return { answer: answer === "explanation" ? explanation.name : answer.name, states: codes, setting };
  }

  return {
    states,
    today,
    ask: (asked, abandoned) =>
      withinTime<BackendAnswer>(MCP_LIMITS.answerMillisecondsMax, abandoned, () => answered(asked), {
        abandoned: { ok: true, json: "null", release: name, stale: null, empty: null },
        late: (detail) => ({ ok: false, refused: { code: "took_too_long", detail } }),
      }),
  };
}
