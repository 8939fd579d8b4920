import { failure } from "../../../runtime/failure.ts";
import type { CellLegend } from "../workbook/cell.ts";
import { properSheetName, refuseTooManySheets } from "../workbook/contents.ts";
import { damagedWorkbook } from "../workbook/damaged.ts";
import { isBuiltInDate, isDateFormat } from "../workbook/date-format.ts";
import { refuseTooManyTexts } from "../workbook/shared-texts.ts";
import { refuseTooManyFormats } from "../workbook/styles.ts";
import { RecordBytes } from "./record-bytes.ts";
import { PART, RECORD, recordsFrom, type WorkbookRecord } from "./records.ts";

/** The kind of sheet that has cells; the others are charts, macros and dialogs. */
const WORKSHEET = 0;
/** Hidden, or hidden so that no menu shows it. */
const HIDDEN_BITS = 0b11;
/** Numbers below are formats that every program has; what a file says about them is ignored. */
const OWN_FORMATS_FROM = 100;

/** A sheet, and where its records start in the stream. */
export interface PlacedSheet {
  readonly name: string;
  readonly start: number;
  readonly isHidden: boolean;
}

/** What the first part of the stream says about all sheets. */
interface LegacyContents {
  readonly sheets: readonly PlacedSheet[];
  readonly legend: CellLegend;
}

export function legacyContents(stream: Buffer): LegacyContents {
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
