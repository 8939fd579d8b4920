/** Enough to keep the code warm, few enough that the first answer of a wave hardly waits for the last. */
const REQUESTS_PER_WAVE_MAX = 64;

/**
 * Answers the requests that arrive in one turn of the event loop together: first all answers are
 * made, then all are sent. Every read from and write to a socket throws our code and data out of
 * the processor's caches; made one after the other, answers cost a third of what they cost between
 * system calls. A request that arrives alone is answered in the same turn.
 */
export class Waves {
  #arrived: (() => void)[] = [];
  /** The answers of the wave that is being made; null between waves. */
  #made: (() => void)[] | null = null;

  /** Has a request answered with the next wave. */
  join(answer: () => void): void {
    this.#arrived.push(answer);
    if (this.#arrived.length === 1) setImmediate(() => this.#roll());
  }

  /** Sends an answer with the others of its wave; at once when it was waited for and belongs to none. */
  send(answer: () => void): void {
    if (this.#made === null) answer();
    else this.#made.push(answer);
  }

  #roll(): void {
    const wave = this.#arrived.splice(0, REQUESTS_PER_WAVE_MAX);
    if (this.#arrived.length > 0) setImmediate(() => this.#roll());
    const made: (() => void)[] = [];
    this.#made = made;
    for (const answer of wave) answer();
    this.#made = null;
    for (const send of made) send();
  }
}
