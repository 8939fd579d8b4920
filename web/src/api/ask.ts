import { useEffect, useState } from "preact/hooks";
import type { ProblemDocument } from "../../../src/serve/http/problems.ts";

/** An answer of the API: the requested JSON, or a problem. */
export type Answer<Body> =
  | { readonly ok: true; readonly body: Body; readonly headers: Headers }
  /** `headers`: of the problem's answer, such as Retry-After; absent when there was no answer at all. */
  | { readonly ok: false; readonly problem: Problem; readonly headers?: Headers };

/** Event when the session has ended: the page then opens another, or requests the key again. */
export const SESSION_ENDED = "ratebook-session-ended";

/** Event with the name of the release that an answer comes from. */
export const RELEASE_ANSWERED = "ratebook-release-answered";

/** As in the client (docs/client.md). */
const TIME_LIMIT_MILLISECONDS = 30_000;

/** Sends a request to the service; rejects only when it was cancelled (`signal`). */
export async function ask<Body>(path: string, init: RequestInit = {}): Promise<Answer<Body>> {
  return await askFor<Body>(path, init, (response) => response.json());
}

/** The same for a document to print (HTML), which is no JSON. */
export async function askDocument(path: string, signal: AbortSignal): Promise<Answer<string>> {
  return await askFor<string>(path, { signal, headers: { accept: "text/html" } }, (response) =>
    response.ok ? response.text() : response.json(),
  );
}

async function askFor<Body>(
  path: string,
  init: RequestInit,
  read: (response: Response) => Promise<unknown>,
): Promise<Answer<Body>> {
  const limit = AbortSignal.timeout(TIME_LIMIT_MILLISECONDS);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  let response: Response;
  try {
    response = await fetch(path, { ...init, signal, credentials: "same-origin", redirect: "error" });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return { ok: false, problem: limit.aborted ? TOO_SLOW : UNREACHABLE };
  }
  const body: unknown = await read(response).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    return null;
  });
  if (body === null && limit.aborted) return { ok: false, problem: TOO_SLOW };
  const { headers } = response;
  const release = headers.get("ratebook-release");
  if (release !== null) dispatchEvent(new CustomEvent(RELEASE_ANSWERED, { detail: release }));
  if (response.ok && body !== null) return { ok: true, body: body as Body, headers };
  const problem = isProblem(body) ? body : unreadable(response.status);
  if (problem.status !== 401 || path === "/session") return { ok: false, problem, headers };
  dispatchEvent(new Event(SESSION_ENDED));
  return { ok: false, problem: SESSION_OVER, headers };
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "code" in body && "detail" in body;
}

/** A problem document of the API (RFC 9457), or a problem of the page in its form. */
export interface Problem extends Pick<ProblemDocument, "status" | "title" | "detail" | "errors" | "table"> {
  readonly code: string;
}

/** Why a search in a field has no answer, in the words of the page. */
export function searchProblemText(problem: Problem | null): string {
  if (problem?.status === 0) return `${problem.title}. ${problem.detail}`;
  return problem?.status === 429
    ? "Your key has reached its limit of requests. Wait a few seconds, then go on typing."
    : "The search failed. Go on typing to try again.";
}

/** The service could not be reached; in the form of a problem, so that a view has one thing to show. */
const UNREACHABLE: Problem = {
  status: 0,
  code: "unreachable",
  title: "The service does not answer",
  detail: "Check that Ratebook is running and that this machine reaches it; then try again.",
};

/** The answer may still come, but the page no longer waits for it. */
const TOO_SLOW: Problem = {
  status: 0,
  code: "too_slow",
  title: "The service takes too long",
  detail: "There was no answer within 30 seconds. Try again; if it stays, ask the operator of the service.",
};

/** In words of the page: those of the API are about sending a key, for which there may be no field. */
export const SESSION_OVER: Problem = {
  status: 401,
  code: "session_over",
  title: "The session has ended",
  detail: "Try again; if it stays, sign out and enter your key again. The address still holds your question.",
};

/** An answer that is not the API's JSON comes from something between the page and the service. */
export function unreadable(status: number): Problem {
  return {
    status,
    code: "unreadable",
    title: "The answer cannot be read",
    detail: `Something between this page and Ratebook answered with status ${status}. Try again; if it stays, ask the operator of the service.`,
  };
}

/** How long a request has been pending, in steps worth showing; `limited`: the key has reached its rate limit. */
export type Pace = "brief" | "loading" | "slow" | "limited";

/** Earlier, "loading" would only flicker. */
const SAID_AFTER_MILLISECONDS = 300;

/** From here on, the reader wants to know that it is still in progress. */
const SLOW_AFTER_MILLISECONDS = 2_000;

/** Reports the pace of a request from now until it is stopped. */
export function reportPace(notify: (pace: Pace) => void): () => void {
  notify("brief");
  const timers = [
    setTimeout(() => notify("loading"), SAID_AFTER_MILLISECONDS),
    setTimeout(() => notify("slow"), SLOW_AFTER_MILLISECONDS),
  ];
  return () => timers.forEach(clearTimeout);
}

export function usePace(isWaiting: boolean): Pace {
  const [pace, setPace] = useState<Pace>("brief");
  useEffect(() => (isWaiting ? reportPace(setPace) : undefined), [isWaiting]);
  return pace;
}

/** How long a request waits for the rate limit of its key, and how often. */
interface Patience {
  readonly waitSecondsMax: number;
  readonly triesMax: number;
}

/** For a longer wait, the reader decides. */
const OF_A_VIEW: Patience = { waitSecondsMax: 5, triesMax: 3 };

/**
 * Requests a path, and retries when the rate limit of the key allows it soon (429 with a short Retry-After): a view sends several
 * requests at once, and the reader did not cause them one by one. `onLimited` is called before each wait.
 */
export async function askPatiently<Body>(
  path: string,
  wish: AbortSignal,
  cache: RequestCache,
  onLimited: () => void,
): Promise<Answer<Body>> {
  return await patiently(() => askTogether<Body>(path, wish, cache), wish, onLimited);
}

/** Repeats a request while the rate limit of the key allows it soon. `onLimited` receives the seconds of each wait. */
export async function patiently<Body>(
  send: () => Promise<Answer<Body>>,
  wish: AbortSignal,
  onLimited: (seconds: number) => void,
  { waitSecondsMax, triesMax }: Patience = OF_A_VIEW,
): Promise<Answer<Body>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    const seconds = secondsToWait(answer);
    if (seconds === null || seconds > waitSecondsMax || tries === triesMax) return answer;
    onLimited(seconds);
    await pause(seconds * 1000, wish);
  }
}

/** Null: no rate limit, or one without a time. */
function secondsToWait(answer: Answer<unknown>): number | null {
  if (answer.ok || answer.problem.status !== 429) return null;
  const said = answer.headers?.get("retry-after") ?? "";
  return /^[0-9]{1,2}$/.test(said) ? Number(said) : null;
}

async function pause(milliseconds: number, wish: AbortSignal): Promise<void> {
  wish.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  wish.addEventListener("abort", () => {
    clearTimeout(timer);
    reject(wish.reason);
  });
  return promise;
}

// Two parts of a view may need the same answer: the question its assumptions, the answer its price. An identical request joins the
// pending one, so that it is sent (and counted against the key) once.

interface SharedQuestion {
  readonly answer: Promise<Answer<unknown>>;
  readonly withdrawal: AbortController;
  askers: number;
}

const underWay = new Map<string, SharedQuestion>();

/** Requests a path (GET), shared with identical pending requests. It is cancelled when the last caller has cancelled. */
export async function askTogether<Body>(path: string, wish: AbortSignal, cache: RequestCache): Promise<Answer<Body>> {
  const question = underWay.get(path) ?? send(path, cache);
  question.askers += 1;
  wish.addEventListener("abort", () => {
    question.askers -= 1;
    if (question.askers > 0) return;
    question.withdrawal.abort();
    forget(path, question);
  });
  const answer = (await question.answer) as Answer<Body>;
  wish.throwIfAborted();
  return answer;
}

function send(path: string, cache: RequestCache): SharedQuestion {
  const withdrawal = new AbortController();
  const question = { answer: ask(path, { signal: withdrawal.signal, cache }), withdrawal, askers: 0 };
  underWay.set(path, question);
  const over = () => forget(path, question);
  question.answer.then(over, over);
  return question;
}

/** Unless it was requested again in the meantime. */
function forget(path: string, question: SharedQuestion): void {
  if (underWay.get(path) === question) underWay.delete(path);
}
