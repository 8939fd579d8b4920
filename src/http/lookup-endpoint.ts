import { Caveats } from "../answers/caveats.ts";
import type { Day } from "../calendar/day.ts";
import { answerAtOnce } from "../pricing/answer.ts";
import type { RateLookup } from "../pricing/lookup.ts";
import type { Release } from "../release/release.ts";
import type { State } from "../state/state.ts";
import { withAccess } from "./access.ts";
import { withState } from "./borrowed-release.ts";
import { type Format, JSON_OR_CSV } from "./content-negotiation.ts";
import { resultsCsv } from "./csv/results.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import { chosenFormat, sendAs } from "./formats.ts";
import { longAnswer, sendLongAnswer } from "./long-work/ask.ts";
import type { LookupQuestion } from "./long-work/question.ts";
import { problemOfFaults } from "./problem.ts";
import { freshnessIn, nameCaveats, staleAfter } from "./stale-header.ts";

/** GET /<state>/<setting>/rate: one lookup, answered with the array of its results. */
export function lookupEndpoint(state: State, lookup: RateLookup, dependencies: AppDependencies): Endpoint {
  const staleAfterMonths = staleAfter(dependencies);
  return withAccess(state, dependencies, (exchange) =>
    withState(state, dependencies, exchange, (source, release) => {
      const today = dependencies.today();
      const read = lookup.reader.fromQuery(exchange.query, { today });
      if (!read.ok) {
        exchange.sendProblem(problemOfFaults(read.faults));
        return;
      }
      const format = chosenFormat(exchange, JSON_OR_CSV);
      const results = answerAtOnce(lookup, read.request, source);
      if (results === null) return answerByName(exchange, release, today, format);
      exchange.lookups = 1;
      nameCaveats(exchange, new Caveats(lookup, source, freshnessIn(source, release, staleAfterMonths)).add(results));
      if (format === "json") exchange.sendJson(lookup.resultsJson(results));
      else sendAs(exchange, format, resultsCsv(lookup, results));
    }),
  );

  async function answerByName(exchange: Exchange, release: Release, today: Day, format: Format): Promise<void> {
    const { setting } = lookup;
    const fields = exchange.query;
    const asked = { state: state.code, setting, today, staleAfterMonths, fields };
    const question: LookupQuestion = { kind: "lookup", ...asked, form: "results", format };
    sendLongAnswer(exchange, await longAnswer(question, exchange, dependencies.longWork(release)), format);
  }
}
