/** A limit on what each key does at once in this process. */
export class PlacesPerKey {
  readonly #max: number;
  readonly #taken = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns what gives the place back, to be called once; null when the key has none left. */
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
