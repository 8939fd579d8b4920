import { isUtf8 } from "node:buffer";
import { withoutCells, lineFeedsIn, RecordCursor, recordBetween, UNFINISHED } from "../../text/csv.ts";

/** A line of the input that may be a lookup; a cell in quotes can make it several lines long. */
export interface Line {
  readonly number: number;
  /** As it is in the file, without its end; null when it is not UTF-8. */
  readonly record: string | null;
  /** The same, with a character for each byte where it is not UTF-8: what whoever corrects it finds it by. */
  readonly shown: string;
}

/** Spreadsheet programs write rows that were cleared as commas alone. */
const HAS_TEXT = /[^\s,]/;

/** The lines of a chunk one after the other, without empty ones. */
export class Lines {
  readonly #text: string;
  readonly #isUtf8: boolean;
  readonly #cursor: RecordCursor;
  readonly #recordsAreLines: boolean;
  #line: number;

  /** `recordsAreLines`: the rows of a sheet are counted, however many line ends are in their cells. */
  constructor(bytes: Buffer, firstLine: number, recordsAreLines = false) {
    this.#recordsAreLines = recordsAreLines;
    this.#isUtf8 = isUtf8(bytes);
    // Where a character is not UTF-8, bytes keep the place of the others, and each record is looked at by itself.
    this.#text = bytes.toString(this.#isUtf8 ? "utf8" : "latin1");
    this.#cursor = new RecordCursor(this.#text, true);
    this.#line = firstLine;
  }

  next(): Line | null {
    for (;;) {
      const start = this.#cursor.position;
      const end = this.#cursor.next();
      if (end === UNFINISHED) return null;
      const record = recordBetween(this.#text, start, end);
      const number = this.#line;
      this.#line += 1 + (this.#recordsAreLines ? 0 : lineFeedsIn(record));
      if (HAS_TEXT.test(record)) {
        const text = this.#isUtf8 ? record : fromBytes(record);
        return { number, record: text, shown: text ?? record };
      }
    }
  }
}

/** A line without the cells that a file of faults has before the line as it was; one that has fewer is left as it is. */
export function withoutLeadingCells(line: Line, count: number): Line {
  if (count === 0 || line.record === null) return line;
  const record = withoutCells(line.record, count) ?? line.record;
  return { ...line, record, shown: record };
}

/** A text of one character per byte, read as the UTF-8 that it should be. */
function fromBytes(record: string): string | null {
  const bytes = Buffer.from(record, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : null;
}
