import { GrowingNumbers } from "./growing-numbers.ts";

export const NO_NUMBER = -1;

const INITIAL_SLOTS = 256;

/** The core of a hash table with open addressing: things are numbered as they come and found by their hash. */
export class HashSlots {
  #slots = new Int32Array(INITIAL_SLOTS).fill(NO_NUMBER);
  readonly #hashes = new GrowingNumbers();

  /** The first slot to look at. */
  first(hash: number): number {
    return hash & (this.#slots.length - 1);
  }

  /** The slot to look at when another thing was found in this one. */
  next(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }

  /** The number of the thing in a slot, or `NO_NUMBER`: what is looked for is not there. */
  at(slot: number): number {
    return this.#slots[slot] as number;
  }

  /** The hash that a thing was added with: where looking at the thing itself is dear, another hash tells that it is not the one. */
  hashOf(number: number): number {
    return this.#hashes.at(number);
  }

  /** Adds the next thing. */
  add(hash: number): void {
    this.#hashes.push(hash);
    if (this.#hashes.length * 2 > this.#slots.length) this.#grow();
    else this.#place(hash, this.#hashes.length - 1);
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(NO_NUMBER);
    for (let number = 0; number < this.#hashes.length; number += 1) this.#place(this.#hashes.at(number), number);
  }

  #place(hash: number, number: number): void {
    let slot = this.first(hash);
    while (this.at(slot) !== NO_NUMBER) slot = this.next(slot);
    this.#slots[slot] = number;
  }
}
