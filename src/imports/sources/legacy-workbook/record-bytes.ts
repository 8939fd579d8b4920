import { failure } from "../../../runtime/failure.ts";
import { damagedWorkbook } from "../workbook/damaged.ts";
import { CELL_CHARACTERS_MAX } from "../workbook/rich-text.ts";

const TWO_BYTES_EACH = 0b0001;
const HAS_PRONUNCIATION = 0b0100;
const HAS_RUNS = 0b1000;
const RUN_BYTES = 4;

/** The bytes of a record, read from the first to the last, over the records that continue it. */
export class RecordBytes {
  readonly #pieces: readonly Buffer[];
  #piece = 0;
  #at = 0;

  constructor(pieces: readonly Buffer[]) {
    this.#pieces = pieces;
  }

  get isAtEnd(): boolean {
    return this.#rest === 0 && this.#piece >= this.#pieces.length - 1;
  }

  byte(): number {
    return this.#take(1).readUInt8(0);
  }

  number16(): number {
    return this.#take(2).readUInt16LE(0);
  }

  number32(): number {
    return this.#take(4).readUInt32LE(0);
  }

  bytes(count: number): Buffer {
    return this.#take(count);
  }

  /** A text after its length; `hasShortLength` where that is one byte. How it looks and is pronounced is passed over. */
  text(hasShortLength = false): string {
    const length = hasShortLength ? this.byte() : this.number16();
    if (length > CELL_CHARACTERS_MAX) {
      throw failure(
        `a text of the workbook has more than ${CELL_CHARACTERS_MAX} characters, the most a cell can hold; shorten it`,
      );
    }
    const flags = this.byte();
    const runs = (flags & HAS_RUNS) === 0 ? 0 : this.number16();
    const pronunciation = (flags & HAS_PRONUNCIATION) === 0 ? 0 : this.number32();
    const text = this.#characters(length, (flags & TWO_BYTES_EACH) !== 0);
    this.#skip(runs * RUN_BYTES + pronunciation);
    return text;
  }

  /** Where a text goes on in another record, that says anew how many bytes its characters have. */
  #characters(length: number, startsWide: boolean): string {
    let text = "";
    let isWide = startsWide;
    while (text.length < length) {
      if (this.#rest === 0) {
        this.#nextPiece();
        isWide = (this.byte() & TWO_BYTES_EACH) !== 0;
      }
      const count = Math.min(length - text.length, isWide ? this.#rest >> 1 : this.#rest);
      if (count === 0) throw damagedWorkbook("a text ends inside a character");
      text += isWide ? this.#take(count * 2).toString("utf16le") : this.#take(count).toString("latin1");
    }
    return text;
  }

  get #rest(): number {
    return (this.#pieces[this.#piece]?.length ?? 0) - this.#at;
  }

  #nextPiece(): void {
    if (this.#piece >= this.#pieces.length - 1) throw damagedWorkbook("a record is too short");
    this.#piece += 1;
    this.#at = 0;
  }

  #take(count: number): Buffer {
    if (count > 0 && this.#rest === 0) this.#nextPiece();
    if (count > this.#rest) throw damagedWorkbook("a record is too short");
    const bytes = (this.#pieces[this.#piece] as Buffer).subarray(this.#at, this.#at + count);
    this.#at += count;
    return bytes;
  }

  #skip(count: number): void {
    for (let left = count; left > 0; ) {
      if (this.#rest === 0) this.#nextPiece();
      const step = Math.min(left, this.#rest);
      this.#at += step;
      left -= step;
    }
  }
}
