import { failure } from "../../../core/runtime/failure.ts";
import { CELL_CHARACTERS_MAX } from "../workbook/shared-texts.ts";
import { damagedWorkbook } from "../workbook/xml.ts";

/** The records of an old workbook about its cells ([MS-XLS] 2.3); all others are skipped. */
export const RECORD = {
  beginning: 0x0809,
  end: 0x000a,
  continuation: 0x003c,
  encryption: 0x002f,
  dateSystem: 0x0022,
  format: 0x041e,
  style: 0x00e0,
  sheet: 0x0085,
  sharedTexts: 0x00fc,
  number: 0x0203,
  shortNumber: 0x027e,
  shortNumbers: 0x00bd,
  sharedText: 0x00fd,
  ownText: 0x0204,
  richText: 0x00d6,
  booleanOrError: 0x0205,
  formula: 0x0006,
  formulaText: 0x0207,
} as const;

const HEADER_BYTES = 4;
/** Embedded charts are one deep. */
const DEPTH_MAX = 10;
/** The last version of the format, of Excel 97 to 2003. */
const VERSION_8 = 0x0600;

/** A record: its number, its bytes, and those of its continuation records. */
export interface WorkbookRecord {
  readonly type: number;
  readonly pieces: readonly Buffer[];
}

/** The kind of a part of the stream, in its first record. */
export const PART = { workbook: 0x0005, sheet: 0x0010 } as const;

export function isVersion8(stream: Buffer): boolean {
  if (stream.length < HEADER_BYTES + 4) throw damagedWorkbook("it ends inside a record");
  return stream.readUInt16LE(0) === RECORD.beginning && stream.readUInt16LE(HEADER_BYTES) === VERSION_8;
}

/** The records of the part at an offset of the stream, without those of embedded charts. */
export function* recordsFrom(stream: Buffer, start: number, part: number): Generator<WorkbookRecord> {
  const first = recordAt(stream, start);
  const bytes = first.pieces[0] as Buffer;
  if (first.type !== RECORD.beginning || bytes.length < 4 || bytes.readUInt16LE(2) !== part) {
    throw damagedWorkbook("a part of it is not where its list says");
  }
  let depth = 1;
  for (let at = first.after; depth > 0; ) {
    const record = recordAt(stream, at);
    at = record.after;
    if (record.type === RECORD.beginning) depth += 1;
    else if (record.type === RECORD.end) depth -= 1;
    else if (depth === 1) yield record;
    if (depth > DEPTH_MAX) throw damagedWorkbook(`parts of it are more than ${DEPTH_MAX} deep in each other`);
  }
}

function recordAt(stream: Buffer, start: number): WorkbookRecord & { readonly after: number } {
  const type = numberAt(stream, start);
  const pieces = [pieceAt(stream, start)];
  let after = start + HEADER_BYTES + (pieces[0] as Buffer).length;
  while (after + HEADER_BYTES <= stream.length && stream.readUInt16LE(after) === RECORD.continuation) {
    const piece = pieceAt(stream, after);
    pieces.push(piece);
    after += HEADER_BYTES + piece.length;
  }
  return { type, pieces, after };
}

function pieceAt(stream: Buffer, start: number): Buffer {
  const from = start + HEADER_BYTES;
  const length = numberAt(stream, start + 2);
  if (from + length > stream.length) throw damagedWorkbook("it ends inside a record");
  return stream.subarray(from, from + length);
}

function numberAt(stream: Buffer, at: number): number {
  if (at + 2 > stream.length) throw damagedWorkbook("it ends without its last record");
  return stream.readUInt16LE(at);
}

const TWO_BYTES_EACH = 0b0001;
const HAS_PRONUNCIATION = 0b0100;
const HAS_RUNS = 0b1000;
const RUN_BYTES = 4;

/** The bytes of a record, read in order across its continuation records. */
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

  /** A text after its length; `hasShortLength`: one byte. Formatting and pronunciation are skipped. */
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

  /** A text that continues in another record states its character width again. */
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
