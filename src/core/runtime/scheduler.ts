import { currentEnding } from "./ending.ts";

/*
 * A cooperative, round-robin scheduler: works that are long take turns. One goes on for a time slice, then the one that has
 * waited longest. Between two slices the event loop lets in who has come meanwhile.
 */

/** A turn of the event loop costs a fiftieth of it; what is shorter than a slice need not wait for one. */
const SLICE_MILLISECONDS = 4;

/** Works that wait for their next slice, the longest waiting first. */
const waiting: (() => void)[] = [];
let isScheduled = false;

/** When the slice of the work whose turn it is ends; long ago for work whose turn it is not. */
let sliceEndsAt = 0;

/** Waits for a slice; to be called before work that is known to be long. Throws when the work has to end (`ending.ts`). */
export function nextSlice(): Promise<void> {
  const ending = currentEnding();
  return new Promise<void>((goOn, end) => {
    waiting.push(() => (ending?.aborted ? end(ending.reason) : goOn()));
    schedule();
  });
}

/** Whether the slice of the work whose turn it is has ended. */
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

/** Reading the clock costs more than the work between two checks, so it is read now and then. */
const CHECKS_PER_CLOCK_READING = 8;

/** Cuts long work into time slices: `if (slices.isOver()) await nextSlice();` */
export class Slices {
  readonly #checksPerClockReading: number;
  #checks = 0;

  /** Work whose steps take microseconds, not nanoseconds, has the clock read more often. */
  constructor(checksPerClockReading: number = CHECKS_PER_CLOCK_READING) {
    this.#checksPerClockReading = checksPerClockReading;
  }

  isOver(): boolean {
    this.#checks += 1;
    return this.#checks % this.#checksPerClockReading === 0 && isSliceOver();
  }
}
