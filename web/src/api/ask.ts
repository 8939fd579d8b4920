import { type Problem, SESSION_OVER, TOO_SLOW, UNREACHABLE, unreadable } from "./problem.ts";

/** What the API answers: the JSON that was asked for, or the problem that it tells. */
export type Answer<Body> =
  | { readonly ok: true; readonly body: Body; readonly headers: Headers }
  /** `headers`: of the answer that tells the problem, such as Retry-After; absent when there was no answer at all. */
  | { readonly ok: false; readonly problem: Problem; readonly headers?: Headers };

/** Told when the session has ended: the page then opens another, or asks for the key again. */
export const SESSION_ENDED = "ratebook-session-ended";

/** Told with the name of the release that an answer comes from. */
export const RELEASE_ANSWERED = "ratebook-release-answered";

/** As the client (docs/client.md). */
const TIME_LIMIT_MILLISECONDS = 30_000;

/** Asks the service; rejects only when the question was withdrawn (`signal`). */
export async function ask<Body>(path: string, init: RequestInit = {}): Promise<Answer<Body>> {
  const limit = AbortSignal.timeout(TIME_LIMIT_MILLISECONDS);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  let response: Response;
  try {
    response = await fetch(path, { ...init, signal, credentials: "same-origin", redirect: "error" });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return { ok: false, problem: limit.aborted ? TOO_SLOW : UNREACHABLE };
  }
  const body: unknown = await response.json().catch((error: unknown) => {
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
