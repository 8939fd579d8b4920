/** Clocks show whole milliseconds. */
const RESOLUTION_MILLISECONDS = 1;

/**
 * The clock that windows are numbered by, for a process that hears it from elsewhere: a node from its database, a worker from its
 * node. Nodes whose own clocks differ are in the same window by it. Until it is heard, it is the process's own.
 */
export class SharedClock {
  readonly #own: () => number;
  /** What it is ahead of our own. */
  #aheadMilliseconds = 0;

  constructor(own: () => number) {
    this.#own = own;
  }

  get now(): number {
    return this.#own() + this.#aheadMilliseconds;
  }

  /**
   * It showed `heard` between a question that left at `sentAt` by our own clock and the answer, which has just come: halfway,
   * give or take half of the time in between. A difference within that is no difference (NTP measures so as well).
   */
  hear(heard: number, sentAt: number): void {
    const receivedAt = this.#own();
    const ahead = heard - (sentAt + receivedAt) / 2;
    const uncertainty = Math.abs(receivedAt - sentAt) / 2 + RESOLUTION_MILLISECONDS;
    if (Math.abs(ahead - this.#aheadMilliseconds) > uncertainty) this.#aheadMilliseconds = Math.round(ahead);
  }
}
