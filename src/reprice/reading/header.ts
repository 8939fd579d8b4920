import { COLUMNS_MAX } from "../../imports/sources/width.ts";
import { failure } from "../../runtime/failure.ts";
import { lineFeedsIn } from "../../text/csv/line-feeds.ts";
import { cellsOf, RecordCursor, recordBetween, UNFINISHED } from "../../text/csv/records.ts";
import { BYTE_ORDER_MARK } from "../../text/csv/signs.ts";
import { Refusal } from "../../text/refusal.ts";
import type { Place } from "./chunks.ts";
import type { InputFile } from "./input-file.ts";
import { HEADINGS_MAX, HEADINGS_ROWS_MAX } from "./table/headings-row.ts";

/** The line of the input that has the names of the columns. */
export interface Header {
  /** As it is in the file. */
  readonly text: string;
  readonly names: readonly string[];
  readonly line: number;
  /** Where the lookups start. */
  readonly end: Place;
}

/** Far more than the names of any columns and what stands above them need. */
const HEADER_BYTES_MAX = 256 * 1024;

/** Reads the header, which is the one of the first records that `choose` says. None of them may have more than `columnsMax` cells. */
export async function readHeader(
  input: InputFile,
  choose: (rows: readonly (readonly string[])[]) => number,
  columnsMax: number = COLUMNS_MAX,
): Promise<Header> {
  const bytes = await input.read(0, HEADER_BYTES_MAX);
  const isWhole = bytes.length >= input.size;
  const first = firstRecords(bytes.toString("latin1"), isWhole, input.recordsAreLines);
  if (first.length === 0 && !isWhole) {
    const limit = `the first line has more than ${HEADER_BYTES_MAX} bytes, and a table has at most ${HEADINGS_MAX} columns`;
    throw refused(input, 1, limit);
  }
  if (first.length === 0) throw refused(input, 1, "there is no line with the names of the columns");
  const lines = first.map((place) => lineAt(bytes, place));
  const tooWide = lines.find(({ names }) => !(names instanceof Refusal) && names.length > columnsMax);
  if (tooWide !== undefined) throw refused(input, tooWide.place.line, tooManyColumns(columnsMax));
  const { text, names, place } = lines[
    choose(lines.map(({ names }) => (names instanceof Refusal ? [] : names)))
  ] as Line;
  if (names instanceof Refusal) throw refused(input, place.line, `expected ${names.expected}`);
  return { text, names, line: place.line, end: { offset: place.end, line: place.nextLine } };
}

interface RecordPlace {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly nextLine: number;
}

/** Where the first records are that are not empty. */
function firstRecords(text: string, isWhole: boolean, recordsAreLines: boolean): RecordPlace[] {
  const records: RecordPlace[] = [];
  const cursor = new RecordCursor(text, isWhole);
  for (let line = 1; records.length < HEADINGS_ROWS_MAX; ) {
    const start = cursor.position;
    const end = cursor.next();
    if (end === UNFINISHED) break;
    const record = text.slice(start, end);
    const nextLine = line + (recordsAreLines ? 1 : Math.max(lineFeedsIn(record), 1));
    if (record.trim() !== "") records.push({ start, end, line, nextLine });
    line = nextLine;
  }
  return records;
}

interface Line {
  readonly text: string;
  readonly names: readonly string[] | Refusal;
  readonly place: RecordPlace;
}

function lineAt(bytes: Buffer, place: RecordPlace): Line {
  const whole = bytes.toString("utf8", place.start, place.end);
  const text = recordBetween(whole, whole.startsWith(BYTE_ORDER_MARK) ? 1 : 0, whole.length);
  const cells = cellsOf(text);
  return { text, names: cells instanceof Refusal ? cells : cells.map((name) => name.trim()), place };
}

function tooManyColumns(columnsMax: number): string {
  return `the line has more than ${columnsMax} columns. Leave out the columns that pricing does not need`;
}

function refused({ path }: InputFile, line: number, reason: string): Error {
  return failure(`${path}:${line}: ${reason}.`);
}
