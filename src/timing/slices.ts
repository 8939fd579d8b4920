/** Long work stops after this long to let waiting requests in; well under the 20 ms nobody may wait longer than. */
const SLICE_MILLISECONDS = 4;

/** Reading the clock costs more than the work between two checks, so it is read now and then. */
const CHECKS_PER_CLOCK_READING = 256;

/** Works that wait for their next slice, the longest waiting first. */
const waiting: (() => void)[] = [];
let isTakingTurns = false;

/**
 * One work goes on per turn of the event loop. If each went on by itself, several long works would
 * all take a slice between two looks at who is waiting.
 */
function takeTurns(): void {
  const goOn = waiting.shift();
  isTakingTurns = goOn !== undefined;
  if (goOn === undefined) return;
  setImmediate(takeTurns);
  goOn();
}

/** Cuts long work into slices: `if (slices.isOver()) await slices.next();` */
export class Slices {
  readonly #checksPerClockReading: number;
  #until = performance.now() + SLICE_MILLISECONDS;
  #checks = 0;

  /** Work whose steps take microseconds, not nanoseconds, has the clock read more often. */
  constructor(checksPerClockReading: number = CHECKS_PER_CLOCK_READING) {
    this.#checksPerClockReading = checksPerClockReading;
  }

  isOver(): boolean {
    this.#checks += 1;
    return this.#checks % this.#checksPerClockReading === 0 && performance.now() >= this.#until;
  }

  async next(): Promise<void> {
    await new Promise<void>((goOn) => {
      waiting.push(goOn);
      if (isTakingTurns) return;
      isTakingTurns = true;
      setImmediate(takeTurns);
    });
    this.#until = performance.now() + SLICE_MILLISECONDS;
  }
}
