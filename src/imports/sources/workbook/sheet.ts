import { failure } from "../../../core/runtime/failure.ts";
import type { ByteSource } from "../bytes.ts";
import { COLUMNS_MAX, type RowSource, type SourceRow } from "../row.ts";
import { addressOf, addressText, type CellAddress, type CellLegend, cellText, ROWS_MAX } from "./cell.ts";
import { CELL_CHARACTERS_MAX, RichText } from "./shared-texts.ts";
import {
  type Attributes,
  damagedWorkbook,
  type FurtherElements,
  type PartElements,
  readXml,
  type XmlReader,
} from "./xml.ts";

/** A formula with its value, or an inline text (`is`, `t`). */
const ELEMENTS_OF_PLAIN_CELL = 2;
/** Equal to the longest record of a text. */
const ROW_CHARACTERS_MAX = 1 << 20;

function refuseLongRow(sheet: string, { number, characters }: SheetRow): void {
  if (characters <= ROW_CHARACTERS_MAX) return;
  throw failure(`row ${number} of sheet "${sheet}" has more than ${ROW_CHARACTERS_MAX} characters; shorten it`);
}

type OnRow = (row: SourceRow) => "more" | "enough";

/** A sheet, streamed each time: only the current row is in memory, and rows without text cost nothing. */
export function sheetSource(name: string, part: ByteSource, legend: CellLegend, elements: FurtherElements): RowSource {
  return {
    name: `sheet "${name}"`,
    isFrom1904: legend.isFrom1904,
    async read(onRow) {
      const reader = new SheetReader(name, legend, onRow, elements.of(part));
      await readXml(part, reader);
      reader.end();
    },
    rowsAtMost: () => rowsAtMost(part),
  };
}

class SheetReader implements XmlReader {
  readonly #name: string;
  readonly #legend: CellLegend;
  readonly #onRow: OnRow;
  readonly #row = new SheetRow();
  readonly #inlineText = new RichText();
  readonly #further: PartElements;
  #isInData = false;
  #hasData = false;
  #rowNumber = 0;
  #hasRowNumber = false;
  #column = 0;
  #cell: Attributes | null = null;
  /** The depth in the cell: direct children are the cell's own, deeper ones belong to an extension. */
  #depth = 0;
  #inCell = 0;
  #isInlineText = false;
  #isValue = false;
  #isFormula = false;
  #value: string | null = null;
  #hasInlineText = false;
  hasEnough = false;

  constructor(name: string, legend: CellLegend, onRow: OnRow, further: PartElements) {
    this.#name = name;
    this.#legend = legend;
    this.#onRow = onRow;
    this.#further = further;
  }

  get place(): string {
    if (this.#cell !== null) return this.#placeOf(this.#cell.r);
    const row = this.#isInData && this.#rowNumber > 0 ? `, row ${this.#rowNumber}` : "";
    return `sheet "${this.#name}"${row}`;
  }

  open(name: string, attributes: Attributes): void {
    if (name === "sheetData") {
      this.#isInData = true;
      this.#hasData = true;
    }
    if (!this.#isInData) this.#further.add(this);
    else if (this.#cell !== null) this.#openInCell(name);
    else if (name === "row") this.#startRow(attributes);
    else if (name === "c") this.#startCell(attributes);
    else this.#further.add(this);
  }

  close(name: string): void {
    if (!this.#isInData) return;
    if (this.#cell !== null && this.#depth > 0) this.#closeInCell();
    else if (name === "c") this.#endCell();
    else if (name === "row") this.#endRow();
    else if (name === "sheetData") this.#isInData = false;
  }

  #openInCell(name: string): void {
    this.#depth += 1;
    this.#inCell += 1;
    if (this.#inCell > ELEMENTS_OF_PLAIN_CELL) this.#further.add(this, this.#inCell);
    if (this.#isInlineText) this.#inlineText.open(name);
    if (this.#depth > 1) return;
    if (name === "f") this.#isFormula = true;
    else if (name === "v") {
      if (this.#value !== null) throw this.#severalValues();
      this.#value = "";
      this.#isValue = true;
    } else if (name === "is") {
      if (this.#hasInlineText) throw this.#severalValues();
      this.#hasInlineText = true;
      this.#isInlineText = true;
    }
  }

  #closeInCell(): void {
    this.#depth -= 1;
    if (this.#depth === 0) {
      this.#isValue = false;
      this.#isInlineText = false;
    } else if (this.#isInlineText) this.#inlineText.close();
  }

  text(text: string): void {
    if (this.#cell === null) return;
    if (this.#isValue && this.#depth === 1) this.#value += text;
    else if (this.#isInlineText) this.#inlineText.add(text);
    const isTooLong = this.#value !== null && this.#value.length > CELL_CHARACTERS_MAX;
    if (isTooLong || this.#inlineText.isTooLong) throw this.#tooLong(this.#cell.r);
  }

  end(): void {
    if (!this.#hasData && !this.hasEnough) throw damagedWorkbook(`sheet "${this.#name}" has no data part`);
  }

  #startRow({ r: number }: Attributes): void {
    const next = number === undefined ? this.#rowNumber + 1 : Number(number);
    if (!(Number.isInteger(next) && next > this.#rowNumber && next <= ROWS_MAX)) {
      throw this.#damaged(`a row after row ${this.#rowNumber} is out of place`);
    }
    this.#rowNumber = next;
    this.#hasRowNumber = number !== undefined;
    this.#column = 0;
    this.#row.start(next);
  }

  #startCell(attributes: Attributes): void {
    this.#cell = attributes;
    this.#depth = 0;
    this.#inCell = 0;
    this.#value = null;
    this.#hasInlineText = false;
    this.#isFormula = false;
    this.#inlineText.clear();
  }

  #endCell(): void {
    if (this.#cell === null) return;
    const { r: written, t: type, s: style } = this.#cell;
    this.#cell = null;
    const address = written === undefined ? this.#nextCell() : addressOf(written);
    if (!this.#hasRowNumber && this.#column === 0 && address !== null && address.row > this.#rowNumber) {
      this.#startRow({ r: String(address.row) });
    }
    if (address === null || address.row !== this.#rowNumber || address.column <= this.#column) {
      throw this.#damaged(`cell ${written?.slice(0, 20)} is out of place`);
    }
    this.#column = address.column;
    const inlineText = this.#hasInlineText ? this.#inlineText.value : null;
    const text = cellText({ type, style, value: this.#value, inlineText, isFormula: this.#isFormula }, this.#legend);
    if (text === null) throw this.#damaged(`cell ${addressText(address)} has no proper value`);
    if (text !== "") this.#row.fill(address.column - 1, text);
    refuseLongRow(this.#name, this.#row);
  }

  /** Some programs omit the addresses of consecutive cells. */
  #nextCell(): CellAddress | null {
    return this.#column === COLUMNS_MAX ? null : { row: this.#rowNumber, column: this.#column + 1 };
  }

  #endRow(): void {
    if (!this.#row.isBlank) this.hasEnough = this.#onRow(this.#row) === "enough";
    // Cells outside of rows are refused.
    this.#column = COLUMNS_MAX;
  }

  #tooLong(cell: string | undefined): Error {
    return failure(
      `${this.#placeOf(cell)} has more than ${CELL_CHARACTERS_MAX} characters, the most a cell can hold; shorten it`,
    );
  }

  #placeOf(cell: string | undefined): string {
    const where = cell === undefined ? `a cell of row ${this.#rowNumber}` : `cell ${cell.slice(0, 20)}`;
    return `${where} of sheet "${this.#name}"`;
  }

  /** The digits of two values in sequence would be another number. */
  #severalValues(): Error {
    return this.#damaged(`a cell of row ${this.#rowNumber} has several values`);
  }

  #damaged(reason: string): Error {
    return damagedWorkbook(`sheet "${this.#name}": ${reason}`);
  }
}

/** The filled cells of one row, reused for the next row; a cell far to the right costs no more than the others. */
class SheetRow implements SourceRow {
  readonly #cells: string[] = [];
  readonly #filled: number[] = [];
  #number = 0;
  #characters = 0;

  get number(): number {
    return this.#number;
  }

  get characters(): number {
    return this.#characters;
  }

  get width(): number {
    return (this.#filled.at(-1) ?? -1) + 1;
  }

  get isBlank(): boolean {
    return this.#filled.length === 0;
  }

  cell(index: number): string {
    return this.#cells[index] ?? "";
  }

  start(number: number): void {
    for (const index of this.#filled) this.#cells[index] = "";
    this.#filled.length = 0;
    this.#number = number;
    this.#characters = 0;
  }

  /** Cells arrive from left to right. */
  fill(index: number, text: string): void {
    this.#cells[index] = text;
    this.#filled.push(index);
    this.#characters += text.length;
  }
}

const ROW = Buffer.from("row");
const [LESS, SLASH, COLON, GREATER, SPACE] = Buffer.from("</:> ") as unknown as [
  number,
  number,
  number,
  number,
  number,
];
/** Longer than any namespace prefix; slightly more is read again with the next chunk. */
const PREFIX_BYTES_MAX = 64;
const KEPT_BYTES = PREFIX_BYTES_MAX + ROW.length + 2;

/**
 * The number of row ends in a sheet's bytes: parsing the XML of a large sheet would delay its sender. Rows without cells count
 * too.
 */
export async function rowsAtMost(part: ByteSource): Promise<number> {
  let count = 0;
  let kept: Buffer = Buffer.alloc(0);
  for await (const chunk of part.chunks()) {
    const bytes = Buffer.concat([kept, chunk]);
    for (let at = bytes.indexOf(ROW); at >= 0; at = bytes.indexOf(ROW, at + ROW.length)) {
      const after = at + ROW.length;
      // The next byte decides. A match whose next byte was in the previous chunk has been counted; the last match comes again.
      if (after >= kept.length && after < bytes.length && endsRow(bytes, at, bytes[after] as number)) count += 1;
    }
    kept = Buffer.from(bytes.subarray(-KEPT_BYTES));
  }
  return count;
}

/** Whether the name at an offset is that of a closing tag: `</row>`, `</x:row >`. */
function endsRow(bytes: Buffer, at: number, next: number): boolean {
  if (next !== GREATER && next > SPACE) return false;
  if (bytes[at - 1] === SLASH) return bytes[at - 2] === LESS;
  if (bytes[at - 1] !== COLON) return false;
  const open = bytes.lastIndexOf(LESS, at);
  return open >= at - PREFIX_BYTES_MAX && bytes[open + 1] === SLASH && !bytes.subarray(open, at).includes(GREATER);
}
