import { type Problem, UNREACHABLE, unreadable } from "./problem.ts";

/** What the API answers: the JSON that was asked for, or the problem that it tells. */
export type Answer<Body> =
  | { readonly ok: true; readonly body: Body; readonly headers: Headers }
  /** `headers`: of the answer that tells the problem, such as Retry-After; absent when there was no answer at all. */
  | { readonly ok: false; readonly problem: Problem; readonly headers?: Headers };

/** Where the API lives. */
export const API = "/api/v1";

/** Told when the session has ended: the page then asks for the key again. */
export const SESSION_ENDED = "ratebook-session-ended";

/** Asks the service; rejects only when the question was withdrawn (`signal`). */
export async function ask<Body>(path: string, init: RequestInit = {}): Promise<Answer<Body>> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, credentials: "same-origin", redirect: "error" });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return { ok: false, problem: UNREACHABLE };
  }
  const body: unknown = await response.json().catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    return null;
  });
  if (response.ok && body !== null) return { ok: true, body: body as Body, headers: response.headers };
  const problem = isProblem(body) ? body : unreadable(response.status);
  if (problem.status === 401 && path !== "/session") dispatchEvent(new Event(SESSION_ENDED));
  return { ok: false, problem, headers: response.headers };
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "code" in body && "detail" in body;
}
