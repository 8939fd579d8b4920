import { endable } from "../../runtime/ending.ts";
import { type Answer, NO_ANSWER } from "./question.ts";

/** Gives up work that takes too long, or that nobody waits for any longer, at its next slice. */
export async function withinTime(
  millisecondsMax: number,
  abandoned: AbortSignal,
  work: () => Promise<Answer>,
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
    return abandoned.aborted ? NO_ANSWER : tookTooLong(millisecondsMax);
  } finally {
    clearTimeout(timer);
    abandoned.removeEventListener("abort", end);
  }
}

function tookTooLong(millisecondsMax: number): Answer {
  const detail = `The answer was not complete after ${millisecondsMax / 1_000} seconds and was given up. Split the batch, ask for a shorter history or a comparison of fewer, send more of the name, or send an identifier beside it.`;
  return { ok: false, problem: { code: "took_too_long", detail } };
}
