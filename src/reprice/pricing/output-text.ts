/** Gathers lines as text and hands them over as bytes. */
export class OutputText {
  readonly #parts: Buffer[] = [];
  #bytes = 0;

  /** Takes the lines of some lookups: encoding a few hundred kilobytes at once would push all else out of the caches. */
  add(text: string): void {
    const part = Buffer.from(text);
    this.#parts.push(part);
    this.#bytes += part.length;
  }

  /** All lines in memory of their own, which can be handed over to another thread. */
  bytes(): Buffer<ArrayBuffer> {
    const whole = Buffer.allocUnsafeSlow(this.#bytes);
    let position = 0;
    for (const part of this.#parts) {
      part.copy(whole, position);
      position += part.length;
    }
    return whole;
  }
}
