/** How often a thread that has work is asked for a sign of life. */
export const TICK_MILLISECONDS = 250;

/** A tick that comes later than this finds a machine that is too busy to judge others by, or one that has slept. */
const TICK_MILLISECONDS_MAX = 2 * TICK_MILLISECONDS;

/**
 * At most 1.75 seconds: its work is cut into slices of milliseconds, between which it answers. With the lateness of a busy
 * machine's timers, whoever waits for it is told within two seconds.
 */
const SILENT_TICKS_MAX = 7;

/** A minute: loading its code, and opening a large release, are each one piece of work that is not cut. */
const SILENT_TICKS_MAX_LOADING = 240;

/**
 * Tells whether a thread is stuck, by its heartbeats. Time is counted in ticks of a timer of the thread that watches, and only in those that
 * come on time: while the process is stopped, the machine sleeps or has no time for anybody, silence says nothing.
 */
export class ThreadWatchdog {
  #silentTicks = 0;
  #isLoading = true;
  #lastTickAt = Number.NEGATIVE_INFINITY;

  /** The thread has said something. */
  heard(): void {
    this.#silentTicks = 0;
  }

  /** The thread has begun, or ended, a piece of work that is not cut into slices. */
  loads(isLoading: boolean): void {
    this.#isLoading = isLoading;
    this.heard();
  }

  /** A tick of a thread that has no work, and need not say anything: its silence is counted from here on. */
  rests(now: number = performance.now()): void {
    this.#lastTickAt = now;
    this.heard();
  }

  /** Counts a tick of a thread that has work; whether it has been silent for too long. */
  tick(now: number = performance.now()): boolean {
    const isOnTime = now - this.#lastTickAt <= TICK_MILLISECONDS_MAX;
    this.#lastTickAt = now;
    if (isOnTime) this.#silentTicks += 1;
    return this.#silentTicks >= (this.#isLoading ? SILENT_TICKS_MAX_LOADING : SILENT_TICKS_MAX);
  }
}
