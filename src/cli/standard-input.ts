import { closeSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { undoneWhenInterrupted } from "../core/files/interruption.ts";
import { isRunning, processStartOf } from "../core/files/process-start.ts";
import { OWNER_ONLY_FILE, writeWhole } from "../core/files/writing.ts";
import { failure, failureFrom } from "../core/runtime/failure.ts";
import { commandIo } from "./command-io.ts";

/** Standard input as a file, which can be read more than once. */
interface SpooledInput {
  readonly path: string;
  /** Deletes it; idempotent. */
  remove(): void;
}

/** A hundred million lines of claims; an endless pipe is stopped before it has filled a disk. */
const BYTES_MAX = 16 * 1024 ** 3;

const FOLDER = "ratebook-input";

/**
 * Spools standard input to a private folder while it is worked on: its format is known only at its end, and a workbook is read from its
 * end. So a pipe works like a file, `--resume` included.
 */
export async function spooledStandardInput(
  input: AsyncIterable<Buffer> = commandIo().stdin,
  bytesMax = BYTES_MAX,
): Promise<SpooledInput> {
  removeStale();
  const folder = newFolder();
  const path = join(folder, "input");
  const remove = () => {
    process.removeListener("exit", remove);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", remove);
  const forget = undoneWhenInterrupted(remove);
  try {
    await copyTo(path, input, bytesMax);
  } catch (error) {
    remove();
    throw error;
  } finally {
    forget();
  }
  return { path, remove };
}

/** Readable by its owner only, as mkdtemp creates it. */
function newFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), `${nameOfThisProcess()}-`));
  } catch (error) {
    throw failureFrom(
      error,
      `Standard input cannot be kept in ${tmpdir()}`,
      "Name another folder with TMPDIR, or a file.",
    );
  }
}

async function copyTo(path: string, input: AsyncIterable<Buffer>, bytesMax: number): Promise<void> {
  const file = openSync(path, "wx", OWNER_ONLY_FILE);
  let length = 0;
  try {
    for await (const chunk of input) {
      length += chunk.length;
      if (length > bytesMax) {
        throw failure(`Standard input has more than ${bytesMax} bytes. Cut it into parts, or name a file.`);
      }
      write(path, file, chunk);
    }
  } catch (error) {
    throw failureFrom(error, "Standard input cannot be read", "Fix the cause, or name a file.");
  } finally {
    closeSync(file);
  }
}

/** Synchronous, so that a pipe that is faster than the disk waits. */
function write(path: string, file: number, bytes: Buffer): void {
  try {
    writeWhole(file, bytes);
  } catch (error) {
    throw failureFrom(error, `Standard input cannot be kept in ${path}`, "Name another folder with TMPDIR, or a file.");
  }
}

/** `ratebook-input-4711-812345-billing`: the name shows the process, in case that was killed. */
function nameOfThisProcess(): string {
  return [FOLDER, process.pid, processStartOf(process.pid) ?? "", host()].join("-");
}

/** Claims must not stay on the disk because a process was killed while it worked on them. */
function removeStale(): void {
  for (const name of namesIn(tmpdir())) {
    const [, pid, start, owner] = /^ratebook-input-([0-9]+)-([0-9]*)-([a-z0-9]*)-[^-]+$/i.exec(name) ?? [];
    if (pid === undefined || owner !== host()) continue;
    if (isRunning({ pid: Number(pid), processStart: start || null })) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Another user's: that user's command deletes it.
    }
  }
}

/** A folder may be writable but not readable: then stale files are not found. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function host(): string {
  return hostname().replace(/[^a-z0-9]/gi, "");
}
