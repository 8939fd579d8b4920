/** A part of a long run of bytes: pieces come in at its end, and what is no longer needed goes from its beginning. */
export class ByteWindow {
  readonly #pieces: Buffer[] = [];
  #start = 0;
  #end = 0;

  /** Where the last piece ends. */
  get end(): number {
    return this.#end;
  }

  /** How many bytes are kept. */
  get length(): number {
    return this.#end - this.#start;
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#end += piece.length;
  }

  forgetBefore(offset: number): void {
    let forgotten = 0;
    for (const { length } of this.#pieces) {
      if (this.#start + length > offset) break;
      this.#start += length;
      forgotten += 1;
    }
    this.#pieces.splice(0, forgotten);
  }

  /** The bytes from an offset, as many as there are up to a length. Never from the shared pool: they are handed over to another thread. */
  copied(offset: number, lengthMax: number): Buffer {
    const length = Math.max(Math.min(offset + lengthMax, this.#end) - offset, 0);
    const bytes = Buffer.allocUnsafeSlow(length);
    let pieceStart = this.#start;
    for (const piece of this.#pieces) {
      const from = Math.max(offset - pieceStart, 0);
      const to = Math.min(offset + length - pieceStart, piece.length);
      if (from < to) piece.copy(bytes, pieceStart + from - offset, from, to);
      pieceStart += piece.length;
    }
    return bytes;
  }
}
