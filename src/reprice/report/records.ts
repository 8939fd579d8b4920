import { closeSync, openSync, readSync } from "node:fs";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { cellsOf, RecordCursor, recordBetween, UNFINISHED } from "../../core/text/csv.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { ChunkReader } from "../reading/chunks.ts";
import { readHeader } from "../reading/header.ts";
import type { InputFile } from "../reading/input-file.ts";

// Records of our own files, results and rejected lines: read in order once, and some of them again by their positions.

export interface RecordPlace {
  readonly offset: number;
  readonly length: number;
}

export interface PlacedRecord extends RecordPlace {
  readonly cells: readonly string[];
}

/** Our files have nothing above their header. */
const FIRST_RECORD = () => 0;

/** The records of one of our files after its header, a chunk at a time: memory does not depend on the length. */
export async function* recordsOf(file: InputFile): AsyncGenerator<readonly PlacedRecord[]> {
  const { end } = await readHeader(file, FIRST_RECORD);
  const chunks = new ChunkReader(file, end);
  let start = end.offset;
  for (let chunk = await chunks.next(); chunk !== null; chunk = await chunks.next()) {
    yield [...recordsIn(chunk.bytes, start)];
    start = chunk.end.offset;
  }
}

/** The records in bytes that begin at a position of their file. */
export function* recordsIn(bytes: Buffer, start: number): Generator<PlacedRecord> {
  // One character per byte, so that positions in the text are positions in the file.
  const text = bytes.toString("latin1");
  const cursor = new RecordCursor(text, true);
  for (let from = 0, end = cursor.next(); end !== UNFINISHED; from = end, end = cursor.next()) {
    const cells = cellsIn(recordBetween(text, from, end));
    if (cells !== null) yield { offset: start + from, length: end - from, cells };
  }
}

const BEYOND_ASCII = /[\u0080-\u00ff]/;

/** The cells of a record of bytes; null when it is no CSV, like some rejected lines. */
function cellsIn(record: string): readonly string[] | null {
  if (record === "") return null;
  const cells = cellsOf(BEYOND_ASCII.test(record) ? Buffer.from(record, "latin1").toString("utf8") : record);
  return cells instanceof Refusal ? null : cells;
}

/** Bytes that are read at once: records of a list in the order of the file are often next to each other. */
const WINDOW_BYTES = 256 * 1024;

/**
 * Reads records of a finished file again, by their positions. It waits for the disk: a million reads that each yield to
 * other work take longer than all the rest of a workbook. Only threads that do nothing else use it.
 */
export class RecordFile {
  readonly #path: string;
  readonly #descriptor: number;
  #window = Buffer.allocUnsafe(WINDOW_BYTES);
  #start = 0;
  #end = 0;

  constructor(path: string) {
    this.#path = path;
    try {
      this.#descriptor = openSync(path, "r");
    } catch (error) {
      throw failure(`${path} cannot be read: ${reasonOf(error)}.`);
    }
  }

  /** `inOrder`: the next record is likely to be close behind this one. */
  cellsAt({ offset, length }: RecordPlace, inOrder: boolean): readonly string[] {
    if (offset < this.#start || offset + length > this.#end) this.#read(offset, length, inOrder);
    const text = this.#window.toString("latin1", offset - this.#start, offset - this.#start + length);
    return cellsIn(recordBetween(text, 0, text.length)) ?? [];
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #read(offset: number, length: number, inOrder: boolean): void {
    if (length > this.#window.length) this.#window = Buffer.allocUnsafe(length);
    const wanted = inOrder ? this.#window.length : length;
    let filled = 0;
    while (filled < length) {
      const read = readSync(this.#descriptor, this.#window, filled, wanted - filled, offset + filled);
      if (read === 0) throw failure(`${this.#path} has become shorter while it was read. Begin again.`);
      filled += read;
    }
    this.#start = offset;
    this.#end = offset + filled;
  }
}

/** Room for the first positions. */
const PLACES_MIN = 1_024;

/** Positions of records in typed arrays, 20 bytes each: a list can have a million of them. The records stay in the file. */
export class RecordPlaces {
  readonly #max: number;
  readonly #isRanked: boolean;
  readonly #isInOrder: boolean;
  #offsets = new Float64Array(PLACES_MIN);
  #lengths = new Uint32Array(PLACES_MIN);
  #sizes = new Float64Array(PLACES_MIN);
  #kept = 0;

  /**
   * Ranked: those with the largest amounts are kept, the largest first. Otherwise the first ones, in the order of the file.
   * In order: a record is most often close behind the one before, as where few ranks have many records.
   */
  constructor(
    max: number,
    { isRanked, isInOrder = !isRanked }: { readonly isRanked: boolean; readonly isInOrder?: boolean },
  ) {
    this.#max = max;
    this.#isRanked = isRanked;
    this.#isInOrder = isInOrder;
  }

  /** `cents` only ranks: the list is read from the file. */
  add({ offset, length }: RecordPlace, cents = 0): void {
    if (this.#max === 0 || (!this.#isRanked && this.#kept === this.#max)) return;
    // Cutting at twice the number avoids sorting each time.
    if (this.#kept === 2 * this.#max) this.#sort();
    if (this.#kept === this.#offsets.length) this.#grow();
    this.#offsets[this.#kept] = offset;
    this.#lengths[this.#kept] = length;
    this.#sizes[this.#kept] = Math.abs(cents);
    this.#kept += 1;
  }

  get isInOrder(): boolean {
    return this.#isInOrder;
  }

  get count(): number {
    return Math.min(this.#kept, this.#max);
  }

  /** Call it once all are added. */
  *places(): Generator<RecordPlace> {
    if (this.#isRanked) this.#sort();
    for (let place = 0; place < this.#kept; place += 1) {
      yield { offset: this.#offsets[place] as number, length: this.#lengths[place] as number };
    }
  }

  #grow(): void {
    const room = Math.min(2 * this.#offsets.length, 2 * this.#max);
    this.#resize(Math.max(room, PLACES_MIN), (from, to) => to.set(from));
  }

  /** The largest first; of equal ones the earlier record. Those beyond the number that is kept go. */
  #sort(): void {
    const [sizes, offsets] = [this.#sizes, this.#offsets];
    const order = Uint32Array.from({ length: this.#kept }, (_, place) => place).sort(
      (a, b) => (sizes[b] as number) - (sizes[a] as number) || (offsets[a] as number) - (offsets[b] as number),
    );
    this.#kept = Math.min(this.#kept, this.#max);
    this.#resize(this.#offsets.length, (from, to) => {
      for (let place = 0; place < this.#kept; place += 1) to[place] = from[order[place] as number] as number;
    });
  }

  #resize(length: number, fill: (from: Float64Array | Uint32Array, to: Float64Array | Uint32Array) => void): void {
    const before = [this.#offsets, this.#lengths, this.#sizes] as const;
    this.#offsets = new Float64Array(length);
    this.#lengths = new Uint32Array(length);
    this.#sizes = new Float64Array(length);
    fill(before[0], this.#offsets);
    fill(before[1], this.#lengths);
    fill(before[2], this.#sizes);
  }
}
