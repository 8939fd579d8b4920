import { cellsOf, RecordCursor, recordBetween, UNFINISHED } from "../../text/csv.ts";
import { Refusal } from "../../text/refusal.ts";
import { ChunkReader } from "../reading/chunks.ts";
import { readHeader } from "../reading/header.ts";
import type { InputFile } from "../reading/input-file.ts";

/** Where a record stands in a file that was written by a run. */
export interface RecordPlace {
  readonly offset: number;
  readonly length: number;
}

export interface PlacedRecord extends RecordPlace {
  readonly cells: readonly string[];
}

/** Nothing stands above the header of a file of ours. */
const FIRST_RECORD = () => 0;

/** The records of a file of ours after its header, a chunk at a time: a file of any length takes the same memory. */
export async function* recordsOf(file: InputFile): AsyncGenerator<readonly PlacedRecord[]> {
  const { end } = await readHeader(file, FIRST_RECORD);
  const chunks = new ChunkReader(file, end);
  let start = end.offset;
  for (let chunk = await chunks.next(); chunk !== null; chunk = await chunks.next()) {
    yield [...recordsIn(chunk.bytes, start)];
    start = chunk.end.offset;
  }
}

function* recordsIn(bytes: Buffer, start: number): Generator<PlacedRecord> {
  // A character per byte, so that a place in the text is a place in the file.
  const text = bytes.toString("latin1");
  const cursor = new RecordCursor(text, true);
  for (let from = 0, end = cursor.next(); end !== UNFINISHED; from = end, end = cursor.next()) {
    const cells = cellsIn(recordBetween(text, from, end));
    if (cells !== null) yield { offset: start + from, length: end - from, cells };
  }
}

/** The record at a place that was noted before. */
export async function recordAt(file: InputFile, { offset, length }: RecordPlace): Promise<readonly string[]> {
  const text = (await file.read(offset, length)).toString("latin1");
  return cellsIn(recordBetween(text, 0, text.length)) ?? [];
}

const BEYOND_ASCII = /[\u0080-\u00ff]/;

/** The cells of a record of bytes; null where there are none, as in the line of a fault that is no CSV. */
function cellsIn(record: string): readonly string[] | null {
  if (record === "") return null;
  const cells = cellsOf(BEYOND_ASCII.test(record) ? Buffer.from(record, "latin1").toString("utf8") : record);
  return cells instanceof Refusal ? null : cells;
}
