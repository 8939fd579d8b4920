import { choice, day } from "../request/kinds.ts";
import { requestReader } from "../request/read.ts";
import type { State } from "../state/state.ts";
import { stateNotEnabled, withKey } from "./access.ts";
import { withRelease } from "./borrowed-release.ts";
import { JSON_OR_CSV } from "./content-negotiation.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Endpoint } from "./exchange.ts";
import { chosenFormat } from "./formats.ts";
import { longAnswer, sendLongAnswer } from "./long-work/ask.ts";
import type { CoverageOfRelease } from "./long-work/question.ts";
import { problemOfFaults } from "./problem.ts";
import { staleAfter } from "./stale-header.ts";

/** What coverage can be asked. */
export function coverageParameters(states: readonly State[]) {
  return {
    state: choice(
      states.map(({ code }) => code),
      { description: "One state alone. When absent: every state that the key is enabled for." },
    ),
    date: day({ description: "The day that rows in force, editions and counterparts are told for." }),
  };
}

/** GET /coverage: what the loaded data covers of the states that the key is enabled for. */
export function coverageEndpoint(dependencies: AppDependencies): Endpoint {
  const reader = requestReader(coverageParameters(dependencies.states));
  const codes = dependencies.states.map(({ code }) => code);
  return withKey(dependencies, (exchange, key) => {
    const read = reader.fromQuery(exchange.query, { today: dependencies.today() });
    if (!read.ok) {
      exchange.sendProblem(problemOfFaults(read.faults));
      return;
    }
    const { state, date } = read.request;
    if (state !== null && !key.states.includes(state)) {
      exchange.sendProblem(stateNotEnabled(state, key));
      return;
    }
    const asked = state === null ? codes.filter((code) => key.states.includes(code)) : [state];
    const staleAfterMonths = staleAfter(dependencies);
    const format = chosenFormat(exchange, JSON_OR_CSV);
    const question: CoverageOfRelease = { kind: "coverage", states: asked, date, staleAfterMonths, format };
    return withRelease(dependencies, exchange, async (release) => {
      sendLongAnswer(exchange, await longAnswer(question, exchange, dependencies.longWork(release)), format);
    });
  });
}
