import { sharedClock } from "./shared-clock.ts";
import { SLEEP_MILLISECONDS } from "./standstill.ts";

/** A process that sleeps, says what time it is, and sleeps again, until whoever started it is gone. */
process.once("disconnect", () => process.exit());

function beat(): void {
  process.send?.(sharedClock());
  setTimeout(beat, SLEEP_MILLISECONDS);
}

beat();
