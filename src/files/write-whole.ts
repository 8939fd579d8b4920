import { writeSync } from "node:fs";

/** Writes all bytes where a file stands, or at a place of it: the system may take less of them at a time, and says so. */
export function writeWhole(descriptor: number, bytes: Uint8Array, at: number | null = null): void {
  for (let written = 0; written < bytes.length; ) {
    const place = at === null ? null : at + written;
    written += writeSync(descriptor, bytes, written, bytes.length - written, place);
  }
}
