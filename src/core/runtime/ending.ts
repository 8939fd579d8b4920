import { AsyncLocalStorage } from "node:async_hooks";

/*
 * Cancellation. Long work ends early if its client has left or its time is over. The abort signal is in the async context
 * of the work, so that not every function has to pass it on.
 */

const endings = new AsyncLocalStorage<AbortSignal | null>();

/** Runs work that ends on the signal, at its next slice or wait: it throws the signal's reason. */
export function endable<Outcome>(ending: AbortSignal, work: () => Promise<Outcome>): Promise<Outcome> {
  return endings.run(ending, work);
}

/** Runs work that others will use too, such as loading an index: it continues when its first caller has left. */
export function sharedWork<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  return endings.run(null, work);
}

/** The signal that ends the current work; null without one. */
export function currentEnding(): AbortSignal | null {
  return endings.getStore() ?? null;
}

/** Waits for something outside the work, until the work ends. */
export async function orEnded<Outcome>(awaited: Promise<Outcome>): Promise<Outcome> {
  const ending = currentEnding();
  return ending === null ? await awaited : await orAborted(awaited, ending);
}

/** Waits until the signal at most; then throws the signal's reason. */
export async function orAborted<Outcome>(awaited: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    // The end comes first: it wins if both are settled. The race handles the failure of the loser.
    return await Promise.race([aborted, awaited]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
