import { type BigIntStats, closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { failure, failureFrom } from "../runtime/failure.ts";
import { isRunning, type ProcessMark, processStartOf } from "./process-start.ts";
import { openSqlite } from "./sqlite.ts";
import { isFolder } from "./writing.ts";

/** Each further attempt means that another owner came and went within a millisecond. */
const ATTEMPTS_MAX = 20;

/**
 * An advisory lock on a path, for commands that write there: one at a time, the next is refused at once. A file beside
 * the path is locked; a note beside it names the owner.
 */
export class Lock {
  readonly #file: string;
  readonly #stats: BigIntStats;
  readonly #held: KernelLock;

  private constructor(file: string, stats: BigIntStats, held: KernelLock) {
    this.#file = file;
    this.#stats = stats;
    this.#held = held;
  }

  /** Locks a folder or a file, existing or not; throws a failure that names the owner if it is locked. */
  static take(path: string, command: string): Lock {
    const lock = Lock.takeIfFree(path, command);
    if (lock === null) throw inUse(path, lockFileOf(path));
    return lock;
  }

  /** For callers that can retry: null if it is locked. Throws if it cannot be locked at all. */
  static takeIfFree(path: string, command: string): Lock | null {
    const file = lockFileOf(path);
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const lock = Lock.#tryToTake(path, file);
      if (lock === "gone") continue;
      if (lock === null) return null;
      writeOwner(noteOf(file), command);
      process.once("exit", lock.#onExit);
      return lock;
    }
    return null;
  }

  /** Null if it is locked; "gone" if its last owner removed the file before it was locked: then it locks nothing. */
  static #tryToTake(path: string, file: string): Lock | "gone" | null {
    const before = lockFile(path, file);
    if (before === undefined) return "gone";
    const held = heldOn(path, file);
    if (held === null) return null;
    if (isSameFile(before, statsOf(file))) return new Lock(file, before, held);
    held.release();
    return "gone";
  }

  /** Releases the lock and removes its files; does nothing the second time. */
  release(): void {
    process.removeListener("exit", this.#onExit);
    if (!this.#held.isHeld) return;
    try {
      // Before the release: afterwards the file may belong to the next owner.
      if (isSameFile(this.#stats, statsOf(this.#file))) {
        rmSync(noteOf(this.#file), { force: true });
        rmSync(this.#file, { force: true });
      }
    } catch {
      // A file that stays, for example in a folder that became read-only, blocks no one.
    } finally {
      this.#held.release();
    }
  }

  readonly #onExit = (): void => this.release();
}

function heldOn(path: string, file: string): KernelLock | null {
  try {
    return kernelLock(file, 0);
  } catch (error) {
    throw failureFrom(
      error,
      `${path} cannot be locked with ${file}`,
      "See that this file and its folder can be written.",
    );
  }
}

/** Creates the lock file if it does not exist. Opening and closing an existing one would end a lock of this process. */
function lockFile(path: string, file: string): BigIntStats | undefined {
  try {
    closeSync(openSync(file, "wx"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw failureFrom(error, `${path} cannot be written`, "Fix the cause, or name another place.");
    }
  }
  const stats = statsOf(file);
  // Lock files are empty. A file with content is not ours, and must not be removed.
  if (stats === undefined || (stats.isFile() && stats.size === 0n)) return stats;
  throw failure(`${file} is in the way: it is no lock of Ratebook. Move it elsewhere, or name another place.`);
}

function lockFileOf(path: string): string {
  return isFolder(path) ? join(path, ".lock") : `${path}.lock`;
}

function noteOf(file: string): string {
  return `${file}.owner`;
}

function statsOf(file: string): BigIntStats | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false });
}

/** Inodes are reused after a file is removed; its creation time is not. */
function isSameFile(one: BigIntStats, other: BigIntStats | undefined): boolean {
  return one.ino === other?.ino && one.dev === other.dev && one.birthtimeNs === other.birthtimeNs;
}

function inUse(path: string, file: string): Error {
  const owner = ownerText(noteOf(file));
  return failure(`${path} is in use by ${owner}. Wait until it is done, or stop it.`);
}

/**
 * An advisory lock held by the kernel: a record lock on an empty file, released when its owner ends in any way. So no
 * owner has to be presumed dead: process numbers repeat, containers cannot see each other's processes, and macOS does
 * not report when a process began. SQLite takes the lock, since Node has no call for it. Opening and closing the file
 * otherwise would end a lock of this process.
 */
interface KernelLock {
  readonly isHeld: boolean;
  release(): void;
}

/** Locks an existing file; null if another process holds it beyond the waiting time. */
export function kernelLock(file: string, waitMilliseconds: number): KernelLock | null {
  const database = openSqlite(file, { timeout: waitMilliseconds });
  try {
    // On disk, even a transaction that writes nothing would have a journal.
    database.pragma("journal_mode = memory");
    database.exec("BEGIN EXCLUSIVE");
    // SQLite cannot lock a read-only file this way, and says so at the first write. None is ever committed.
    database.pragma("user_version = 1");
  } catch (error) {
    database.close();
    if ((error as { readonly code?: unknown }).code === "SQLITE_BUSY") return null;
    throw error;
  }
  return {
    get isHeld() {
      return database.open;
    },
    release: () => database.close(),
  };
}

/** The owner of a lock, in a note for the process that is refused. The note decides nothing: the lock does. */
interface LockOwner extends ProcessMark {
  readonly host: string;
  /** Such as `import`. */
  readonly command: string;
  readonly since: string;
}

/** A failed write, for example on a full disk, does not stop the work. */
function writeOwner(note: string, command: string): void {
  const processStart = processStartOf(process.pid);
  const since = new Date().toISOString();
  const owner: LockOwner = { pid: process.pid, processStart, host: hostname(), command, since };
  try {
    // Removes what is in the way, also a link: nothing is written through it.
    rmSync(note, { force: true });
    writeFileSync(note, `${JSON.stringify(owner)}\n`, { flag: "wx" });
  } catch {}
}

/** `"ratebook import" (process 4711 on billing-1, since 2026-11-16T08:00:00.000Z)` */
function ownerText(note: string): string {
  const owner = readOwner(note);
  if (owner === null) return "another process";
  const { command, pid, host, since } = owner;
  return `"ratebook ${command}" (process ${pid} on ${host}, since ${since})`;
}

/** Null if there is no note, half of one, or that of an earlier owner. */
function readOwner(note: string): LockOwner | null {
  let owner: Partial<LockOwner>;
  try {
    owner = JSON.parse(readFileSync(note, "utf8")) as Partial<LockOwner>;
  } catch {
    return null;
  }
  if (!isWhole(owner)) return null;
  const isElsewhere = owner.host !== hostname();
  return isElsewhere || isRunning(owner) ? owner : null;
}

function isWhole(owner: Partial<LockOwner> | null): owner is LockOwner {
  return (
    typeof owner?.pid === "number" &&
    typeof owner.host === "string" &&
    typeof owner.command === "string" &&
    typeof owner.since === "string"
  );
}
