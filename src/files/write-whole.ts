import { writeSync } from "node:fs";

/** Writes all bytes where a file stands: the system may take less of them at a time, and says so. */
export function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}
