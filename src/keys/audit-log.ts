import { closeSync, constants, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync } from "node:fs";
import { userInfo } from "node:os";
import { kernelLock } from "../core/files/lock.ts";
import { sha256 } from "../core/files/reading.ts";
import { OWNER_ONLY_FILE, writeWhole } from "../core/files/writing.ts";
import { failure, isOutside, reasonOf } from "../core/runtime/failure.ts";
import type { AnySql } from "../nodes/database/database.ts";

const READ_AND_APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;

/** An action takes milliseconds to write down: a command that waits longer for its turn gives up. */
const LOCK_MILLISECONDS_MAX = 10_000;

/** A reason may quote a path; nothing that is written down needs more. */
const SUBJECT_LENGTH_MAX = 500;

/** The audit log of a home: one line per action, appended by commands and servers, each line chained to the one before. */
export class AuditLog {
  readonly #file: string;
  readonly #lockMilliseconds: number;

  constructor(file: string, lockMilliseconds: number = LOCK_MILLISECONDS_MAX) {
    this.#file = file;
    this.#lockMilliseconds = lockMilliseconds;
  }

  /** Writes an action to the disk and flushes it; throws a failure that names the file when that is not possible. */
  append(action: AuditAction, subject: AuditSubject): AuditEntry {
    try {
      return locked(`${this.#file}.lock`, this.#lockMilliseconds, () => this.#appendNext(action, subject));
    } catch (error) {
      if (!isOutside(error)) throw error;
      throw failure(`The audit log ${this.#file} cannot be written (${reasonOf(error)}). Fix the cause and try again.`);
    }
  }

  #appendNext(action: AuditAction, subject: AuditSubject): AuditEntry {
    const descriptor = openSync(this.#file, READ_AND_APPEND, OWNER_ONLY_FILE);
    try {
      const { sizeBytes, last, unfinished, isOpen } = endOfLog(descriptor);
      // A process was stopped while it wrote: its piece of a line stays, and an entry accounts for it.
      const torn = unfinished.length === 0 ? null : following(last, "line_torn", tornPiece(unfinished));
      const next = following(torn?.entry ?? last, action, subject);
      const lines = [isOpen ? "" : null, torn?.line, next.line].filter((line) => typeof line === "string");
      appendWhole(descriptor, sizeBytes, `${lines.join("\n")}\n`);
      return next.entry;
    } finally {
      closeSync(descriptor);
    }
  }
}

function following(last: AuditEntry | null, action: AuditAction, subject: AuditSubject) {
  return sealed({
    sequence: (last?.sequence ?? 0) + 1,
    time: new Date().toISOString(),
    action,
    actor: { user: userName(), pid: process.pid },
    subject: shortened(subject),
    previous: last?.hash ?? CHAIN_START,
  });
}

/** What the entry after a torn line says about it. */
function tornPiece(piece: Uint8Array): AuditSubject {
  return { bytes: piece.length, sha256: sha256(piece) };
}

function shortened(subject: AuditSubject): AuditSubject {
  const short = (value: string | number | null) =>
    typeof value === "string" ? value.slice(0, SUBJECT_LENGTH_MAX) : value;
  return Object.fromEntries(Object.entries(subject).map(([name, value]) => [name, short(value)]));
}

/** A container may run with a number that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

/** All of it or nothing: what a full disk took of it is cut off again. */
function appendWhole(descriptor: number, sizeBytes: number, text: string): void {
  try {
    writeWhole(descriptor, Buffer.from(text));
    fsyncSync(descriptor);
  } catch (error) {
    ftruncateSync(descriptor, sizeBytes);
    throw error;
  }
}

/** Recorded actions: changes of keys, of the release in service, and of the processes that serve it. */
export type AuditAction =
  | "key_created"
  | "key_rotated"
  | "key_revoked"
  | "key_change_undone"
  | "keys_imported"
  | "keys_reopened"
  | "server_started"
  | "server_stopped"
  | "release_reloaded"
  | "release_taken_up"
  | "release_refused"
  | "line_torn";

/** What an action was about: IDs, names, hashes and reasons; never a token. */
export type AuditSubject = Readonly<Record<string, string | number | null>>;

/** One line of the audit log. Each holds the hash of the one before it, so that none can be changed or left out unnoticed. */
export interface AuditEntry {
  readonly sequence: number;
  readonly time: string;
  readonly action: AuditAction;
  readonly actor: { readonly user: string; readonly pid: number };
  readonly subject: AuditSubject;
  /** The hash of the entry before it; of the first, CHAIN_START. */
  readonly previous: string;
  /** SHA-256 of the line without this field. */
  readonly hash: string;
}

export const CHAIN_START = "0".repeat(64);

const HASH_FIELD = /,"hash":"([0-9a-f]{64})"\}$/;

/** An entry as it is written, with its line. */
export function sealed(entry: Omit<AuditEntry, "hash">): { readonly entry: AuditEntry; readonly line: string } {
  const { sequence, time, action, actor, subject, previous } = entry;
  const body = JSON.stringify({ sequence, time, action, actor, subject, previous });
  const hash = sha256(body);
  return { entry: { ...entry, hash }, line: `${body.slice(0, -1)},"hash":"${hash}"}` };
}

/** The entry of a line; null when the line is none, or is not as it was written. */
function unsealed(line: string): AuditEntry | null {
  const [, hash] = HASH_FIELD.exec(line) ?? [];
  if (hash === undefined || sha256(line.replace(HASH_FIELD, "}")) !== hash) return null;
  // A line with the right hash was written by `sealed`, or by a program that computes the hash as we do.
  return JSON.parse(line) as AuditEntry;
}

/** An entry has a kilobyte at most, so that the last one is found without reading the log from its beginning. */
const END_BYTES = 64 * 1024;

const NEWLINE = 0x0a;

/** The end of a log, from which writing goes on. */
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
function endOfLog(descriptor: number): LogEnd {
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
  // A whole line that is no entry was written by another program, and is not trusted.
  const pieces = isOpen ? [...lines.slice(place + 1), rest] : [];
  return { sizeBytes, last: entries[place] ?? null, unfinished: joined(pieces), isOpen };
}

/** Lines as they stand in the log, without the end of the last. */
function joined(lines: readonly Buffer[]): Buffer {
  return Buffer.concat(lines.flatMap((line, index) => (index === 0 ? [line] : [Buffer.of(NEWLINE), line])));
}

function linesOf(bytes: Buffer): { readonly lines: readonly Buffer[]; readonly rest: Buffer } {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return { lines, rest: bytes.subarray(start) };
}

/** A mutex between the processes of a home: does a piece of work that one may do at a time, and waits for the others. The file stays. */
export function locked<Outcome>(file: string, waitMilliseconds: number, work: () => Outcome): Outcome {
  // SQLite would make it readable by everyone.
  if (!existsSync(file)) closeSync(openSync(file, "a", OWNER_ONLY_FILE));
  const lock = kernelLock(file, waitMilliseconds);
  if (lock === null) throw failure(`another process has held ${file} for too long`);
  try {
    return work();
  } finally {
    lock.release();
  }
}

/** Outcome of verifying a log. */
export interface AuditVerification {
  /** Entries from the beginning to the first break. */
  readonly entries: readonly AuditEntry[];
  /** The first line that is not as it was written; null when every line is. */
  readonly broken: { readonly line: number; readonly reason: string } | null;
  /** Lines that a process left unfinished when it was stopped, and that later entries vouch for. */
  readonly tornLines: readonly number[];
  /** Bytes after the last whole line: being written now, or left by a process that was stopped. */
  readonly unfinishedBytes: number;
}

/** Follows the chain from its first line to the first break. What was cut off at the end is not seen: compare the last hash. */
export function verifyChain(log: Buffer): AuditVerification {
  const { lines, rest } = linesOf(log);
  // Of the last line, nothing but its end may be missing.
  const isWhole = unsealed(rest.toString()) !== null;
  const chain = new Chain();
  for (const line of isWhole ? [...lines, rest] : lines) {
    if (!chain.take(line)) break;
  }
  return { ...chain.outcome(), unfinishedBytes: isWhole ? 0 : rest.length };
}

class Chain {
  readonly #entries: AuditEntry[] = [];
  readonly #tornLines: number[] = [];
  #lineNumber = 0;
  /** Lines that are no entries: the next entry has to vouch for all of them. */
  #suspects: Buffer[] = [];
  #reason: string | null = null;

  /** Whether the chain holds so far. */
  take(line: Buffer): boolean {
    this.#lineNumber += 1;
    const entry = unsealed(line.toString());
    if (entry === null) {
      this.#suspects.push(line);
      return true;
    }
    this.#reason = this.#whyBroken(entry);
    if (this.#reason !== null) return false;
    const firstSuspect = this.#lineNumber - this.#suspects.length;
    this.#tornLines.push(...this.#suspects.map((_, index) => firstSuspect + index));
    this.#suspects = [];
    this.#entries.push(entry);
    return true;
  }

  outcome(): Omit<AuditVerification, "unfinishedBytes"> {
    const entries = this.#entries;
    const tornLines = this.#tornLines;
    if (this.#suspects.length > 0) {
      const after = this.#reason === null ? this.#lineNumber + 1 : this.#lineNumber;
      const line = after - this.#suspects.length;
      return { entries, tornLines, broken: { line, reason: "it was changed: its content does not fit its hash" } };
    }
    const broken = this.#reason === null ? null : { line: this.#lineNumber, reason: this.#reason };
    return { entries, tornLines, broken };
  }

  #whyBroken(entry: AuditEntry): string | null {
    if (this.#suspects.length > 0 && !vouchesFor(entry, joined(this.#suspects))) {
      return "no entry accounts for the line before it";
    }
    const last = this.#entries.at(-1);
    if (entry.previous !== (last?.hash ?? CHAIN_START) || entry.sequence !== (last?.sequence ?? 0) + 1) {
      return "it does not follow the entry before it: lines were taken out, put in or moved";
    }
    return null;
  }
}

function vouchesFor(entry: AuditEntry, torn: Buffer): boolean {
  return entry.action === "line_torn" && entry.subject.sha256 === tornPiece(torn).sha256;
}

/*
 * The audit log that nodes share is a table of the lines of the file, chained as in the file (`database/schema.ts`). An entry is part
 * of the transaction that it records: both are committed or neither.
 */

/** The advisory lock of a process that appends; the number is arbitrary. */
const LOCK = 7_283_224;

/** Records an action in a transaction that is under way. */
export async function appendToDatabase(sql: AnySql, action: AuditAction, subject: AuditSubject): Promise<void> {
  // One append at a time: each line holds the hash of the one before. A lock on the table would need the right to change its lines.
  await sql`SELECT pg_advisory_xact_lock(${LOCK})`;
  const [row] = await sql<{ line: string }[]>`SELECT line FROM audit ORDER BY sequence DESC LIMIT 1`;
  const last = row === undefined ? null : unsealed(row.line);
  if (row !== undefined && last === null) {
    throw failure('The last line of the database\'s audit log is no entry: see "ratebook audit verify --database".');
  }
  const { entry, line } = following(last, action, subject);
  await sql`INSERT INTO audit (sequence, line) VALUES (${entry.sequence}, ${line})`;
}

/** All lines, as the file of an audit log has them. */
export async function databaseLog(sql: AnySql): Promise<Buffer> {
  const rows = await sql<{ line: string }[]>`SELECT line FROM audit ORDER BY sequence`;
  return Buffer.from(rows.map(({ line }) => `${line}\n`).join(""));
}
