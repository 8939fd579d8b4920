import { failure } from "../../core/runtime/failure.ts";
import {
  BYTE_ORDER_MARK,
  cellsOf,
  delimiterByCount,
  lineFeedsIn,
  RecordCursor,
  recordBetween,
  UNFINISHED,
} from "../../core/text/csv.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { COLUMNS_MAX } from "../../imports/sources/row.ts";
import type { Place } from "./chunks.ts";
import type { InputFile } from "./input-file.ts";

/** The line of the input that has the names of the columns. */
export interface Header {
  /** As it is in the file. */
  readonly text: string;
  readonly names: readonly string[];
  readonly line: number;
  /** Where the lookups start. */
  readonly end: Place;
}

/** Far more than the names of any columns and what stands above them need. */
const HEADER_BYTES_MAX = 256 * 1024;

/** Reads the header, which is the one of the first records that `choose` says. None of them may have more than `columnsMax` cells. */
export async function readHeader(
  input: InputFile,
  choose: (rows: readonly (readonly string[])[]) => number,
  columnsMax: number = COLUMNS_MAX,
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
  const tooWide = lines.find(({ names }) => !(names instanceof Refusal) && names.length > columnsMax);
  if (tooWide !== undefined) throw refused(input, tooWide.place.line, tooManyColumns(columnsMax));
  const { text, names, place } = lines[
    choose(lines.map(({ names }) => (names instanceof Refusal ? [] : names)))
  ] as Line;
  if (names instanceof Refusal) throw refused(input, place.line, `expected ${names.expected}`);
  return { text, names, line: place.line, end: { offset: place.end, line: place.nextLine } };
}

interface RecordPlace {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly nextLine: number;
}

/** Where the first records are that are not empty. */
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

interface Line {
  readonly text: string;
  readonly names: readonly string[] | Refusal;
  readonly place: RecordPlace;
}

function lineAt(bytes: Buffer, place: RecordPlace): Line {
  const whole = bytes.toString("utf8", place.start, place.end);
  const text = recordBetween(whole, whole.startsWith(BYTE_ORDER_MARK) ? 1 : 0, whole.length);
  const cells = cellsOf(text);
  return { text, names: cells instanceof Refusal ? cells : cells.map((name) => name.trim()), place };
}

function tooManyColumns(columnsMax: number): string {
  return `the line has more than ${columnsMax} columns. Leave out the columns that pricing does not need`;
}

function refused({ path }: InputFile, line: number, reason: string): Error {
  return failure(`${path}:${line}: ${reason}.`);
}

/**
 * How much a row looks like the headings of a table of lookups: how many columns are recognised, and endlessly much when
 * all are there that a lookup needs.
 */
export type JudgeHeadings = (names: readonly string[]) => number;

/** Titles and notes above a table take a few rows. */
export const HEADINGS_ROWS_MAX = 20;
/** Longer texts are no headings, and comparing them with names takes long. */
const HEADING_CHARACTERS_MAX = 500;
/** Wider than any table of claims; what a sheet could hold beyond it would take seconds to compare. */
export const HEADINGS_MAX = 2_000;

/** Which of the first rows has the headings: the first that has all that are needed, else the one that has most of them. */
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

/** What stands between the cells of a text. */
export interface Delimiter {
  readonly sign: string;
  /** As messages name it. */
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

/**
 * The delimiter by which the first lines have the best headings. Counting signs would take lists inside cells, such as
 * diagnoses with pipes between them, for columns; where no heading is known, the line with most cells must do.
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

/** Good enough for names, which seldom have a delimiter in them. */
function roughCells(line: string, sign: string): string[] {
  return line.split(sign).map((cell) => cell.trim().replace(/^"|"$/g, ""));
}

/** Judges no row twice, and no more names than `namesMax` in all: a row beyond that is worth nothing. */
export function withinBudget(judge: JudgeHeadings, namesMax: number): JudgeHeadings {
  const worths = new Map<string, number>();
  let left = namesMax;
  return (names) => {
    const row = JSON.stringify(names);
    const known = worths.get(row);
    if (known !== undefined) return known;
    if (names.length > left) return 0;
    left -= names.length;
    const worth = judge(names);
    worths.set(row, worth);
    return worth;
  };
}
