import { setImmediate as nextTurn } from "node:timers/promises";
import type { ProviderStore } from "./store.ts";

/*
 * Indexes are typed arrays, stored as their bytes in parts. The large ones are read part by
 * part with a turn of the event loop in between, so that no request waits for all of them.
 */

/** Reads an index at once. */
export function readBytes(store: ProviderStore, name: string): Uint8Array {
  const bytes = new Uint8Array(store.indexBytes(name));
  for (let at = 0, part = 0; at < bytes.length; part += 1) at = place(store.readIndexPart(name, part), bytes, at);
  return bytes;
}

/** Reads an index while other requests are answered. */
export async function readBytesInTurns(store: ProviderStore, name: string): Promise<Uint8Array> {
  const bytes = new Uint8Array(store.indexBytes(name));
  for (let at = 0, part = 0; at < bytes.length; part += 1) {
    at = place(store.readIndexPart(name, part), bytes, at);
    await nextTurn();
  }
  return bytes;
}

export function readNumbers(store: ProviderStore, name: string): Uint32Array {
  return asNumbers(readBytes(store, name));
}

export async function readNumbersInTurns(store: ProviderStore, name: string): Promise<Uint32Array> {
  return asNumbers(await readBytesInTurns(store, name));
}

/** Whole numbers of 8, 16 or 32 bits each, as many as there are rows. */
export type NumberPerRow = Uint8Array | Uint16Array | Uint32Array;

/** Reads one number per row, stored in as few bytes as they needed. */
export function asNumberPerRow(bytes: Uint8Array, rowCount: number): NumberPerRow {
  const width = rowCount === 0 ? 1 : bytes.length / rowCount;
  if (width === 1) return bytes;
  return width === 2 ? new Uint16Array(bytes.buffer, bytes.byteOffset, rowCount) : asNumbers(bytes);
}

/** The same numbers in as few bytes each as the largest needs. */
export function narrowed(numbers: Uint32Array, largest: number): NumberPerRow {
  if (largest <= 0xff) return Uint8Array.from(numbers);
  return largest <= 0xffff ? Uint16Array.from(numbers) : numbers;
}

function place(part: Uint8Array, into: Uint8Array, at: number): number {
  into.set(part, at);
  return at + part.length;
}

function asNumbers(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint32Array.BYTES_PER_ELEMENT);
}
