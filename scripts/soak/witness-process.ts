import { sharedClock } from "./shared-clock.ts";
import { SLEEP_MILLISECONDS } from "./standstill.ts";

/** A process that sleeps, says what time it is, and sleeps again, until whoever started it is gone. */
process.once("disconnect", () => process.exit());

function beat(): void {
  // The channel may be closed just now: what was to be said is lost, and nobody misses it.
  process.send?.(sharedClock(), undefined, {}, () => {});
  setTimeout(beat, SLEEP_MILLISECONDS);
}

beat();
