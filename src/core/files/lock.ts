import { type BigIntStats, closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { failure, failureFrom } from "../runtime/failure.ts";
import { isRunning, type ProcessMark, processStartOf } from "./process-start.ts";
import { openSqlite } from "./sqlite.ts";
import { isFolder } from "./writing.ts";

/** Each further attempt means that yet another owner came and went within a millisecond. */
const ATTEMPTS_MAX = 20;

/**
 * An advisory lock on a path, for commands that write there: one at a time, and the next is refused at once. It is held on a
 * file beside the path, and a note beside that says who the owner is.
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

  /** Locks a folder or a file that is or will be there; throws a failure that names the owner when somebody else has. */
  static take(path: string, command: string): Lock {
    const lock = Lock.takeIfFree(path, command);
    if (lock === null) throw inUse(path, lockFileOf(path));
    return lock;
  }

  /** The same for whoever can come again: null when somebody else has locked it. Throws when it cannot be locked at all. */
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

  /** Null when somebody has it; "gone" when the file was taken away by its last owner before it was locked: then it locks nothing. */
  static #tryToTake(path: string, file: string): Lock | "gone" | null {
    const before = lockFile(path, file);
    if (before === undefined) return "gone";
    const held = heldOn(path, file);
    if (held === null) return null;
    if (isSameFile(before, statsOf(file))) return new Lock(file, before, held);
    held.release();
    return "gone";
  }

  /** Gives the lock back and leaves nothing behind; does nothing the second time. */
  release(): void {
    process.removeListener("exit", this.#onExit);
    if (!this.#held.isHeld) return;
    try {
      // While it is still held: afterwards it may be the next owner's.
      if (isSameFile(this.#stats, statsOf(this.#file))) {
        rmSync(noteOf(this.#file), { force: true });
        rmSync(this.#file, { force: true });
      }
    } catch {
      // An empty file that stays, in a folder that has become read-only say, locks nobody out.
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

/** The lock file, made when it is not there. Opening one that is there, and closing it, would end a lock of this process. */
function lockFile(path: string, file: string): BigIntStats | undefined {
  try {
    closeSync(openSync(file, "wx"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw failureFrom(error, `${path} cannot be written`, "Fix the cause, or name another place.");
    }
  }
  const stats = statsOf(file);
  // Ours are empty. Whatever else has the name is somebody's, and would be removed in the end.
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

/** The number of a file is given again once it is gone; the time at which it was made is not. */
function isSameFile(one: BigIntStats, other: BigIntStats | undefined): boolean {
  return one.ino === other?.ino && one.dev === other.dev && one.birthtimeNs === other.birthtimeNs;
}

function inUse(path: string, file: string): Error {
  const owner = ownerText(noteOf(file));
  return failure(`${path} is in use by ${owner}. Wait until it is done, or stop it.`);
}

/**
 * An advisory lock that the kernel holds, as a record lock on an empty file, and gives back when its owner ends, however
 * that ends. So there is no owner to be presumed dead: process numbers repeat, a container cannot see the processes of
 * another one, and macOS does not tell when a process began. SQLite takes it because Node has no call for it, and knows the
 * way of each system. Opening and closing the file by other means would end a lock that this process has on it.
 */
interface KernelLock {
  readonly isHeld: boolean;
  release(): void;
}

/** Locks a file that is there; null when another process has it for longer than one would wait. */
export function kernelLock(file: string, waitMilliseconds: number): KernelLock | null {
  const database = openSqlite(file, { timeout: waitMilliseconds });
  try {
    // On disk, even a transaction that writes nothing would have a journal.
    database.pragma("journal_mode = memory");
    database.exec("BEGIN EXCLUSIVE");
    // Of a file that may only be read SQLite takes no such lock, and says so at the first write. None is ever committed.
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

/** Who holds a lock, in a note beside it for the process that is refused. The note decides nothing: the lock itself does. */
interface LockOwner extends ProcessMark {
  readonly host: string;
  /** Such as `import`. */
  readonly command: string;
  readonly since: string;
}

/** A note that cannot be written, say on a full disk, is no reason to refuse the work. */
function writeOwner(note: string, command: string): void {
  const processStart = processStartOf(process.pid);
  const since = new Date().toISOString();
  const owner: LockOwner = { pid: process.pid, processStart, host: hostname(), command, since };
  try {
    // Whatever is in the way goes, a link as such: nothing is written through it.
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

/** Null when there is none, half of one, or that of an owner who is gone while the next has not written its own yet. */
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
