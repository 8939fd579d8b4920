import type { WrittenCell } from "../workbook/cell.ts";
import { RECORD, RecordBytes, type WorkbookRecord } from "./records.ts";

/** A cell as a record has it; row and column from 0. */
interface PlacedCell extends WrittenCell {
  readonly row: number;
  readonly column: number;
}

/** The first six bytes of every record of cells. */
interface Start {
  readonly row: number;
  readonly column: number;
  readonly style: string;
}

const TYPE_OF_RESULT = ["str", "b", "e", "str"] as const;
/** The errors by their numbers ([MS-XLS] 2.5.10). */
const ERRORS: Readonly<Record<number, string>> = {
  0: "#NULL!",
  7: "#DIV/0!",
  15: "#VALUE!",
  23: "#REF!",
  29: "#NAME?",
  36: "#NUM!",
  42: "#N/A",
  43: "#GETTING_DATA",
};
/** Replaces a number; bytes 0 and 2 then give the kind of the formula's result. */
const NO_NUMBER = 0xffff;

const CELL_RECORDS: ReadonlySet<number> = new Set([
  RECORD.number,
  RECORD.shortNumber,
  RECORD.shortNumbers,
  RECORD.sharedText,
  RECORD.ownText,
  RECORD.richText,
  RECORD.booleanOrError,
  RECORD.formula,
]);

/** Reads the cells of a sheet from its records; a formula's text is in a later record. */
export class CellReader {
  #waiting: Start | null = null;

  cellsOf(record: WorkbookRecord): readonly PlacedCell[] {
    if (record.type === RECORD.formulaText) return this.#resultText(new RecordBytes(record.pieces));
    // Shared formulas stand between a formula and its text.
    return CELL_RECORDS.has(record.type) ? [...this.end(), ...this.#cellsIn(record)] : [];
  }

  /** A formula without a text before the next cell, or the end, has no value. */
  end(): readonly PlacedCell[] {
    const start = this.#waiting;
    this.#waiting = null;
    return start === null ? [] : [{ ...written(start, "str", ""), value: null, isFormula: true }];
  }

  #cellsIn({ type, pieces }: WorkbookRecord): readonly PlacedCell[] {
    const bytes = new RecordBytes(pieces);
    switch (type) {
      case RECORD.number:
        return [written(startOf(bytes), "n", String(bytes.bytes(8).readDoubleLE(0)))];
      case RECORD.shortNumber:
        return [written(startOf(bytes), "n", shortNumber(bytes.number32()))];
      case RECORD.shortNumbers:
        return shortNumbers(bytes, (pieces[0] as Buffer).length);
      case RECORD.sharedText:
        return [written(startOf(bytes), "s", String(bytes.number32()))];
      case RECORD.ownText:
      case RECORD.richText:
        return [written(startOf(bytes), "str", bytes.text())];
      case RECORD.booleanOrError:
        return [booleanOrError(bytes)];
      case RECORD.formula:
        return this.#result(bytes);
      default:
        return [];
    }
  }

  #result(bytes: RecordBytes): PlacedCell[] {
    const start = startOf(bytes);
    const result = bytes.bytes(8);
    if (result.readUInt16LE(6) !== NO_NUMBER) return [written(start, "n", String(result.readDoubleLE(0)))];
    const kind = result.readUInt8(0);
    if (kind === 0) {
      this.#waiting = start;
      return [];
    }
    // An unknown kind is refused as an unknown type.
    const type = TYPE_OF_RESULT[kind] ?? "unknown";
    return [written(start, type, type === "str" ? "" : plainResult(type, result.readUInt8(2)))];
  }

  #resultText(bytes: RecordBytes): PlacedCell[] {
    const start = this.#waiting;
    this.#waiting = null;
    return start === null ? [] : [written(start, "str", bytes.text())];
  }
}

function startOf(bytes: RecordBytes): Start {
  return { row: bytes.number16(), column: bytes.number16(), style: String(bytes.number16()) };
}

function written({ row, column, style }: Start, type: string, value: string): PlacedCell {
  return { row, column, type, style, value, inlineText: null };
}

/** A boolean as its number, an error as programs show it. */
function plainResult(type: string, value: number): string {
  return type === "e" ? (ERRORS[value] ?? "") : String(value);
}

function booleanOrError(bytes: RecordBytes): PlacedCell {
  const start = startOf(bytes);
  const value = bytes.byte();
  const type = bytes.byte() === 0 ? "b" : "e";
  return written(start, type, plainResult(type, value));
}

const START_BYTES = 4;
const SHORT_NUMBER_BYTES = 6;
const END_BYTES = 2;

/** Neighbouring cells of one row in one record: the first column, style and number of each, the last column. */
function shortNumbers(bytes: RecordBytes, length: number): PlacedCell[] {
  const [row, first] = [bytes.number16(), bytes.number16()];
  const count = Math.floor((length - START_BYTES - END_BYTES) / SHORT_NUMBER_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const style = String(bytes.number16());
    return written({ row, column: first + index, style }, "n", shortNumber(bytes.number32()));
  });
}

const IS_HUNDREDFOLD = 0b01;
const IS_INTEGER = 0b10;

/** A number in four bytes: an integer of 30 bits, or the upper half of a binary fraction; either may be multiplied by a hundred. */
function shortNumber(bits: number): string {
  const fraction = Buffer.alloc(8);
  fraction.writeUInt32LE((bits & ~0b11) >>> 0, 4);
  const value = (bits & IS_INTEGER) === 0 ? fraction.readDoubleLE(0) : (bits | 0) >> 2;
  return String((bits & IS_HUNDREDFOLD) === 0 ? value : value / 100);
}
