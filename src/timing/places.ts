/** A few places for work of which only so much should be under way; who comes later waits, first come, first served. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Does the work when there is a place for it. Work that turns out to be long leaves its place before its end. */
  async use<Outcome>(work: (leave: () => void) => Promise<Outcome>): Promise<Outcome> {
    await this.#take();
    let isThere = true;
    const leave = () => {
      if (isThere) this.#giveBack();
      isThere = false;
    };
    try {
      return await work(leave);
    } finally {
      leave();
    }
  }

  async #take(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((proceed) => this.#waiting.push(proceed));
  }

  /** A place that is given back goes to the one who waits longest. */
  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
