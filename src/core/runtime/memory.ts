import { getHeapStatistics } from "node:v8";
import { resourceLimits } from "node:worker_threads";

/** Bytes with their own buffer, which can be transferred to another thread or freed early. */
export type OwnBytes = Uint8Array<ArrayBuffer>;

/** The bytes themselves if they have their own buffer, otherwise a copy. */
export function owned(bytes: Uint8Array): OwnBytes {
  return isOwned(bytes) ? bytes : new Uint8Array(bytes);
}

/**
 * Frees memory at once. The garbage collector does not see the size of these buffers: a hundred megabytes would pile
 * up. Freeing twice does nothing.
 */
export function free(bytes: Uint8Array): void {
  if (isOwned(bytes) && !bytes.buffer.detached) bytes.buffer.transfer(0);
}

function isOwned(bytes: Uint8Array): bytes is OwnBytes {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
}

const MEGABYTE = 1024 * 1024;
/** V8's limit includes the young generation (three spaces of 64 MB), which old objects cannot use. */
const YOUNG_BYTES = 3 * 64 * MEGABYTE;
/**
 * V8 ends the process when the heap is full. The rest is for reporting it, for the rows of a chunk (some ten megabytes)
 * until the next check, and for V8 to move objects.
 */
const NEARLY_FULL_SHARE = 0.7;

/** V8's limit for old objects in megabytes, if most of it is in use; otherwise null. */
export function fullHeapMegabytes(): number | null {
  const whole = getHeapStatistics().heap_size_limit;
  // Options may reserve less for young objects; then at least half is for old ones.
  const limit = Math.max(whole - YOUNG_BYTES, whole / 2, ofThread(whole));
  // Counts young objects too: survivors become old all at once.
  const used = getHeapStatistics().used_heap_size;
  return used > limit * NEARLY_FULL_SHARE ? Math.round(limit / MEGABYTE) : null;
}

/** The thread's limit for old objects; 0 outside of threads, or if an option of Node.js has raised it. */
function ofThread(whole: number): number {
  const bytes = (resourceLimits.maxOldGenerationSizeMb ?? 0) * MEGABYTE;
  return bytes < whole ? bytes : 0;
}
