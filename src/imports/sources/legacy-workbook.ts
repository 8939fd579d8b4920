import { failure } from "../../core/runtime/failure.ts";
import { allBytes, type ByteSource } from "./bytes.ts";
import { CellReader } from "./legacy-workbook/cells.ts";
import { streamsOf } from "./legacy-workbook/container.ts";
import { isVersion8, PART, RECORD, RecordBytes, recordsFrom, type WorkbookRecord } from "./legacy-workbook/records.ts";
import type { RowSource } from "./row.ts";
import { addressText, type CellLegend, cellText } from "./workbook/cell.ts";
import { refuseTooManyTexts } from "./workbook/shared-texts.ts";
import { refuseLongRow, SheetRow } from "./workbook/sheet.ts";
import { isBuiltInDate, isDateFormat, refuseTooManyFormats } from "./workbook/styles.ts";
import { damagedWorkbook } from "./workbook/xml.ts";
import { properSheetName, refuseTooManySheets } from "./workbook.ts";

/** It is in memory while it is read; no sheet of 65,536 rows, the format's limit, comes near this size. */
const BYTES_MAX = 64 * 1024 * 1024;

const SAVE_AS_XLSX = "open it in a spreadsheet program and save it as XLSX";

/** The sheets of a workbook in the format of Excel 97 to 2003 (.xls); `docs/contributing/decisions/legacy-workbooks.md` says why we read it ourselves. */
export async function legacyWorkbookSheets(source: ByteSource): Promise<readonly RowSource[]> {
  const bytes = await allBytes(source, BYTES_MAX);
  if (bytes === null)
    throw failure(`the workbook has more than ${BYTES_MAX} bytes; save the sheet as CSV and use that`);
  const streams = streamsOf(bytes);
  const stream = streams.get("workbook")?.();
  if (stream === undefined) throw notReadable(streams);
  if (!isVersion8(stream)) throw tooOld();
  const { sheets, legend } = legacyContents(stream);
  return sheets.map((sheet) => legacySheetSource(sheet, stream, legend));
}

function notReadable(streams: ReadonlyMap<string, unknown>): Error {
  if (streams.has("book")) return tooOld();
  if (streams.has("encryptedpackage")) {
    return failure(`the workbook is encrypted; ${SAVE_AS_XLSX} without a password`);
  }
  return failure("this is a file of an old office program, but no workbook; is it the right file?");
}

function tooOld(): Error {
  return failure(`this is a workbook of Excel 95 or older; ${SAVE_AS_XLSX}`);
}

/** The kind of sheet that has cells; the others are charts, macros and dialogs. */
const WORKSHEET = 0;
/** Hidden, or hidden from every menu. */
const HIDDEN_BITS = 0b11;
/** Lower numbers are built-in formats; a file's own definitions of them are ignored. */
const OWN_FORMATS_FROM = 100;

interface PlacedSheet {
  readonly name: string;
  readonly start: number;
  readonly isHidden: boolean;
}

/** What the first part of the stream contains for all sheets. */
interface LegacyContents {
  readonly sheets: readonly PlacedSheet[];
  readonly legend: CellLegend;
}

function legacyContents(stream: Buffer): LegacyContents {
  const sheets: PlacedSheet[] = [];
  const formats: number[] = [];
  const dateFormats = new Map<number, boolean>();
  let sharedTexts: readonly string[] = [];
  let isFrom1904 = false;
  let formatCount = 0;
  for (const record of recordsFrom(stream, 0, PART.workbook)) {
    const bytes = new RecordBytes(record.pieces);
    if (record.type === RECORD.encryption) throw encrypted();
    else if (record.type === RECORD.dateSystem) isFrom1904 = bytes.number16() === 1;
    else if (record.type === RECORD.format) {
      formatCount += 1;
      refuseTooManyFormats(formatCount);
      noteFormat(bytes, dateFormats);
    }
    if (record.type === RECORD.style) formats.push(formatOf(bytes));
    else if (record.type === RECORD.sharedTexts) sharedTexts = textsOf(record);
    else if (record.type === RECORD.sheet) noteSheet(bytes, sheets);
  }
  const isDateStyle = formats.map((format) => isBuiltInDate(format) || dateFormats.get(format) === true);
  return { sheets, legend: { sharedTexts, isDateStyle, isFrom1904 } };
}

function encrypted(): Error {
  return failure(
    "the workbook is encrypted or protected by a password; open it in a spreadsheet program and save it as XLSX without one",
  );
}

function noteFormat(bytes: RecordBytes, dateFormats: Map<number, boolean>): void {
  const format = bytes.number16();
  if (format >= OWN_FORMATS_FROM) dateFormats.set(format, isDateFormat(bytes.text()));
}

/** The format of a style stands behind its font. */
function formatOf(bytes: RecordBytes): number {
  bytes.number16();
  return bytes.number16();
}

function noteSheet(bytes: RecordBytes, sheets: PlacedSheet[]): void {
  const start = bytes.number32();
  const isHidden = (bytes.byte() & HIDDEN_BITS) !== 0;
  const kind = bytes.byte();
  const name = properSheetName(bytes.text(true));
  if (kind !== WORKSHEET) return;
  if (sheets.some((each) => each.start === start)) throw damagedWorkbook("two sheets are the same part of it");
  sheets.push({ name, start, isHidden });
  refuseTooManySheets(sheets.length);
}

function textsOf({ pieces }: WorkbookRecord): string[] {
  const bytes = new RecordBytes(pieces);
  bytes.number32();
  const count = bytes.number32();
  const texts: string[] = [];
  let characters = 0;
  while (texts.length < count) {
    const text = bytes.text();
    characters += text.length;
    texts.push(text);
    refuseTooManyTexts(texts.length, characters);
  }
  return texts;
}

/** The cells of a sheet are in memory while it is read: 65,536 rows, the format's limit, of 30 cells. */
const CELLS_MAX = 2_000_000;

type Cells = Map<number, string>;

function legacySheetSource({ name, start, isHidden }: PlacedSheet, stream: Buffer, legend: CellLegend): RowSource {
  return {
    name: `sheet "${name}"`,
    isFrom1904: legend.isFrom1904,
    isHidden,
    async read(onRow) {
      const rows = rowsOf(name, stream, start, legend);
      const current = new SheetRow();
      for (const number of [...rows.keys()].sort((a, b) => a - b)) {
        current.start(number + 1);
        const cells = [...(rows.get(number) as Cells)].sort(([a], [b]) => a - b);
        for (const [column, text] of cells) current.fill(column, text);
        refuseLongRow(name, current);
        if (onRow(current) === "enough") return;
      }
    },
  };
}

/** The filled cells by row and column, from 0. Most programs write them in order, but not all. */
function rowsOf(name: string, stream: Buffer, start: number, legend: CellLegend): ReadonlyMap<number, Cells> {
  const rows = new Map<number, Cells>();
  const reader = new CellReader();
  let count = 0;
  const keep = (cell: ReturnType<CellReader["end"]>[number]) => {
    const text = cellText(cell, legend);
    if (text === null) throw damagedWorkbook(`sheet "${name}": cell ${placeOf(cell)} has no proper value`);
    if (text === "") return;
    const cells = rows.get(cell.row) ?? new Map<number, string>();
    if (cells.has(cell.column)) throw damagedWorkbook(`sheet "${name}": cell ${placeOf(cell)} is there twice`);
    rows.set(cell.row, cells.set(cell.column, text));
    count += 1;
    if (count > CELLS_MAX) {
      throw failure(`sheet "${name}" has more than ${CELLS_MAX} filled cells; save it as CSV and use that`);
    }
  };
  for (const record of recordsFrom(stream, start, PART.sheet)) reader.cellsOf(record).forEach(keep);
  reader.end().forEach(keep);
  return rows;
}

function placeOf({ row, column }: { readonly row: number; readonly column: number }): string {
  return addressText({ row: row + 1, column: column + 1 });
}
