import type { RateLookup } from "../pricing/lookup.ts";
import { type LookupAnswer, lookupAnswer } from "../pricing/lookup-answer.ts";
import type { State } from "../pricing/state.ts";
import { withAccess } from "./access.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import { problemOfFaults } from "./problem.ts";
import { withState } from "./readiness.ts";

/** GET /<state>/<setting>/rate: one lookup, answered with the array of its results. */
export function lookupEndpoint(state: State, lookup: RateLookup, dependencies: AppDependencies): Endpoint {
  function sendAnswer(exchange: Exchange, answer: LookupAnswer): void {
    if (answer.ok) {
      exchange.lookups = 1;
      exchange.sendJson(lookup.resultsJson(answer.results));
    } else exchange.sendProblem(problemOfFaults(answer.faults));
  }

  return withAccess(state, dependencies, (exchange) =>
    withState(state, dependencies, exchange, (source) => {
      const answer = lookupAnswer(lookup, "fromQuery", exchange.query, { today: dependencies.today() }, source);
      if (answer instanceof Promise) return answer.then((awaited) => sendAnswer(exchange, awaited));
      sendAnswer(exchange, answer);
    }),
  );
}
