import { failure, isFailure } from "../../core/runtime/failure.ts";
import { closestName } from "../../core/text/closest.ts";
import { LINE_FEED } from "../../core/text/csv.ts";
import { otherEncoding } from "../../core/text/encoding.ts";
import { plainCountText, plural } from "../../core/text/plural.ts";
import { quoted } from "../../core/text/refusal.ts";
import { type ByteSource, counting, fileBytes } from "../../imports/sources/bytes.ts";
import { LINES_WITHOUT_LINE_FEED, openFile } from "../../imports/sources/open.ts";
import { type RowSource, rowsIn } from "../../imports/sources/row.ts";
import { delimitedSource } from "../../imports/sources/text.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { refuseDamagedX12 } from "../x12/damaged.ts";
import type { RemittanceFacts } from "../x12/remittance-facts.ts";
import {
  COMMAS,
  type Delimiter,
  delimiterOf,
  HEADINGS_ROWS_MAX,
  type Header,
  hasLoneCarriageReturn,
  headingsRow,
  type JudgeHeadings,
  openQuoteInHeadings,
  readHeader,
  SEMICOLONS,
} from "./header.ts";
import { type FileScan, type InputFile, openInput, scanFile } from "./input-file.ts";
import { type ClaimsToJoin, openX12, type X12Sources, x12File, x12InZip } from "./open-x12.ts";
import { fromUtf16, RowsAsCsv, type RowsForm, TextWindow, type Utf16, utf16Of } from "./text-window.ts";

interface ClaimsFile {
  readonly path: string;
  readonly name: string;
  /** The name or the number of a sheet; null for the first visible one. */
  readonly sheet: string | null;
  /** The option that selects a sheet, such as `--sheet`. */
  readonly sheetOption: string;
  /** The remedy when reading it needs more memory (`Advice`). */
  readonly noRoom?: string | undefined;
  /** The lookup of its lines, whose parameters are the columns of an X12 file. */
  readonly lookup: RateLookup;
  /** The claims (837) of a remittance (835); null without them. */
  readonly claims?: ClaimsToJoin | null;
  /** The most that a ZIP of X12 may hold. */
  readonly unpackedBytesMax?: number | undefined;
}

export interface OpenClaims {
  readonly input: InputFile;
  readonly header: Header;
  /** Identifies the table of an earlier run. */
  readonly fingerprint: string;
  /** Whether day numbers are counted from 1904. */
  readonly isFrom1904: boolean;
  readonly hasSemicolons: boolean;
  /** The sign between the cells of a text; null for rows of a sheet, which are no lines. */
  readonly separator: string | null;
  /** The recognised format of the file, in one line. */
  readonly format: string;
  /** The remedy when the claims are on another sheet; null when there is none or the caller chose one. */
  readonly sheetRemedy: string | null;
  /** The names of the sheets, and which one is read; a text has none. */
  readonly sheets: SheetsOfFile;
  /** Counts the lines below the headings, including empty ones. Only after the input is closed; null for a stream. */
  readonly countLines: (() => Promise<number>) | null;
  /** What a remittance (835) says beside its lines; null for any other file. */
  readonly remittance: RemittanceFacts | null;
  /** Columns of an X12 file that are kept as they are. Nothing is guessed in a file that has some. */
  readonly keptColumns: readonly string[];
}

interface SheetsOfFile {
  readonly names: readonly string[];
  /** Sheets that the workbook hides from its reader. */
  readonly hidden: readonly string[];
  readonly chosen: string | null;
}

const NO_SHEETS: SheetsOfFile = { names: [], hidden: [], chosen: null };

/**
 * Opens a file by its content, whatever its name. A text in UTF-8 with commas is read byte for byte; any other table is
 * converted to one while it is read.
 */
export async function openClaims(file: ClaimsFile, judge: JudgeHeadings): Promise<OpenClaims> {
  const opened = await openTable(file, judge);
  if ((file.claims ?? null) === null || opened.remittance !== null) return opened;
  await opened.input.close();
  throw failure(
    `${file.name} is no remittance in X12 (835), and claims are joined with one alone; leave the second file out.`,
  );
}

async function openTable(file: ClaimsFile, judge: JudgeHeadings): Promise<OpenClaims> {
  const scan = await scanFile(file.path, file.name);
  try {
    const x12 = await x12File(file.path, scan.head);
    if (x12 !== null) return await openTransactions(file, scan, x12);
    const encoding = otherEncoding(scan.head);
    if (encoding === "UTF-32") throw failure("the text is UTF-32; save it as CSV UTF-8");
    if (encoding === "UTF-16") return await openText(file, scan, utf16Of(scan.head), judge);
    if (scan.size === 0) throw failure("the file is empty: it has 0 bytes. Export it again");
    return await openByContent(file, scan, judge);
  } catch (error) {
    const isOfClaims = isFailure(error) && file.claims != null && error.message.startsWith(file.claims.name);
    throw isOfClaims ? error : named(file.name, error);
  }
}

/** An X12 file was read as a whole before: what is wrong with its envelope is known before anything is written. */
async function openTransactions(file: ClaimsFile, scan: FileScan, sources: X12Sources): Promise<OpenClaims> {
  const { lookup, claims = null } = file;
  if (file.sheet !== null) {
    sources.close();
    throw failure(`${file.sheetOption} chooses a sheet of a workbook, and this is X12; leave it out`);
  }
  const opened = await openX12(file.name, sources, lookup, claims, file);
  const { window, words, notes, rows, remittance, keptColumns, joinedFingerprint } = opened;
  const table = await withHeader(window, words, scan, () => 0);
  return {
    ...table,
    format: [table.format, ...notes].join(" "),
    fingerprint: `${table.fingerprint}${joinedFingerprint}`,
    countLines: async () => rows,
    remittance,
    keptColumns,
  };
}

/** A reader of files does not know the name of its file. */
function named(name: string, error: unknown): unknown {
  if (!isFailure(error) || error.message.startsWith(name)) return error;
  return failure(`${name}: ${error.message}${/[.?]$/.test(error.message) ? "" : "."}`);
}

/** Marks an OpenDocument file, which is otherwise a ZIP. */
const OPEN_DOCUMENT = "application/vnd.oasis.opendocument.spreadsheet";

async function openByContent(file: ClaimsFile, scan: FileScan, judge: JudgeHeadings): Promise<OpenClaims> {
  const window = new TextWindow(file.name, true);
  const { noRoom } = file;
  const opened = await openFile(
    file.path,
    (_, done, total) => window.room(done, total),
    noRoom === undefined ? undefined : () => noRoom,
  );
  try {
    if (scan.head.includes(OPEN_DOCUMENT)) {
      throw failure("this is an OpenDocument spreadsheet (ODS); save it as XLSX or CSV");
    }
    const x12 = opened.isArchive ? await x12InZip(file.path, file.unpackedBytesMax) : null;
    if (x12 !== null) return await openTransactions(file, scan, x12);
    if (opened.isArchive)
      throw failure(
        "this is a ZIP; unpack it and take the file in it that has the claims, and save it as XLSX or CSV if it is another kind of workbook",
      );
    const sources = await (opened.parts[0] as (typeof opened.parts)[number]).lists(false);
    const isText = sources.length === 1 && sources[0]?.name === "";
    if (isText) return await openText(file, scan, null, judge);
    const source = chosenSheet(sources, file.sheet, file.sheetOption);
    const kind = source.name.startsWith("sheet") ? "workbook" : "web page";
    const remedy = file.sheet === null ? otherSheetRemedy(source, sources, file.sheetOption) : null;
    const named = sources.map(({ name, isHidden = false }) => ({ name: bareName(name), isHidden }));
    const sheets: SheetsOfFile = {
      names: named.map(({ name }) => name),
      hidden: named.filter(({ isHidden }) => isHidden).map(({ name }) => name),
      chosen: bareName(source.name),
    };
    const format = `${kind}, ${sheetText(source, sources)}`;
    return { ...(await openRows(window, source, format, scan, judge, { sheetRemedy: remedy })), sheets };
  } finally {
    opened.close();
  }
}

async function openText(
  file: ClaimsFile,
  scan: FileScan,
  utf16: Utf16 | null,
  judge: JudgeHeadings,
): Promise<OpenClaims> {
  if (file.sheet !== null)
    throw failure(`${file.sheetOption} chooses a sheet of a workbook, and this is a text; leave it out`);
  const head = new TextDecoder(utf16 ?? "utf-8").decode(scan.head);
  refuseDamagedX12(head);
  const delimiter = delimiterOf(head, judge);
  const encoding = utf16 !== null ? "UTF-16" : scan.isUtf8 ? "UTF-8" : "Windows-1252";
  const kind = `${delimiter.name}, ${encoding}`;
  if (encoding === "UTF-8" && delimiter === COMMAS) return await openAsItIs(file, kind, scan, judge);
  if (hasLoneCarriageReturn(head)) throw failure(LINES_WITHOUT_LINE_FEED);
  const window = new TextWindow(file.name, false);
  const bytes = await fileBytes(file.path);
  const watched = counting(bytes, (done) => window.room(Math.min(done, bytes.bytes), bytes.bytes));
  const { sign: separator } = delimiter;
  const opened = await openRows(window, textRows(watched, utf16, delimiter), kind, scan, judge, { separator });
  const hasSemicolons = delimiter === SEMICOLONS;
  return { ...opened, separator, hasSemicolons, countLines: () => linesBelow(file, opened.header) };
}

function textRows(bytes: ByteSource, utf16: Utf16 | null, { sign }: Delimiter): RowSource {
  return delimitedSource(utf16 === null ? bytes : fromUtf16(bytes, utf16), sign.charCodeAt(0), "own_line");
}

async function openAsItIs(file: ClaimsFile, kind: string, scan: FileScan, judge: JudgeHeadings): Promise<OpenClaims> {
  // A converted text reports the line instead.
  if (scan.hasNul) throw failure("the text has NUL bytes, which no program writes into a table; export it again");
  const input = await openInput(file.path, file.name);
  const opened = await withHeader(input, kind, scan, (rows) => headingsRow(rows, judge));
  return { ...opened, countLines: () => linesBelow(file, opened.header) };
}

/** The lines of a text below its headings. The last one may have no line end. */
async function linesBelow({ path }: ClaimsFile, { line }: Header): Promise<number> {
  let lines = 0;
  let lastByte: number = LINE_FEED;
  for await (const chunk of (await fileBytes(path)).chunks()) {
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
    lastByte = chunk.at(-1) ?? lastByte;
  }
  // The last byte of a line feed in UTF-16 may be 0.
  const isEnded = lastByte === LINE_FEED || lastByte === 0;
  return Math.max(lines + (isEnded ? 0 : 1) - line, 0);
}

async function openRows(
  window: TextWindow,
  source: RowSource,
  kind: string,
  scan: FileScan,
  judge: JudgeHeadings,
  { sheetRemedy = null, separator = null }: Partial<Pick<OpenClaims, "sheetRemedy" | "separator">>,
): Promise<OpenClaims> {
  const isSheet = window.recordsAreLines;
  const headings = await findHeadings(source, judge, isSheet);
  if (headings === null) {
    const remedy = sheetRemedy === null ? "" : `. ${sheetRemedy}`;
    throw failure(`${kind}: there is no row with the names of the columns${remedy}`);
  }
  const openQuote = separator === null ? null : openQuoteInHeadings(headings.cells, separator);
  if (openQuote !== null) throw failure(`line ${headings.number}: ${openQuote}`);
  window.fill(async (add) => {
    const rows = new RowsAsCsv({ headings, isSheet });
    try {
      await source.read((row) => add(rows.textOf(row)));
    } catch (error) {
      throw named(window.path, error);
    }
  }, true);
  const opened = await withHeader(window, kind, scan, () => 0);
  return {
    ...opened,
    format: headings.stray.length === 0 ? opened.format : `${opened.format} ${leftOutText(headings.stray)}`,
    isFrom1904: source.isFrom1904 ?? false,
    sheetRemedy,
    countLines: async () => Math.max((await rowsIn(source)) - 1, 0),
  };
}

const STRAY_SHOWN = 3;

function leftOutText(stray: readonly string[]): string {
  const shown = stray.slice(0, STRAY_SHOWN).map(quoted).join(", ");
  const more = stray.length > STRAY_SHOWN ? ` and ${stray.length - STRAY_SHOWN} more` : "";
  return `Left out, far to the right of the headings: ${shown}${more}.`;
}

type FoundHeadings = RowsForm["headings"] & Pick<TableWidth, "stray"> & { readonly cells: readonly string[] };

/** The lines of a text decide its width; in a sheet, a cell typed far away adds no column. */
async function findHeadings(source: RowSource, judge: JudgeHeadings, isSheet: boolean): Promise<FoundHeadings | null> {
  const rows: FoundHeadings[] = [];
  await source.read((row) => {
    const { number } = row;
    const all = Array.from({ length: row.width }, (_, index) => row.cellWithEnds?.(index) ?? row.cell(index));
    const { width, stray } = isSheet ? tableWidth(all, judge) : { width: row.width, stray: [] };
    if (!row.isBlank) rows.push({ number, width, stray, cells: all.slice(0, width) });
    return rows.length === HEADINGS_ROWS_MAX ? "enough" : "more";
  });
  return (
    rows[
      headingsRow(
        rows.map(({ cells }) => cells.map((cell) => cell.trim())),
        judge,
      )
    ] ?? null
  );
}

async function withHeader(
  input: InputFile,
  kind: string,
  { size, sha256 }: FileScan,
  choose: (rows: readonly (readonly string[])[]) => number,
): Promise<OpenClaims> {
  try {
    const header = await readHeader(input, choose);
    const { names, line } = header;
    const columns = plainCountText(names.length, "column");
    const place = line === 1 ? "" : `, headings in ${input.recordsAreLines ? "row" : "line"} ${line}`;
    const format = `${input.path}: ${kind}, ${columns}${place}.`;
    const fingerprint = `${size} bytes, SHA-256 ${sha256}, ${kind}`;
    return {
      input,
      header,
      fingerprint,
      isFrom1904: false,
      hasSemicolons: false,
      separator: input.recordsAreLines ? null : COMMAS.sign,
      format,
      sheetRemedy: null,
      sheets: NO_SHEETS,
      countLines: null,
      remittance: null,
      keptColumns: [],
    };
  } catch (error) {
    await input.close();
    throw error;
  }
}

/** Enough to choose from, in a message of one line. */
const SHEETS_SHOWN = 20;

/** The sheet requested by name or number; otherwise the first visible one. */
function chosenSheet(sheets: readonly RowSource[], requested: string | null, option: string): RowSource {
  const first = sheets.find(isVisible) ?? sheets[0];
  if (first === undefined) throw failure("the workbook has no sheet with cells; export it again");
  if (requested === null) return first;
  const named =
    sheets.find(({ name }) => bareName(name) === requested) ?? sheets.find(({ name }) => isAlike(name, requested));
  if (named !== undefined) return named;
  const numbered = /^[0-9]{1,4}$/.test(requested) ? sheets[Number(requested) - 1] : undefined;
  if (numbered !== undefined) return numbered;
  const closest = closestName(
    requested,
    sheets.map(({ name }) => bareName(name)),
  );
  const remedy = closest === null ? `there are ${sheetNames(sheets)}` : `did you mean ${quoted(closest)}?`;
  throw failure(`there is no sheet ${quoted(requested)} for ${option}; ${remedy}`);
}

/** `sheet "Claims" (of 3; the others are "Notes", "Old" (hidden))` */
function sheetText(chosen: RowSource, sheets: readonly RowSource[]): string {
  const others = sheets.filter((sheet) => sheet !== chosen);
  const theOthers = plural(others.length, "the other is", "the others are");
  const about = [
    ...(isVisible(chosen) ? [] : ["hidden"]),
    ...(others.length === 0 ? [] : [`of ${sheets.length}`, `${theOthers} ${sheetNames(others)}`]),
  ];
  return about.length === 0 ? chosen.name : `${chosen.name} (${about.join("; ")})`;
}

/** The remedy when the sheet that was read is a cover; null when there is no other. */
function otherSheetRemedy(read: RowSource, sheets: readonly RowSource[], option: string): string | null {
  const others = sheets.filter((sheet) => sheet !== read);
  const likely = others.find(isVisible) ?? others[0];
  if (likely === undefined) return null;
  const first = read === sheets[0] ? "first sheet" : "first sheet that is not hidden";
  return `The ${first} was read. If the claims are on another (${sheetNames(others)}), choose it with ${option} ${quoted(bareName(likely.name))}.`;
}

function isVisible({ isHidden = false }: RowSource): boolean {
  return !isHidden;
}

function sheetNames(sheets: readonly RowSource[]): string {
  const shown = sheets
    .slice(0, SHEETS_SHOWN)
    .map((sheet) => `${quoted(bareName(sheet.name))}${isVisible(sheet) ? "" : " (hidden)"}`);
  const more = sheets.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** A source is called `sheet "Claims"`; a table of a page has only its number. */
function bareName(name: string): string {
  return /^sheet "(.*)"$/s.exec(name)?.[1] ?? name;
}

function isAlike(name: string, requested: string): boolean {
  return bareName(name).trim().toLowerCase() === requested.trim().toLowerCase();
}

/** Headings that span several columns leave some without a name; no table leaves this many. */
const EMPTY_HEADINGS_BETWEEN = 10;

/** The width of the table under a heading row, and the cells of that row that are too far away to be headings. */
interface TableWidth {
  readonly width: number;
  readonly stray: readonly string[];
}

/** A recognised column always counts, however far away it is. */
function tableWidth(headings: readonly string[], judge: JudgeHeadings): TableWidth {
  const filled = headings.flatMap((heading, index) => (heading.trim() === "" ? [] : [index]));
  const place = filled.findIndex((index, at) => at > 0 && index - (filled[at - 1] as number) > EMPTY_HEADINGS_BETWEEN);
  if (place < 0) return { width: headings.length, stray: [] };
  const stray = filled.slice(place).map((index) => headings[index] as string);
  const isKnown = stray.some((heading) => judge([heading]) > 0);
  return isKnown ? { width: headings.length, stray: [] } : { width: (filled[place - 1] as number) + 1, stray };
}
