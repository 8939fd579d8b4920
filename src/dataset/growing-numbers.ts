type NumberArray = Uint16Array | Uint32Array | Float64Array;

const INITIAL_CAPACITY = 1024;

/** A typed array that grows as numbers are added, for tables whose length is known only at their end. */
export class GrowingNumbers<Numbers extends NumberArray> {
  readonly #create: new (
    length: number,
  ) => Numbers;
  #numbers: Numbers;
  #length = 0;

  constructor(create: new (length: number) => Numbers) {
    this.#create = create;
    this.#numbers = new create(INITIAL_CAPACITY);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new this.#create(this.#length * 2);
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
  view(): Numbers {
    return this.#numbers.subarray(0, this.#length) as Numbers;
  }
}
