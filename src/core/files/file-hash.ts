import { createHash } from "node:crypto";
import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

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
