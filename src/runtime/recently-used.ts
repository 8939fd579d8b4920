/**
 * A bounded cache that drops what was least recently used (LRU), roughly, in two generations: when the young one is full it
 * becomes the old one, and the old one is dropped with everything in it that was not asked for meanwhile.
 */
export class RecentlyUsed<Key, Value> {
  readonly #youngMax: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  /** Holds at least `heldMax / 2` and at most `heldMax` values. */
  constructor(heldMax: number) {
    this.#youngMax = Math.max(1, Math.floor(heldMax / 2));
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#youngMax) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
