const BITS_PER_BYTE = 8;

/**
 * The admission filter of the row cache: remembers which rows were asked for lately, a bit each. Only rows that are asked for again are worth keeping: whoever
 * goes through a whole registry would otherwise fill memory with rows that nobody wants twice, and have the garbage
 * collector carry each of them about.
 */
export class AskedBefore {
  readonly #bits: Uint8Array;
  readonly #rememberedMax: number;
  #remembered = 0;

  /** Remembers so many rows, then begins anew. */
  constructor(rowCount: number, rememberedMax: number) {
    this.#bits = new Uint8Array(Math.ceil(rowCount / BITS_PER_BYTE));
    this.#rememberedMax = rememberedMax;
  }

  /** Whether the row was asked for before; it is from now on. */
  ask(row: number): boolean {
    const place = Math.floor(row / BITS_PER_BYTE);
    const bit = 1 << (row % BITS_PER_BYTE);
    const bits = this.#bits[place] as number;
    if ((bits & bit) !== 0) return true;
    if (this.#remembered >= this.#rememberedMax) {
      this.#bits.fill(0);
      this.#remembered = 0;
    }
    this.#bits[place] = (this.#bits[place] as number) | bit;
    this.#remembered += 1;
    return false;
  }
}
