import { fstatSync, readSync } from "node:fs";
import { failure } from "../reading/failure.ts";
import { type AuditEntry, unsealed } from "./entry.ts";

/** An entry has a kilobyte at most, so that the last one is found without reading the log from its beginning. */
const END_BYTES = 64 * 1024;

const NEWLINE = 0x0a;

/** How a log ends, for whoever goes on with it. */
export interface LogEnd {
  readonly sizeBytes: number;
  /** Null in a log without entries. */
  readonly last: AuditEntry | null;
  /** A piece of a line, left by a process that was stopped while it wrote. */
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
  const last = lines.map((line) => unsealed(line.toString())).findLast((entry) => entry !== null) ?? null;
  if (last === null && lines.length > 0) {
    throw failure(
      'its last lines are no entries: see "ratebook audit verify", and move the file away to begin a new one',
    );
  }
  return { sizeBytes, last, unfinished: rest, isOpen };
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
