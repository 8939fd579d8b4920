import { endable } from "../core/runtime/ending.ts";

/** What stands in for an answer that was given up. */
interface Otherwise<Answer> {
  /** The client has left. */
  readonly abandoned: Answer;
  /** The time was over; with a sentence that says so and what to do. */
  readonly late: (detail: string) => Answer;
}

/** Gives up work at its next slice when it takes too long or the client has left. */
export async function withinTime<Answer>(
  millisecondsMax: number,
  abandoned: AbortSignal,
  work: () => Promise<Answer>,
  otherwise: Otherwise<Answer>,
): Promise<Answer> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, millisecondsMax);
  abandoned.addEventListener("abort", end);
  if (abandoned.aborted) end();
  try {
    return await endable(ending.signal, work);
  } catch (error) {
    if (!ending.signal.aborted || error !== ending.signal.reason) throw error;
    return abandoned.aborted ? otherwise.abandoned : otherwise.late(tookTooLong(millisecondsMax));
  } finally {
    clearTimeout(timer);
    abandoned.removeEventListener("abort", end);
  }
}

function tookTooLong(millisecondsMax: number): string {
  return `The answer was not complete after ${millisecondsMax / 1_000} seconds and was given up. Ask for less at once (fewer items, periods or members), send more of the name, or send an identifier beside it.`;
}
