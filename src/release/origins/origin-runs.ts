import type { SourceNumbers } from "../../dataset/origins/named-sources.ts";

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
export function placeIn({ text, isNumbered }: Label, { line, number }: OriginRun, sought: number): string {
  return isNumbered ? `${text} ${number + sought - line}` : text;
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
export function runWith(sought: number, firstLine: number, packed: Uint8Array): OriginRun | null {
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
    if (sought < line) return null;
    if (sought < line + lineCount) return { line, lineCount, label, number };
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
