import { failure } from "../../core/runtime/failure.ts";
import {
  BYTE_ORDER_MARK,
  cellsOf,
  delimiterByCount,
  lineFeedsIn,
  linesOfRecord,
  RecordCursor,
  recordBetween,
  UNFINISHED,
} from "../../core/text/csv.ts";
import { plainCountText } from "../../core/text/plural.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import { COLUMNS_MAX } from "../../imports/sources/row.ts";
import type { Place } from "./chunks.ts";
import type { InputFile } from "./input-file.ts";

/** The line with the names of the columns. */
export interface Header {
  /** As in the file. */
  readonly text: string;
  readonly names: readonly string[];
  readonly line: number;
  /** Where the claims start. */
  readonly end: Place;
}

/** Far more than the headings and the rows above them need. */
const HEADER_BYTES_MAX = 256 * 1024;

/** Reads the header, which `choose` selects from the first records. None of them may have more than `COLUMNS_MAX` cells. */
export async function readHeader(
  input: InputFile,
  choose: (rows: readonly (readonly string[])[]) => number,
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
  const tooWide = lines.find(({ names }) => !(names instanceof Refusal) && names.length > COLUMNS_MAX);
  if (tooWide !== undefined) throw refused(input, tooWide.place.line, TOO_MANY_COLUMNS);
  const { text, names, place } = lines[
    choose(lines.map(({ names }) => (names instanceof Refusal ? [] : trimmed(names))))
  ] as Line;
  if (names instanceof Refusal) throw refused(input, place.line, `expected ${names.expected}`);
  const openQuote = openQuoteInHeadings(names, COMMAS.sign);
  if (openQuote !== null) throw refused(input, place.line, openQuote);
  return { text, names: trimmed(names), line: place.line, end: { offset: place.end, line: place.nextLine } };
}

interface RecordPlace {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly nextLine: number;
}

/** The positions of the first records that are not empty. */
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

function trimmed(names: readonly string[]): readonly string[] {
  return names.map((name) => name.trim());
}

interface Line {
  readonly text: string;
  /** Untrimmed: a line end at the end of a name counts. */
  readonly names: readonly string[] | Refusal;
  readonly place: RecordPlace;
}

function lineAt(bytes: Buffer, place: RecordPlace): Line {
  const whole = bytes.toString("utf8", place.start, place.end);
  const text = recordBetween(whole, whole.startsWith(BYTE_ORDER_MARK) ? 1 : 0, whole.length);
  const cells = cellsOf(text);
  return { text, names: cells, place };
}

const TOO_MANY_COLUMNS = `the line has more than ${COLUMNS_MAX} columns. Leave out the columns that pricing does not need`;

/**
 * What is wrong with headings in which a quotation mark is not closed: the claims up to the next mark would be part of them. A heading
 * that is broken to fit its column is no such mark. What decides is whether a further line has numbers or days of a claim.
 */
export function openQuoteInHeadings(names: readonly string[], separator: string): string | null {
  const lines = linesOfRecord(names, separator);
  if (!lines.slice(1).some(isLikeClaim)) return null;
  return `a quotation mark in the names of the columns is not closed: they go on for ${plainCountText(lines.length, "line")}, with claims in them. Close the mark in its line. If it belongs to a name of several lines, write that name in one`;
}

/** A claim has a day or a number of a provider, and one more number. Years may stand in a heading. */
function isLikeClaim(cells: readonly string[]): boolean {
  return cells.filter(isNumber).length >= NUMBERS_OF_CLAIM_MIN && cells.some((cell) => DAY_OR_PROVIDER.test(cell));
}

const NUMBERS_OF_CLAIM_MIN = 2;

/** `2026-10-01`, `10/1/26`, `20261001`, `1000700140`. */
const DAY_OR_PROVIDER = /^\s*(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{8,10})(?!\d)/;

/** Whether a cell is an identifier, a code, a day or an amount, and no word. */
function isNumber(cell: string): boolean {
  return /[0-9]/.test(cell) && !/\p{L}/u.test(cell);
}

function refused({ path }: InputFile, line: number, reason: string): Error {
  return failure(`${path}:${line}: ${reason}.`);
}

/**
 * How much a row looks like headings of claims: the number of recognised columns, or infinity when everything is there that a
 * lookup needs.
 */
export type JudgeHeadings = (names: readonly string[]) => number;

/** Titles and notes above a table take a few rows. */
export const HEADINGS_ROWS_MAX = 20;
/** Longer texts are no headings, and comparing them with names takes long. */
const HEADING_CHARACTERS_MAX = 500;
/** Wider than any table of claims; comparing more cells would take seconds. */
export const HEADINGS_MAX = 2_000;

/** The heading row: the first with all required columns, otherwise the one with most of them. */
export function headingsRow(rows: readonly (readonly string[])[], judge: JudgeHeadings): number {
  let best = 0;
  let bestWorth = 0;
  for (const [index, names] of rows.slice(0, HEADINGS_ROWS_MAX).entries()) {
    const worth = worthOf(names, judge);
    if (worth === Number.POSITIVE_INFINITY) return index;
    if (worth <= bestWorth) continue;
    best = index;
    bestWorth = worth;
  }
  return best;
}

function worthOf(names: readonly string[], judge: JudgeHeadings): number {
  if (names.length > HEADINGS_MAX || names.some((name) => name.length > HEADING_CHARACTERS_MAX)) return 0;
  return judge(names);
}

export interface Delimiter {
  readonly sign: string;
  readonly name: string;
}

export const COMMAS: Delimiter = { sign: ",", name: "commas" };
export const SEMICOLONS: Delimiter = { sign: ";", name: "semicolons" };
const DELIMITERS: readonly Delimiter[] = [
  COMMAS,
  SEMICOLONS,
  { sign: "\t", name: "tabs" },
  { sign: "|", name: "pipes" },
];

/** `tabs`: the sign between the cells of a file in words. */
export function delimiterName(sign: string): string {
  return DELIMITERS.find((each) => each.sign === sign)?.name ?? quoted(sign);
}

/**
 * The delimiter with which the first lines have the best headings. Counting signs would mistake lists inside cells, such as
 * diagnoses with pipes, for columns. If no heading is known, the line with most cells decides.
 */
export function delimiterOf(head: string, judge: JudgeHeadings): Delimiter {
  const lines = head.split("\n", HEADINGS_ROWS_MAX);
  let best: Delimiter | null = null;
  let bestWorth = 0;
  for (const delimiter of DELIMITERS) {
    for (const line of lines) {
      const worth = worthOf(roughCells(line, delimiter.sign), judge);
      if (worth <= bestWorth) continue;
      best = delimiter;
      bestWorth = worth;
      if (worth === Number.POSITIVE_INFINITY) return best;
    }
  }
  if (best !== null) return best;
  return delimiterByCount(lines, DELIMITERS, ({ sign }) => sign);
}

/**
 * Whether the first record of a text has a carriage return by itself, outside quotes. A text with such line ends has one record: all
 * its claims would be headings.
 */
export function hasLoneCarriageReturn(head: string): boolean {
  let isQuoted = false;
  for (let at = 0; at < head.length; at += 1) {
    const sign = head[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === "\n") return false;
    else if (sign === "\r" && at + 1 < head.length && head[at + 1] !== "\n") return true;
  }
  return false;
}

/** Good enough for names, which seldom contain a delimiter. */
function roughCells(line: string, sign: string): string[] {
  return line.split(sign).map((cell) => cell.trim().replace(/^"|"$/g, ""));
}
