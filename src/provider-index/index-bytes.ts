import { free } from "../runtime/own-bytes.ts";
import { isSliceOver, nextSlice } from "../runtime/scheduler.ts";
import type { ProviderStore } from "./store.ts";

/*
 * Indexes are typed arrays, stored as their bytes in parts. Those that are needed from the start are read at once;
 * the others are read when they are first asked for, part by part, so that no request waits for all of them.
 */

/** Reads an index while other requests are answered. Works in slices. */
export async function readBytesInSlices(store: ProviderStore, name: string): Promise<Uint8Array> {
  const bytes = roomFor(store.indexBytes(name));
  for (let at = 0, part = 0; at < bytes.length; part += 1) {
    if (isSliceOver()) await nextSlice();
    const read = store.readIndexPart(name, part);
    bytes.set(read, at);
    at += read.length;
    free(read);
  }
  return bytes;
}

export function readNumbers(store: ProviderStore, name: string): Uint32Array {
  return asNumbers(store.readIndex(name));
}

export async function readNumbersInSlices(store: ProviderStore, name: string): Promise<Uint32Array> {
  return asNumbers(await readBytesInSlices(store, name));
}

/** Whole numbers of 8, 16 or 32 bits each. */
export type NarrowNumbers = Uint8Array | Uint16Array | Uint32Array;

/** Reads so many numbers, stored in as few bytes as they needed. */
export function asNarrowNumbers(bytes: Uint8Array, count: number): NarrowNumbers {
  const width = count === 0 ? 1 : bytes.length / count;
  if (width === 1) return bytes;
  return width === 2 ? asShortNumbers(bytes) : asNumbers(bytes);
}

/** The same numbers in as few bytes each as the largest needs. */
export function narrowed(numbers: Uint32Array, largest: number): NarrowNumbers {
  if (largest <= 0xff) return Uint8Array.from(numbers);
  return largest <= 0xffff ? Uint16Array.from(numbers) : numbers;
}

/** Reads numbers of 16 bits each. */
export function asShortNumbers(bytes: Uint8Array): Uint16Array {
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint16Array.BYTES_PER_ELEMENT);
}

function asNumbers(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint32Array.BYTES_PER_ELEMENT);
}

/** Room for the bytes of an index. Nobody fills it with zeros first: for a large one that takes milliseconds at once. */
function roomFor(byteCount: number): Uint8Array {
  return new Uint8Array(Buffer.allocUnsafeSlow(byteCount).buffer);
}
