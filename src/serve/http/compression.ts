import { gzipSync } from "node:zlib";
import { HTTP_LIMITS } from "./limits.ts";

/** Compressed copies of bytes that many answers share, such as the page. A copy lives as long as its original. */
const copies = new WeakMap<Buffer, Buffer>();

/** Keeps a copy that was compressed elsewhere, such as by the build of the page. */
export function keepCompressed(bytes: Buffer, copy: Buffer): void {
  copies.set(bytes, copy);
}

/** The compressed copy of shared bytes, which is made for the first request; null where it would save nothing. */
export function compressedCopy(bytes: Buffer): Buffer | null {
  if (bytes.length < HTTP_LIMITS.compressedBytesMin) return null;
  const copy = copies.get(bytes) ?? gzipSync(bytes);
  copies.set(bytes, copy);
  return copy.length < bytes.length ? copy : null;
}
