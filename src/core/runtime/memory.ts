import { getHeapStatistics } from "node:v8";
import { resourceLimits } from "node:worker_threads";

/** Bytes with memory of their own: it can be moved to another thread, or given back before its time. */
export type OwnBytes = Uint8Array<ArrayBuffer>;

/** The bytes themselves when they have memory of their own, or else a copy that has. */
export function owned(bytes: Uint8Array): OwnBytes {
  return isOwned(bytes) ? bytes : new Uint8Array(bytes);
}

/**
 * Gives memory back at once, after which there are no bytes. The garbage collector does not see how much it would
 * gain by collecting them: left to it, a hundred megabytes gather. What has been given back before stays so.
 */
export function free(bytes: Uint8Array): void {
  if (isOwned(bytes) && !bytes.buffer.detached) bytes.buffer.transfer(0);
}

function isOwned(bytes: Uint8Array): bytes is OwnBytes {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
}

const MEGABYTE = 1024 * 1024;
/** The limit that V8 tells includes the room for young objects, which old ones cannot have: three spaces of 64 MB. */
const YOUNG_BYTES = 3 * 64 * MEGABYTE;
/**
 * V8 ends the process when nothing is left, in the middle of whatever it does. What is left here is room to say so, for the
 * rows of a chunk of a file, some ten megabytes, before anybody looks again, and for what V8 needs to move objects about.
 */
const NEARLY_FULL_SHARE = 0.7;

/** The most memory, in megabytes, that V8 may use for what lives long, when most of it is in use; null while there is room. */
export function fullHeapMegabytes(): number | null {
  const whole = getHeapStatistics().heap_size_limit;
  // Less is kept for young objects where options say so; then at least half is for old ones.
  const limit = Math.max(whole - YOUNG_BYTES, whole / 2, ofThread(whole));
  // Young objects too: those that are kept become old ones all at once.
  const used = getHeapStatistics().used_heap_size;
  return used > limit * NEARLY_FULL_SHARE ? Math.round(limit / MEGABYTE) : null;
}

/** What the thread was given for old objects; 0 outside of threads, or where an option of Node.js has raised it since. */
function ofThread(whole: number): number {
  const bytes = (resourceLimits.maxOldGenerationSizeMb ?? 0) * MEGABYTE;
  return bytes < whole ? bytes : 0;
}
