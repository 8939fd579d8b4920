import { fstatSync, readSync } from "node:fs";
import { failure } from "../runtime/failure.ts";
import { type AuditEntry, unsealed } from "./entry.ts";

/** An entry has a kilobyte at most, so that the last one is found without reading the log from its beginning. */
const END_BYTES = 64 * 1024;

const NEWLINE = 0x0a;

/** How a log ends, for whoever goes on with it. */
interface LogEnd {
  readonly sizeBytes: number;
  /** Null in a log without entries. */
  readonly last: AuditEntry | null;
  /** What stands after the last entry: pieces of lines, left by processes that were stopped while they wrote. */
  readonly unfinished: Buffer;
  /** Whether a line has to be ended first. */
  readonly isOpen: boolean;
}

/** Throws a failure when the end of the log holds lines but no entry: nothing can be chained to that. */
export function endOfLog(descriptor: number): LogEnd {
  const sizeBytes = fstatSync(descriptor).size;
  const end = Buffer.alloc(Math.min(sizeBytes, END_BYTES));
  readSync(descriptor, end, 0, end.length, sizeBytes - end.length);
  const { lines, rest } = linesOf(end);
  const isOpen = rest.length > 0;
  const afterLast = isOpen ? unsealed(rest.toString()) : null;
  if (afterLast !== null) return { sizeBytes, last: afterLast, unfinished: Buffer.alloc(0), isOpen };
  const entries = lines.map((line) => unsealed(line.toString()));
  const place = entries.findLastIndex((entry) => entry !== null);
  if (place < 0 && lines.length > 0) {
    throw failure(
      'its last lines are no entries: see "ratebook audit verify", and move the file away to begin a new one',
    );
  }
  // A whole line that is no entry was written by somebody else, and nobody vouches for it.
  const pieces = isOpen ? [...lines.slice(place + 1), rest] : [];
  return { sizeBytes, last: entries[place] ?? null, unfinished: joined(pieces), isOpen };
}

/** Lines as they stand in the log, without the end of the last. */
export function joined(lines: readonly Buffer[]): Buffer {
  return Buffer.concat(lines.flatMap((line, index) => (index === 0 ? [line] : [Buffer.of(NEWLINE), line])));
}

/** Whole lines, and what follows the last of them. */
export function linesOf(bytes: Buffer): { readonly lines: readonly Buffer[]; readonly rest: Buffer } {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return { lines, rest: bytes.subarray(start) };
}
