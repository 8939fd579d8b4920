const INITIAL_CAPACITY = 1024;

/** An array of 32-bit numbers that grows, for tables whose length is known only at their end. */
export class GrowingNumbers {
  #numbers = new Uint32Array(INITIAL_CAPACITY);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = value;
    this.#length += 1;
  }

  at(index: number): number {
    return this.#numbers[index] as number;
  }

  /** The numbers added so far, sharing memory. */
  view(): Uint32Array {
    return this.#numbers.subarray(0, this.#length);
  }
}
