import buildSerialiser from "fast-json-stringify";
import type { RateLookup, Result } from "../pricing/lookup.ts";
import { type LookupAnswer, lookupAnswer } from "../pricing/lookup-answer.ts";
import type { ObjectSchema } from "../pricing/result-fields.ts";
import type { State } from "../pricing/state.ts";
import { withAccess } from "./access.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import { problemOfFaults } from "./problem.ts";
import { withState } from "./readiness.ts";

/** GET /<state>/<setting>/rate: one lookup, answered with the array of its results. */
export function lookupEndpoint(state: State, lookup: RateLookup, dependencies: AppDependencies): Endpoint {
  const serialise = resultsSerialiser(lookup.resultSchema);

  function sendAnswer(exchange: Exchange, answer: LookupAnswer): void {
    if (answer.ok) {
      exchange.lookups = 1;
      exchange.sendJson(serialise(answer.results));
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

/**
 * Turns results into JSON, twice as fast as JSON.stringify where there are few. The schema goes in
 * without `required`: that keeps the fields in their order, as in a batch, where otherwise the
 * optional ones would come last.
 */
export function resultsSerialiser({ required: _, ...schema }: ObjectSchema): (results: readonly Result[]) => string {
  return buildSerialiser({ type: "array", items: schema } as Parameters<typeof buildSerialiser>[0]);
}
