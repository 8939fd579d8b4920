import { hash } from "node:crypto";
import { Caveats } from "../answers/caveats.ts";
import type { Day } from "../calendar/day.ts";
import { STYLE } from "../explanation/page/style.ts";
import { namesSent } from "../explanation/understood.ts";
import { answerAtOnce } from "../pricing/answer.ts";
import type { RateLookup } from "../pricing/lookup.ts";
import type { Release } from "../release/release.ts";
import type { State } from "../state/state.ts";
import { withAccess } from "./access.ts";
import { withState } from "./borrowed-release.ts";
import type { Format } from "./content-negotiation.ts";
import type { AppDependencies } from "./dependencies.ts";
import { contentSecurityPolicy, writeDocumentHeaders } from "./document-headers.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import { explainedText } from "./explained-text.ts";
import { chosenFormat, sendAs } from "./formats.ts";
import { longAnswer, sendLongAnswer } from "./long-work/ask.ts";
import type { LookupQuestion } from "./long-work/question.ts";
import { problemOfFaults } from "./problem.ts";
import { freshnessIn, nameCaveats, staleAfter } from "./stale-header.ts";

/** The page loads nothing and runs nothing. Its one style is known by its hash. */
const PAGE_POLICY = contentSecurityPolicy(`style-src 'sha256-${hash("sha256", STYLE.markup, "base64")}'`);

/** People who open it in a browser see the page. */
const FORMATS = ["json", "html", "csv"] as const;

/** GET /<state>/<setting>/rate/explain: a lookup with the record of its calculation, as JSON, as a page to print or as a table. */
export function explainEndpoint(state: State, lookup: RateLookup, dependencies: AppDependencies): Endpoint {
  const staleAfterMonths = staleAfter(dependencies);
  return withAccess(state, dependencies, (exchange) =>
    withState(state, dependencies, exchange, (source, release) => {
      const today = dependencies.today();
      const { query } = exchange;
      const read = lookup.reader.fromQuery(query, { today });
      if (!read.ok) {
        exchange.sendProblem(problemOfFaults(read.faults));
        return;
      }
      const format = chosenFormat(exchange, FORMATS);
      if (format === "html") writeDocumentHeaders(exchange, PAGE_POLICY);
      const results = answerAtOnce(lookup, read.request, source);
      if (results === null) return explainByName(exchange, release, today, format);
      exchange.lookups = 1;
      const caveats = new Caveats(lookup, source, freshnessIn(source, release, staleAfterMonths)).add(results);
      nameCaveats(exchange, caveats);
      const answer = {
        lookup,
        request: read.request,
        sent: namesSent(query),
        results,
        stale: caveats.stale,
        empty: caveats.empty,
      };
      const send = (text: string) => sendAs(exchange, format, text);
      const text = explainedText(format, answer, source, release);
      if (typeof text !== "string") return text.then(send);
      send(text);
    }),
  );

  async function explainByName(exchange: Exchange, release: Release, today: Day, format: Format): Promise<void> {
    const { setting } = lookup;
    const fields = exchange.query;
    const asked = { state: state.code, setting, today, staleAfterMonths, fields };
    const question: LookupQuestion = { kind: "lookup", ...asked, form: "explanation", format };
    const answer = await longAnswer(question, exchange, dependencies.longWork(release));
    sendLongAnswer(exchange, answer, format);
  }
}
