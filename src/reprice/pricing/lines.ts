import { isUtf8 } from "node:buffer";
import { RecordCursor, recordBetween, UNFINISHED } from "../csv/records.ts";

/** A line of the input that may be a lookup; a cell in quotes can make it several lines long. */
export interface Line {
  readonly number: number;
  /** As it is in the file, without its end; null when it is not UTF-8. */
  readonly record: string | null;
}

/** The lines of a chunk one after the other, without empty ones. */
export class Lines {
  readonly #text: string;
  readonly #isUtf8: boolean;
  readonly #cursor: RecordCursor;
  #line: number;

  constructor(bytes: Buffer, firstLine: number) {
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
      this.#line += 1 + (record.includes("\n") ? record.split("\n").length - 1 : 0);
      if (record.trim() !== "") return { number, record: this.#isUtf8 ? record : fromBytes(record) };
    }
  }
}

/** A text of one character per byte, read as the UTF-8 that it should be. */
function fromBytes(record: string): string | null {
  const bytes = Buffer.from(record, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : null;
}
