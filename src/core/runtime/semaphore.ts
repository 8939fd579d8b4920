import { orEnded } from "./ending.ts";

/** A semaphore: limits concurrent work; others wait, first come, first served. With one place it is a mutex. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Runs the work when a place is free. Long work may call `leave` to free its place early. */
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

  /** Work that ends while it waits (`ending.ts`) leaves the queue. */
  async #take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { promise: turn, resolve: proceed } = Promise.withResolvers<void>();
    this.#waiting.add(proceed);
    try {
      await orEnded(turn);
    } catch (error) {
      // If it has just received a place, that goes to the next.
      if (!this.#waiting.delete(proceed)) this.#giveBack();
      throw error;
    }
  }

  /** A freed place goes to the longest waiting. */
  #giveBack(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}

/** A limit on what each API key does at once in this process. A key without a free place does not wait: the caller refuses its request. */
export class PlacesPerKey {
  readonly #max: number;
  readonly #taken = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns a function that frees the place, to be called once; null if the key has none left. */
  take(keyId: string): (() => void) | null {
    const before = this.#taken.get(keyId) ?? 0;
    if (before >= this.#max) return null;
    this.#taken.set(keyId, before + 1);
    return () => {
      const left = (this.#taken.get(keyId) ?? 1) - 1;
      if (left === 0) this.#taken.delete(keyId);
      else this.#taken.set(keyId, left);
    };
  }
}
