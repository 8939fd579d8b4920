import { Refusal } from "../refusal.ts";
import { lineEndFrom } from "./line-feeds.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "./signs.ts";
import { type RecordFault, tokenize } from "./tokenizer.ts";

/*
 * Records of CSV inside a text, kept as they are: what is passed through must come out as it went in, so nothing is trimmed and
 * nothing is copied before it is needed. In a text of one character per byte (Latin-1), places of records are places in the file.
 */

/** The end of a record that is not in the text yet. */
export const UNFINISHED = -1;

/** Goes from record to record through a text. */
export class RecordCursor {
  readonly #text: string;
  readonly #isWhole: boolean;
  /** Where the next record starts. */
  #position = 0;
  /** The next quote, looked for once and not again for every line before it. */
  #quote = UNKNOWN;

  /** `isWhole`: no more text will come. */
  constructor(text: string, isWhole: boolean) {
    this.#text = text;
    this.#isWhole = isWhole;
  }

  get position(): number {
    return this.#position;
  }

  /**
   * Steps over the next record; where it ends, its line end included. What is not CSV ends with the line that it
   * starts on: a stray quote must not draw the lines after it into a record that is then dropped as one.
   */
  next(): number {
    const end = this.#recordEnd();
    if (end !== UNFINISHED) this.#position = end;
    return end;
  }

  #recordEnd(): number {
    const text = this.#text;
    const start = this.#position;
    if (start >= text.length) return UNFINISHED;
    const lineEnd = lineEndFrom(text, start);
    if (this.#quote < start) this.#quote = positionOf('"', text, start);
    if (this.#quote > lineEnd) return this.#afterLine(lineEnd);
    const { end, fault } = tokenize(text, start, null);
    if (fault === "quote_never_closed" && !this.#isWhole) return UNFINISHED;
    return this.#afterLine(fault === null ? end : lineEnd);
  }

  #afterLine(end: number): number {
    if (end < this.#text.length) return end + 1;
    return this.#isWhole ? end : UNFINISHED;
  }
}

const UNKNOWN = -1;

function positionOf(sign: string, text: string, from: number): number {
  const position = text.indexOf(sign, from);
  return position < 0 ? Number.POSITIVE_INFINITY : position;
}

/** Where the last record ends that is whole; 0 when none is. */
export function lastRecordEnd(text: string, isWhole: boolean): number {
  if (!text.includes('"')) return isWhole ? text.length : text.lastIndexOf("\n") + 1;
  const cursor = new RecordCursor(text, isWhole);
  while (cursor.next() !== UNFINISHED);
  return cursor.position;
}

/** A record without its line end. */
export function recordBetween(text: string, start: number, next: number): string {
  let end = next;
  if (end > start && text.charCodeAt(end - 1) === LINE_FEED) end -= 1;
  if (end > start && text.charCodeAt(end - 1) === CARRIAGE_RETURN) end -= 1;
  return text.slice(start, end);
}

const REFUSALS: Readonly<Record<RecordFault, Refusal>> = {
  quote_never_closed: new Refusal("a closing quote for every opening one"),
  text_after_quote: new Refusal("a comma or the end of the line after a closing quote"),
  quote_inside_cell: new Refusal("quotes around the whole cell, and doubled inside it"),
  lone_carriage_return: new Refusal("no carriage return outside quotes"),
};

/** The cells of a record, exactly as they are. */
export function cellsOf(record: string): readonly string[] | Refusal {
  if (!record.includes('"')) return record.includes("\r") ? REFUSALS.lone_carriage_return : record.split(",");
  const cells: string[] = [];
  const { fault } = tokenize(record, 0, cells);
  return fault === null ? cells : REFUSALS[fault];
}
