import type { Damage } from "../release/soundness.ts";
import type { Release } from "../release/release.ts";
import type { FileAtPath } from "../release/release-file.ts";

/** A release in use: it stays open until whoever borrowed it gives it back. */
interface Borrowed {
  readonly release: Release;
  giveBack(): void;
}

/**
 * The release in service. A new one is put in its place under load; the old one is closed
 * when the last request that borrowed it has been answered.
 */
export class ReleaseSlot {
  #current: Holding | null = null;
  #damage: Damage | null = null;
  /** What the path of the release in service was last seen to lead to. */
  fileAtPath: FileAtPath = "unchanged";

  put(release: Release): void {
    const previous = this.#current;
    this.#current = new Holding(release);
    this.#damage = null;
    this.fileAtPath = "unchanged";
    previous?.retire();
  }

  /** The release to answer one request with, or null while there is none. */
  borrow(): Borrowed | null {
    return this.#current?.borrow() ?? null;
  }

  get current(): Release | null {
    return this.#current?.release ?? null;
  }

  /** Why there is none: the last one was damaged. Null otherwise. */
  get damage(): Damage | null {
    return this.#damage;
  }

  /** Takes a damaged release out of service. */
  takeOut(damage: Damage): void {
    this.clear();
    this.#damage = damage;
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
