import type { Release } from "../release/release.ts";

/** A release in use: it stays open until whoever borrowed it gives it back. */
export interface Borrowed {
  readonly release: Release;
  giveBack(): void;
}

/**
 * The release in service. A new one is put in its place under load; the old one is closed
 * when the last request that borrowed it has been answered.
 */
export class ReleaseSlot {
  #current: Holding | null = null;

  put(release: Release): void {
    const previous = this.#current;
    this.#current = new Holding(release);
    previous?.retire();
  }

  /** The release to answer one request with, or null while there is none. */
  borrow(): Borrowed | null {
    return this.#current?.borrow() ?? null;
  }

  get current(): Release | null {
    return this.#current?.release ?? null;
  }

  /** Takes the release out of service; requests under way finish with it. */
  clear(): void {
    this.#current?.retire();
    this.#current = null;
  }
}

class Holding implements Borrowed {
  readonly release: Release;
  #borrowers = 0;
  #retired = false;

  constructor(release: Release) {
    this.release = release;
  }

  borrow(): Borrowed {
    this.#borrowers += 1;
    return this;
  }

  giveBack(): void {
    this.#borrowers -= 1;
    this.#closeWhenUnused();
  }

  retire(): void {
    this.#retired = true;
    this.#closeWhenUnused();
  }

  #closeWhenUnused(): void {
    if (this.#retired && this.#borrowers === 0) this.release.close();
  }
}
