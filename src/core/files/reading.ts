import { createHash } from "node:crypto";
import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { failure, failureFrom } from "../runtime/failure.ts";
import { kindOf } from "./writing.ts";

/** Refuses everything but regular files: reading a FIFO would wait forever. */
export function refuseNoFile(path: string): void {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) throw failure(`There is no file ${path}.`);
    if (!stats.isFile()) throw failure(`${path} is ${kindOf(stats)}, not a file. Name a file.`);
  } catch (error) {
    throw failureFrom(error, `${path} cannot be read`, "Fix the cause, or name another file.");
  }
}

export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Turns a system error into a failure that names the file; returns any other error unchanged. */
export function unreadable(path: string, error: unknown): unknown {
  return failureFrom(error, `${path} cannot be read`, "Fix the cause and try again.");
}

const CHUNK_BYTES = 1 << 20;

/** The SHA-256 of what is in memory, in lower-case hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The SHA-256 of a file, in lower-case hexadecimal digits. */
export async function sha256Of(path: string, onBytes: (count: number) => void = () => undefined): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    onBytes(chunk.length);
  }
  return hash.digest("hex");
}

/**
 * A hash of the names and contents of files, also of those in folders. Files derived from them are up to date while it
 * stays the same.
 */
export function fingerprint(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const name of filesOf(path)) hash.update(`${name}\n`).update(readFileSync(name));
  }
  return hash.digest("hex");
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
