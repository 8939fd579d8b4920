import { sharedClock } from "./shared-clock.ts";
import { SLEEP_MILLISECONDS } from "./standstill.ts";

/** A process that sleeps, reports the time, and sleeps again, until its parent is gone. */
process.once("disconnect", () => process.exit());

function beat(): void {
  // The channel may be closed just now: the message is lost, and not needed.
  process.send?.(sharedClock(), undefined, {}, () => {});
  setTimeout(beat, SLEEP_MILLISECONDS);
}

beat();
