import { setImmediate as nextTurn } from "node:timers/promises";

/** Long work stops after this long to let waiting requests in; well under the 20 ms nobody may wait longer than. */
const SLICE_MILLISECONDS = 4;

/** Reading the clock costs more than the work between two checks, so it is read now and then. */
const CHECKS_PER_CLOCK_READING = 256;

/** Cuts long work into slices: `if (slices.isOver()) await slices.next();` */
export class Slices {
  #until = performance.now() + SLICE_MILLISECONDS;
  #checks = 0;

  isOver(): boolean {
    this.#checks += 1;
    return this.#checks % CHECKS_PER_CLOCK_READING === 0 && performance.now() >= this.#until;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#until = performance.now() + SLICE_MILLISECONDS;
  }
}
