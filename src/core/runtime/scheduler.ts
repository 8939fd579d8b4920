import { currentEnding } from "./ending.ts";

/*
 * A cooperative round-robin scheduler for long work: each gets a time slice, then the one that has waited longest. Between
 * two slices the event loop handles new requests.
 */

/** Fifty times the cost of a turn of the event loop. Shorter work need not wait for a slice. */
const SLICE_MILLISECONDS = 4;

/** Work that waits for its next slice, first come, first served. */
const waiting: (() => void)[] = [];
let isScheduled = false;

/** End of the current slice; in the past for work that is not scheduled. */
let sliceEndsAt = 0;

/** Waits for a slice; to be called before long work. Throws when the work has to end (`ending.ts`). */
export function nextSlice(): Promise<void> {
  const ending = currentEnding();
  return new Promise<void>((goOn, end) => {
    waiting.push(() => (ending?.aborted ? end(ending.reason) : goOn()));
    schedule();
  });
}

export function isSliceOver(): boolean {
  return performance.now() >= sliceEndsAt;
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(takeTurn);
}

function takeTurn(): void {
  isScheduled = false;
  const goOn = waiting.shift();
  if (waiting.length > 0) schedule();
  sliceEndsAt = performance.now() + SLICE_MILLISECONDS;
  goOn?.();
}

/** Reading the clock costs more than the work between two checks. */
const CHECKS_PER_CLOCK_READING = 8;

/** Cuts long work into time slices: `if (slices.isOver()) await nextSlice();` */
export class Slices {
  readonly #checksPerClockReading: number;
  #checks = 0;

  /** Fewer checks for work with steps of microseconds. */
  constructor(checksPerClockReading: number = CHECKS_PER_CLOCK_READING) {
    this.#checksPerClockReading = checksPerClockReading;
  }

  isOver(): boolean {
    this.#checks += 1;
    return this.#checks % this.#checksPerClockReading === 0 && isSliceOver();
  }
}
