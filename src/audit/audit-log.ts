import { closeSync, constants, fsyncSync, ftruncateSync, openSync } from "node:fs";
import { userInfo } from "node:os";
import { sha256 } from "../files/file-hash.ts";
import { writeWhole } from "../files/writing.ts";
import { failure, isOutside, reasonOf } from "../runtime/failure.ts";
import { type AuditAction, type AuditEntry, type AuditSubject, CHAIN_START, sealed } from "./entry.ts";
import { locked } from "./lock.ts";
import { endOfLog } from "./log-end.ts";

const OWNER_ONLY = 0o600;
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

  /** Writes an action down, on the disk itself; throws a failure that names the file when that is not possible. */
  append(action: AuditAction, subject: AuditSubject): AuditEntry {
    try {
      return locked(`${this.#file}.lock`, this.#lockMilliseconds, () => this.#appendNext(action, subject));
    } catch (error) {
      if (!isOutside(error)) throw error;
      throw failure(
        `The audit log ${this.#file} cannot be written (${reasonOf(error)}). Mend the cause and try again.`,
      );
    }
  }

  #appendNext(action: AuditAction, subject: AuditSubject): AuditEntry {
    const descriptor = openSync(this.#file, READ_AND_APPEND, OWNER_ONLY);
    try {
      const { sizeBytes, last, unfinished, isOpen } = endOfLog(descriptor);
      // A process was stopped while it wrote: its piece of a line stays, vouched for by an entry of its own.
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

/** The entry that comes next in a log, written by this process now, with its line. */
export function following(last: AuditEntry | null, action: AuditAction, subject: AuditSubject) {
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
export function tornPiece(piece: Uint8Array): AuditSubject {
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
