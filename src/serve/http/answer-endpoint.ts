import type { Admits, AnsweredQuestion, AnswerKind, Format } from "../../answers/answer.ts";
import type { Caveats } from "../../answers/caveats.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { RequestFault } from "../../pricing/request/read.ts";
import type { State } from "../../pricing/state/state.ts";
import type { Release } from "../../release/release.ts";
import { Payment, sendRateLimited, stateRefused, withAccess, withKey } from "./access.ts";
import { freeBody } from "./answer-body.ts";
import type { BytesLimit } from "./bytes-in-flight.ts";
import { type AppDependencies, staleAfter } from "./dependencies.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import {
  chosenFormat,
  contentSecurityPolicy,
  PRINTED_STYLE,
  sendAs,
  sendTaggedAs,
  writeDocumentHeaders,
} from "./formats.ts";
import { HTTP_LIMITS } from "./limits.ts";
import { inPlace } from "./long-work/places.ts";
import type { Answer, LongWork, Question } from "./long-work/question.ts";
import { type ProblemCode, problemOfFaults } from "./problems.ts";
import { withRelease, withState } from "./readiness.ts";

/** A page loads nothing and runs nothing. Its one style is known by its hash. */
export const PAGE_POLICY = contentSecurityPolicy(`style-src ${PRINTED_STYLE}`);

/**
 * GET /<state>/<setting>/rate and the paths below it: every kind of answer for a lookup. This thread answers what needs no waiting; the
 * rest is long work.
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
      const parsed = read(query, { today });
      if (!parsed.ok) return refuse(exchange, parsed.faults);
      const format = formatOf(kind, exchange);
      const subject = { release, source, lookup, states, staleAfterMonths, admits: async () => true };
      const answered = kind.answerAtOnce(parsed.request, subject, query);
      if (answered !== null) return send(exchange, answered, format);
      const { setting } = lookup;
      const question = { answer: kind.name, states, setting, today, staleAfterMonths, fields: query, format };
      return answerLong(exchange, { kind: "answer", ...question }, release, dependencies);
    }),
  );
}

/** GET /<state>/providers/search: every kind of answer for a state. */
export function stateEndpoint(kind: AnswerKind<"state">, state: State, dependencies: AppDependencies): Endpoint {
  const { read } = kind.reading(state);
  const staleAfterMonths = staleAfter(dependencies);
  const states = [state.code];
  return withAccess(state, dependencies, (exchange) =>
    withState(state, dependencies, exchange, (_source, release) => {
      const { query: fields } = exchange;
      const today = dependencies.today();
      const parsed = read(fields, { today });
      if (!parsed.ok) return refuse(exchange, parsed.faults);
      const format = formatOf(kind, exchange);
      const question = { answer: kind.name, states, setting: null, today, staleAfterMonths, fields, format };
      return answerLong(exchange, { kind: "answer", ...question }, release, dependencies);
    }),
  );
}

/** GET /coverage: every kind of answer for the release, limited to the states of the key. */
export function releaseEndpoint(kind: AnswerKind<"release">, dependencies: AppDependencies): Endpoint {
  const codes = dependencies.states.map(({ code }) => code);
  const { read } = kind.reading(codes);
  return withKey(dependencies, (exchange, key) => {
    const { query: fields } = exchange;
    const today = dependencies.today();
    const parsed = read(fields, { today });
    if (!parsed.ok) return refuse(exchange, parsed.faults);
    const { state = null } = parsed.request as { readonly state?: string | null };
    if (state !== null && !key.states.includes(state)) {
      exchange.sendProblem(stateRefused(state, key, dependencies));
      return;
    }
    const states = state === null ? codes.filter((code) => key.states.includes(code)) : [state];
    const staleAfterMonths = staleAfter(dependencies);
    const format = formatOf(kind, exchange);
    const question = { answer: kind.name, states, setting: null, today, staleAfterMonths, fields, format };
    return withRelease(dependencies, exchange, (release) =>
      answerLong(exchange, { kind: "answer", ...question }, release, dependencies, sendTaggedAs),
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

function send(exchange: Exchange, answered: AnsweredQuestion, format: Format): Promise<void> | undefined {
  exchange.lookups = answered.lookups;
  if (answered.caveats !== null) nameCaveats(exchange, answered.caveats.headers);
  const text = answered.as(format);
  if (typeof text !== "string") return text.then((written) => sendAs(exchange, format, written));
  sendAs(exchange, format, text);
}

/** Answers a question as long work. It pays for its lookups when their number is known, before the first is priced. */
export async function answerLong(
  exchange: Exchange,
  question: Question,
  release: Release,
  dependencies: AppDependencies,
  sendBody: typeof sendTaggedAs = sendAs,
): Promise<void> {
  const payment = new Payment(exchange, dependencies);
  const work = dependencies.longWork(release);
  let noRoom: BytesLimit | null = null;
  // The work has its turn: its answer is about to be made.
  const admits = async (lookups: number) => {
    noRoom = exchange.limitOnAnswer();
    return noRoom === null && (await payment.isAdmitted(lookups));
  };
  const answer = await inPlace(question, exchange.key, () => longAnswer(question, exchange, work, admits));
  if (answer === null) exchange.observeLeaving();
  else if (noRoom !== null) exchange.sendNoRoom(noRoom);
  else if (payment.refusal !== null) sendRateLimited(exchange, payment.refusal);
  else if (answer.ok) {
    exchange.lookups = answer.lookups;
    nameCaveats(exchange, answer);
    sendBody(exchange, question.kind === "answer" ? question.format : "json", answer.body);
  } else {
    const { problem } = answer;
    const seconds = RETRY_SECONDS[problem.code];
    if (seconds !== undefined) exchange.header("retry-after", String(seconds));
    exchange.sendProblem(problem);
  }
}

/** `Retry-After` of the problems that pass by themselves. */
const RETRY_SECONDS: Partial<Record<ProblemCode, number>> = {
  not_ready: HTTP_LIMITS.threadRetryAfterSeconds,
  too_much_at_once: HTTP_LIMITS.roomRetrySeconds,
};

/** The answer to a question; null when the client has left, which stops the work. */
async function longAnswer(
  question: Question,
  { response }: Exchange,
  work: LongWork,
  admits: Admits,
): Promise<Answer | null> {
  if (response.destroyed) return null;
  const abandoned = new AbortController();
  const abandon = () => abandoned.abort();
  response.once("close", abandon);
  try {
    const answer = await work.answer(question, abandoned.signal, admits);
    if (!abandoned.signal.aborted) return answer;
    if (answer.ok) freeBody(answer.body);
    return null;
  } finally {
    response.off("close", abandon);
  }
}

/**
 * Headers for caveats of the prices: `Ratebook-Stale: ca/outpatient_rates 2023-03-15` names stale tables behind them, `Ratebook-Incomplete:
 * ny/apg_fees` empty tables that they needed.
 */
function nameCaveats(
  exchange: Exchange,
  { priced = 0, stale = null, empty = null }: Partial<Caveats["headers"]>,
): void {
  exchange.priced = priced;
  if (stale !== null) exchange.header("ratebook-stale", stale);
  if (empty !== null) exchange.header("ratebook-incomplete", empty);
}
