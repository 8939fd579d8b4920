import type { Answer } from "./ask.ts";
import { askTogether } from "./shared-question.ts";

/** Longer than this, a person would rather be told and decide. */
const WAIT_SECONDS_MAX = 5;

const TRIES_MAX = 3;

/**
 * Asks a path, and again by itself where the limit of the key lets it through in a moment (429 with a short Retry-After):
 * a view asks several questions at once, and nobody has asked for any of them too often. `onLimited` is told of each wait.
 */
export async function askPatiently<Body>(
  path: string,
  wish: AbortSignal,
  cache: RequestCache,
  onLimited: () => void,
): Promise<Answer<Body>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await askTogether<Body>(path, wish, cache);
    const seconds = secondsToWait(answer);
    if (seconds === null || tries === TRIES_MAX) return answer;
    onLimited();
    await pause(seconds * 1000, wish);
  }
}

/** Null: it is not worth waiting for. */
function secondsToWait(answer: Answer<unknown>): number | null {
  if (answer.ok || answer.problem.status !== 429) return null;
  const said = answer.headers?.get("retry-after") ?? "";
  return /^[0-9]$/.test(said) && Number(said) <= WAIT_SECONDS_MAX ? Number(said) : null;
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
