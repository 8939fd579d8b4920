import { AsyncLocalStorage } from "node:async_hooks";

/*
 * Cancelling. Long work may have to end before it is done: nobody waits for it any longer, or its time is over. Deep inside, where it
 * is cut into slices, nobody knows that; so a signal goes along with the work (as its async context) instead of through
 * every function on the way there.
 */

const endings = new AsyncLocalStorage<AbortSignal | null>();

/** Does work that ends when the signal says so, at its next slice or where it waits: it throws the signal's reason. */
export function endable<Outcome>(ending: AbortSignal, work: () => Promise<Outcome>): Promise<Outcome> {
  return endings.run(ending, work);
}

/** Does work that others will use too, as loading an index: it goes on when the one who asked for it first has left. */
export function forEverybody<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  return endings.run(null, work);
}

/** What ends the work at hand; null when nothing does. */
export function currentEnding(): AbortSignal | null {
  return endings.getStore() ?? null;
}

/** Waits for something that is not in the hands of the work, no longer than until the work ends. */
export async function orEnded<Outcome>(awaited: Promise<Outcome>): Promise<Outcome> {
  const ending = currentEnding();
  return ending === null ? await awaited : await orAborted(awaited, ending);
}

/** Waits no longer than until the signal says so: then it throws the signal's reason. */
export async function orAborted<Outcome>(awaited: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    // The end stands first: it wins where both are there. Whichever loses has its failure handled by the race.
    return await Promise.race([aborted, awaited]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
