import type { SourceNumbers } from "../dataset/origins.ts";
import { checksum, placeSum } from "./format.ts";
import type { SqliteValue } from "./sqlite.ts";

/*
 * The origins of a table are stored in blocks, a chain from line 0 to the end: each is responsible for its lines up to the
 * first one of the next, so that a line without an origin is proved to have none. A table without origins has one block.
 */

export const ORIGIN_BLOCKS = "origin_blocks";
export const BLOCK_COLUMNS = "title, first_line, next_line, labels, runs, checksum";
export const CREATE_BLOCKS = `CREATE TABLE ${ORIGIN_BLOCKS} (title TEXT, first_line INTEGER, next_line INTEGER,
  labels TEXT NOT NULL, runs BLOB NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (title, first_line)) WITHOUT ROWID`;

/** Where the chain of every table begins: before its header. */
export const CHAIN_START = 0;

/** A stored block: the cells of `BLOCK_COLUMNS`. */
export interface OriginBlock {
  readonly title: string;
  readonly firstLine: number;
  /** Null at the end of the chain. */
  readonly nextLine: number | null;
  /** JSON of its labels. */
  readonly labels: string;
  readonly runs: Uint8Array;
}

export function blockSum(origin: number, { title, firstLine, nextLine, labels, runs }: OriginBlock): number {
  const place = placeSum(origin, ORIGIN_BLOCKS, title, firstLine, nextLine ?? "");
  return checksum(runs, checksum(labels, place));
}

/** The block in a row of `BLOCK_COLUMNS`. */
export function blockIn([title, firstLine, nextLine, labels, runs]: readonly SqliteValue[]): OriginBlock {
  return { title, firstLine, nextLine, labels, runs } as OriginBlock;
}

/** The block that was read; null when it is not as it was stored. */
export function soundBlock(origin: number, cells: readonly SqliteValue[]): OriginBlock | null {
  const block = blockIn(cells);
  if (typeof block.labels !== "string" || !(block.runs instanceof Uint8Array)) return null;
  return blockSum(origin, block) === cells.at(-1) ? block : null;
}

/** What the content hash takes of a block. */
export function hashedBlock({ firstLine, labels, runs }: OriginBlock): readonly [string, Buffer] {
  return [JSON.stringify([firstLine, labels, runs.length]), Buffer.from(runs)];
}

/** How the hash of a table's origins is called among those of the tables. */
export function originsHashTitle(title: string): string {
  return `origins of ${title}`;
}

/*
 * How origins are stored. Lines that follow each other and were published one after the other, the same way, are one run.
 * Runs are written as numbers of seven bits per byte (LEB128), each relative to the run before it: most take a byte.
 */

/** What the places of a run have in common: `[[3], "line"]` for `line 12` of the fourth source. */
export interface Label {
  readonly sources: SourceNumbers;
  /** The place; without its number at the end when the places of a run count up. */
  readonly text: string;
  readonly isNumbered: boolean;
}

export interface OriginRun {
  readonly line: number;
  readonly lineCount: number;
  /** The place of its label in a list of labels. */
  readonly label: number;
  /** The number in the place of its first line; 0 when its label is not numbered. */
  readonly number: number;
}

/** Whose differences are exact in 32 bits. */
const NUMBER = /^[1-9][0-9]{0,8}$/;

/** The number at the end of a place, after the last blank; 0 when there is none. */
export function numberOf(place: string): number {
  const digits = place.slice(place.lastIndexOf(" ") + 1);
  return digits.length < place.length && NUMBER.test(digits) ? Number(digits) : 0;
}

/** What a place has in common with those before and after it. */
export function textOf(place: string): string {
  return numberOf(place) === 0 ? place : place.slice(0, place.lastIndexOf(" "));
}

/** The place of a line within a run. */
export function placeIn({ text, isNumbered }: Label, { line, number }: OriginRun, wanted: number): string {
  return isNumbered ? `${text} ${number + wanted - line}` : text;
}

/** The runs of a block that begins at a line. */
export function packRuns(firstLine: number, runs: readonly OriginRun[]): Buffer {
  const bytes: number[] = [];
  let line = firstLine;
  let number = 0;
  for (const run of runs) {
    pushNumber(bytes, run.line - line);
    pushNumber(bytes, run.lineCount);
    pushNumber(bytes, run.label);
    pushNumber(bytes, zigzag(run.number - number));
    line = run.line + run.lineCount;
    number = run.number + run.lineCount;
  }
  return Buffer.from(bytes);
}

/** The run that holds a line; null when none does. */
export function runWith(wanted: number, firstLine: number, packed: Uint8Array): OriginRun | null {
  let at = 0;
  let line = firstLine;
  let number = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = packed[at] as number;
      at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  };
  while (at < packed.length) {
    line += next();
    const lineCount = next();
    const label = next();
    number += unzigzag(next());
    if (wanted < line) return null;
    if (wanted < line + lineCount) return { line, lineCount, label, number };
    line += lineCount;
    number += lineCount;
  }
  return null;
}

function pushNumber(bytes: number[], value: number): void {
  let rest = value >>> 0;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
}

/** Small numbers of either sign as small numbers. */
function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0;
}

function unzigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}
