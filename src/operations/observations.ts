/** Long enough to gather many, short enough that nobody misses a line. */
const FLUSH_MILLISECONDS = 20;

/** What is gathered at most before it is dealt with. */
const GATHERED_MAX = 1_000;

/**
 * Deals with what was observed a little later and all at once: doing so between two answers would
 * cost each of them several times as much, since the code for it is then never warm.
 */
export class Observations<Observed> {
  readonly #dealWith: (observed: Observed) => void;
  #gathered: Observed[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(dealWith: (observed: Observed) => void) {
    this.#dealWith = dealWith;
  }

  add(observed: Observed): void {
    this.#gathered.push(observed);
    if (this.#gathered.length >= GATHERED_MAX) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MILLISECONDS);
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const gathered = this.#gathered;
    this.#gathered = [];
    for (const observed of gathered) this.#dealWith(observed);
  }
}
