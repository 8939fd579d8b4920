import { answerSearch } from "../pricing/provider-search.ts";
import type { State } from "../pricing/state.ts";
import { withAccess } from "./access.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Endpoint } from "./exchange.ts";
import { problemOfFaults } from "./problem.ts";
import { withState } from "./readiness.ts";

/** GET /<state>/providers/search */
export function searchEndpoint(state: State, dependencies: AppDependencies): Endpoint {
  const { search, providers } = state;
  return withAccess(state, dependencies, (exchange) =>
    withState(state, dependencies, exchange, async ({ directory, data }) => {
      const read = search.reader.fromQuery(exchange.query, { today: dependencies.today() });
      if (!read.ok) {
        exchange.sendProblem(problemOfFaults(read.faults));
        return;
      }
      exchange.sendJson(JSON.stringify(await answerSearch(search, providers, read.request, directory, data)));
    }),
  );
}
