import type { State } from "../state/state.ts";
import { withAccess } from "./access.ts";
import { withState } from "./borrowed-release.ts";
import { JSON_OR_CSV } from "./content-negotiation.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Endpoint } from "./exchange.ts";
import { chosenFormat } from "./formats.ts";
import { longAnswer, sendLongAnswer } from "./long-work/ask.ts";
import type { SearchQuestion } from "./long-work/question.ts";
import { problemOfFaults } from "./problem.ts";

/** GET /<state>/providers/search */
export function searchEndpoint(state: State, dependencies: AppDependencies): Endpoint {
  return withAccess(state, dependencies, (exchange) =>
    withState(state, dependencies, exchange, async (_source, release) => {
      const today = dependencies.today();
      const { query } = exchange;
      const read = state.search.reader.fromQuery(query, { today });
      if (!read.ok) {
        exchange.sendProblem(problemOfFaults(read.faults));
        return;
      }
      const format = chosenFormat(exchange, JSON_OR_CSV);
      const question: SearchQuestion = { kind: "search", state: state.code, today, format, fields: query };
      sendLongAnswer(exchange, await longAnswer(question, exchange, dependencies.longWork(release)), format);
    }),
  );
}
