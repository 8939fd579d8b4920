import { HTTP_LIMITS } from "../limits.ts";
import type { ComparisonOutcome } from "./comparer.ts";

/** How often whoever waits asks whether the service is shutting down, which does not wait for a comparison. */
const LOOK_MILLISECONDS = 200;

/** Why nobody waits any longer. */
interface Unfinished {
  readonly kind: "still_at_it" | "stopping";
}

/** What comes of a comparison within the time that clients wait; the work goes on for whoever asks again. */
export async function awaited(
  work: Promise<ComparisonOutcome>,
  isShuttingDown: () => boolean,
  millisecondsMax: number = HTTP_LIMITS.longWorkMillisecondsMax,
): Promise<ComparisonOutcome | Unfinished> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<Unfinished>((resolve) => {
    const endsAt = performance.now() + millisecondsMax;
    timer = setInterval(() => {
      // With the service the work ends too.
      if (isShuttingDown()) resolve({ kind: "stopping" });
      else if (performance.now() >= endsAt) resolve({ kind: "still_at_it" });
    }, LOOK_MILLISECONDS);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearInterval(timer);
    // A thread that fails when nobody waits for it any longer is no reason to end.
    work.catch(() => {});
  }
}
