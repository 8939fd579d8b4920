import { windowAt } from "./window.ts";

/** A fixed-window counter: what each key has used of the current window. Holds one number per key in use and forgets them every window. */
export class LimitLedger {
  readonly #used = new Map<string, number>();
  #window = 0;

  /** Lookups that a key has used in the window of `now`. */
  used(keyId: string, now: number): number {
    const window = windowAt(now);
    if (window !== this.#window) {
      this.#window = window;
      this.#used.clear();
    }
    return this.#used.get(keyId) ?? 0;
  }

  /** Writes down what a key has used in the window last asked about. */
  write(keyId: string, used: number): void {
    this.#used.set(keyId, used);
  }
}
