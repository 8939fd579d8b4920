import { hash } from "node:crypto";
import type { AnsweredQuestion, AnswerKind, Format } from "../../answers/answer.ts";
import { STYLE } from "../../answers/explanation/page-style.ts";
import type { KindQuestion } from "../../answers/question.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { RequestFault } from "../../pricing/request/read.ts";
import type { State } from "../../pricing/state/state.ts";
import type { Release } from "../../release/release.ts";
import { sendRateLimited, stateNotEnabled, withAccess, withKey } from "./access.ts";
import { withRelease, withState } from "./borrowed-release.ts";
import type { AppDependencies } from "./dependencies.ts";
import { contentSecurityPolicy, writeDocumentHeaders } from "./document-headers.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import { chosenFormat, sendAs } from "./formats.ts";
import { longAnswer, sendLongAnswer } from "./long-work/ask.ts";
import { Payment } from "./payment.ts";
import { problemOfFaults } from "./problem.ts";
import { nameCaveats, staleAfter } from "./stale-header.ts";

/** A page loads nothing and runs nothing. Its one style is known by its hash. */
const PAGE_POLICY = contentSecurityPolicy(`style-src 'sha256-${hash("sha256", STYLE, "base64")}'`);

/**
 * GET /<state>/<setting>/rate and the paths below it: every kind of answer about a lookup. What needs no waiting is answered in this
 * thread; the rest is long work.
 */
export function lookupEndpoint(
  kind: AnswerKind<"lookup">,
  state: State,
  lookup: RateLookup,
  dependencies: AppDependencies,
): Endpoint {
  const { read } = kind.reading(state, lookup);
  const staleAfterMonths = staleAfter(dependencies);
  const states = [state.code];
  return withAccess(state, dependencies, (exchange) =>
    withState(state, dependencies, exchange, (source, release) => {
      const { query } = exchange;
      const today = dependencies.today();
      const asked = read(query, { today });
      if (!asked.ok) return refuse(exchange, asked.faults);
      const format = formatOf(kind, exchange);
      const subject = { release, source, lookup, states, staleAfterMonths, admits: async () => true };
      const answered = kind.answerAtOnce(asked.request, subject, query);
      if (answered !== null) return send(exchange, answered, format);
      const { setting } = lookup;
      const question = { answer: kind.name, states, setting, today, staleAfterMonths, fields: query, format };
      return answerLong(exchange, { kind: "answer", ...question }, release, dependencies);
    }),
  );
}

/** GET /<state>/providers/search: every kind of answer about a state. */
export function stateEndpoint(kind: AnswerKind<"state">, state: State, dependencies: AppDependencies): Endpoint {
  const { read } = kind.reading(state);
  const staleAfterMonths = staleAfter(dependencies);
  const states = [state.code];
  return withAccess(state, dependencies, (exchange) =>
    withState(state, dependencies, exchange, (_source, release) => {
      const { query: fields } = exchange;
      const today = dependencies.today();
      const asked = read(fields, { today });
      if (!asked.ok) return refuse(exchange, asked.faults);
      const format = formatOf(kind, exchange);
      const question = { answer: kind.name, states, setting: null, today, staleAfterMonths, fields, format };
      return answerLong(exchange, { kind: "answer", ...question }, release, dependencies);
    }),
  );
}

/** GET /coverage: every kind of answer about the release, of those of its states that the key is enabled for. */
export function releaseEndpoint(kind: AnswerKind<"release">, dependencies: AppDependencies): Endpoint {
  const codes = dependencies.states.map(({ code }) => code);
  const { read } = kind.reading(codes);
  return withKey(dependencies, (exchange, key) => {
    const { query: fields } = exchange;
    const today = dependencies.today();
    const asked = read(fields, { today });
    if (!asked.ok) return refuse(exchange, asked.faults);
    const { state = null } = asked.request as { readonly state?: string | null };
    if (state !== null && !key.states.includes(state)) {
      exchange.sendProblem(stateNotEnabled(state, key));
      return;
    }
    const states = state === null ? codes.filter((code) => key.states.includes(code)) : [state];
    const staleAfterMonths = staleAfter(dependencies);
    const format = formatOf(kind, exchange);
    const question = { answer: kind.name, states, setting: null, today, staleAfterMonths, fields, format };
    return withRelease(dependencies, exchange, (release) =>
      answerLong(exchange, { kind: "answer", ...question }, release, dependencies),
    );
  });
}

function refuse(exchange: Exchange, faults: readonly RequestFault[]): undefined {
  exchange.sendProblem(problemOfFaults(faults));
}

function formatOf(kind: Pick<AnswerKind, "formats">, exchange: Exchange): Format {
  const format = chosenFormat(exchange, kind.formats);
  if (format === "html") writeDocumentHeaders(exchange, PAGE_POLICY);
  return format;
}

/** Sends what was answered in this thread. */
function send(exchange: Exchange, answered: AnsweredQuestion, format: Format): Promise<void> | undefined {
  exchange.lookups = answered.lookups;
  if (answered.caveats !== null) nameCaveats(exchange, answered.caveats);
  const text = answered.as(format);
  if (typeof text !== "string") return text.then((written) => sendAs(exchange, format, written));
  sendAs(exchange, format, text);
}

/** Has a question answered as long work; it pays for its lookups when their number is known, before the first. */
async function answerLong(
  exchange: Exchange,
  question: KindQuestion,
  release: Release,
  dependencies: AppDependencies,
): Promise<void> {
  const payment = new Payment(exchange, dependencies);
  const work = dependencies.longWork(release);
  const answered = await longAnswer(question, exchange, work, (lookups) => payment.isAdmitted(lookups));
  if (answered !== null && payment.refusal !== null) sendRateLimited(exchange, payment.refusal);
  else sendLongAnswer(exchange, answered, question.format);
}
