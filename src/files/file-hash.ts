import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

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
