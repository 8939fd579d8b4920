import { type CellObject, CFB, read, type WorkBook, type WorkSheet } from "@e965/xlsx";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { allBytes, type ByteSource } from "./bytes.ts";
import { type RowInMemory, type RowSource, rowsInMemory } from "./row.ts";
import { cellText } from "./workbook/cell.ts";
import { isDateFormat } from "./workbook/styles.ts";
import { damagedWorkbook } from "./workbook/xml.ts";

/** The workbook is in memory while it is read; no sheet of 65,536 rows, the format's limit, comes near this size. */
const BYTES_MAX = 64 * 1024 * 1024;

/** The sheets of a workbook in the format of Excel 97 to 2003 (.xls). */
export async function legacyWorkbookSheets(source: ByteSource): Promise<readonly RowSource[]> {
  const bytes = await allBytes(source, BYTES_MAX);
  if (bytes === null) {
    throw failure(`the workbook has more than ${BYTES_MAX} bytes; save the sheet as CSV and use that`);
  }
  const book = legacyWorkbook(bytes);
  const isFrom1904 = book.Workbook?.WBProps?.date1904 === true;
  return book.SheetNames.flatMap((name) => {
    const sheet = book.Sheets[name];
    if (sheet === undefined) throw damagedWorkbook(`sheet "${name}" is not where its list says`);
    // The figures that a chart or a macro keeps are no rows.
    if (sheet["!type"] !== undefined) return [];
    const isHidden = (book.Workbook?.Sheets?.find((each) => each.name === name)?.Hidden ?? 0) > 0;
    return { ...rowsInMemory(`sheet "${name}"`, rowsOf(sheet, isFrom1904)), isFrom1904, isHidden };
  });
}

function legacyWorkbook(bytes: Buffer): WorkBook {
  refuseIncomplete(bytes);
  const container = understood(() => CFB.read(bytes, { type: "buffer" }));
  const stream = CFB.find(container, "/Workbook");
  if (stream === null) throw notReadable(container);
  // Its last sector can be cut off in the middle.
  if (stream.content?.length !== stream.size) throw damagedWorkbook("it is shorter than it says");
  const content = withValuesAlone(Buffer.from(stream.content));
  return understood(() => read(content, { type: "buffer", dense: true, cellNF: true, cellFormula: false }));
}

const HEADER_BYTES = 512;
const SECTOR_SHIFT_AT = 30;
const FURTHER_TABLES_AT = 68;
const TABLES_AT = 76;
/** Higher numbers are marks, such as the end of a chain. */
const LAST_SECTOR = 0xfffffff9;
const END = 0xfffffffe;

/**
 * Refuses a file without a sector that its tables use ([MS-CFB] 2.3), or with a chain of sectors that goes in circles. The library
 * reads what is there of a file that is cut off, and follows a circle without end.
 */
function refuseIncomplete(file: Buffer): void {
  if (file.length < HEADER_BYTES) throw damagedWorkbook("its beginning is cut off");
  const shift = file.readUInt16LE(SECTOR_SHIFT_AT);
  const startOf = (sector: number) => (sector + 1) * 2 ** shift;
  const numbersIn = (start: number, end: number) => {
    if (end > file.length) throw damagedWorkbook("a part of it is beyond its end");
    return Array.from({ length: (end - start) / 4 }, (_, at) => file.readUInt32LE(start + at * 4));
  };
  const sector = (number: number) => numbersIn(startOf(number), startOf(number + 1));

  const tables = numbersIn(TABLES_AT, HEADER_BYTES);
  for (let list = file.readUInt32LE(FURTHER_TABLES_AT); list <= LAST_SECTOR && tables.length < file.length; ) {
    const further = sector(list);
    list = further.pop() ?? END;
    tables.push(...further);
  }
  const next = new Uint32Array([...new Set(tables)].filter((table) => table <= LAST_SECTOR).flatMap(sector));
  const chains = new Uint32Array(next.length);
  for (const [start, following] of next.entries()) {
    // Not every program marks the free sectors.
    if (following > LAST_SECTOR) continue;
    for (let at = start; at <= LAST_SECTOR; at = next[at] as number) {
      if (startOf(at) >= file.length) throw damagedWorkbook("a part of it is beyond its end");
      if (chains[at] === start + 1) throw damagedWorkbook("a chain of its parts goes in circles");
      if (chains[at] !== 0) break;
      chains[at] = start + 1;
    }
  }
}

/** The records with sheets, styles and values ([MS-XLS] 2.3). */
const READ_RECORDS: ReadonlySet<number> = new Set([
  0x0006, 0x000a, 0x0022, 0x002f, 0x003c, 0x0085, 0x00bd, 0x00d6, 0x00e0, 0x00fc, 0x00fd, 0x0203, 0x0204, 0x0205,
  0x0207, 0x027e, 0x041e, 0x0809,
]);
const FORMULA = 0x0006;
/** The text of the formula before it. */
const STRING = 0x0207;
/** An array or shared formula, or a data table, may stand between a formula and its text. */
const PARTS_OF_FORMULA: ReadonlySet<number> = new Set([0x0221, 0x04bc, 0x0236]);
const RESULT_AT = 6;
const EXPRESSION_AT = 20;
const NO_EXPRESSION = 0xffff;
/** A record that the library skips. */
const SKIPPED = 0x005b;
const RECORD_HEAD_BYTES = 4;

/** Hides drawings, links, names and the expressions of formulas from the library, which can search a damaged one without end. */
function withValuesAlone(stream: Buffer): Buffer {
  let lacksText = false;
  for (let at = 0; at + RECORD_HEAD_BYTES <= stream.length; ) {
    const type = stream.readUInt16LE(at);
    const start = at + RECORD_HEAD_BYTES;
    const end = start + stream.readUInt16LE(at + 2);
    const expression = start + EXPRESSION_AT;
    if (end > stream.length || (type === FORMULA && expression + 2 > end)) throw damagedWorkbook("a record is cut off");
    // The library would read it as an empty cell: a modifier or an amount would be lost.
    if (lacksText && type !== STRING && !PARTS_OF_FORMULA.has(type)) throw damagedWorkbook("a formula has no text");
    if (type === FORMULA) lacksText = isText(stream, start + RESULT_AT);
    else if (type === STRING) lacksText = false;
    if (type === FORMULA) stream.writeUInt16LE(NO_EXPRESSION, expression);
    if (!READ_RECORDS.has(type) && type !== 0) stream.writeUInt16LE(SKIPPED, at);
    at = end;
  }
  return stream;
}

/** Whether the result of a formula is a text, which follows in a record of its own ([MS-XLS] 2.5.133). An empty text has none. */
function isText(stream: Buffer, result: number): boolean {
  return stream[result] === 0 && stream.readUInt16LE(result + 6) === 0xffff;
}

function notReadable(container: unknown): Error {
  if (CFB.find(container, "/Book") !== null) {
    return failure("this is a workbook of Excel 95 or older; open it in a spreadsheet program and save it as XLSX");
  }
  if (CFB.find(container, "/EncryptedPackage") !== null) return encrypted();
  return failure("this is a file of an old office program, but no workbook; is it the right file?");
}

function encrypted(): Error {
  return failure("the workbook is encrypted; open it in a spreadsheet program and save it without a password");
}

/** The library reports what it cannot read in errors of many kinds. */
function understood<T>(reading: () => T): T {
  try {
    return reading();
  } catch (error) {
    if (/password/i.test(reasonOf(error))) throw encrypted();
    throw damagedWorkbook(reasonOf(error));
  }
}

/** The filled rows of a sheet. */
function rowsOf(sheet: WorkSheet, isFrom1904: boolean): readonly RowInMemory[] {
  const rows = sheet["!data"] ?? [];
  return rows.flatMap((row, index) => {
    const cells = Array.from(row, (cell) => (cell === undefined ? "" : textOf(cell, isFrom1904)));
    const width = cells.findLastIndex((cell) => cell !== "") + 1;
    return width === 0 ? [] : [{ number: index + 1, cells: cells.slice(0, width) }];
  });
}

const PLAIN = "0";
const DATE = "1";
const LEGEND = { sharedTexts: [], isDateStyle: [false, true] };

/** The text of a cell as in an XLSX workbook: numbers digit for digit, not as their format rounds them. */
function textOf({ t: type, v: value, w: shown, z: format }: CellObject, isFrom1904: boolean): string {
  if (type === "e") return shown ?? "#N/A";
  if (type === "b") return value === true ? "TRUE" : "FALSE";
  if (type !== "n") return String(value ?? "").trim();
  const style = isDateFormat(String(format ?? "")) ? DATE : PLAIN;
  const cell = { type, style, value: String(value), inlineText: null };
  return cellText(cell, { ...LEGEND, isFrom1904 }) ?? String(value);
}
