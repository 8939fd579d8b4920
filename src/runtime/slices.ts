import { isSliceOver } from "./scheduler.ts";

/** Reading the clock costs more than the work between two checks, so it is read now and then. */
const CHECKS_PER_CLOCK_READING = 8;

/** Cuts long work into time slices (`scheduler.ts`): `if (slices.isOver()) await nextSlice();` */
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
