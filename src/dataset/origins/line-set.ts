const INITIAL_BYTES = 1024;
const BITS = 8;

/** The lines of a file that hold a row, a bit each: two million of them take a quarter of a megabyte. */
export class LineSet {
  #bits = new Uint8Array(INITIAL_BYTES);

  add(line: number): void {
    const place = Math.floor(line / BITS);
    if (place >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(place + 1, this.#bits.length * 2));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[place] = (this.#bits[place] as number) | (1 << (line % BITS));
  }

  has(line: number): boolean {
    return ((this.#bits[Math.floor(line / BITS)] ?? 0) & (1 << (line % BITS))) !== 0;
  }
}
