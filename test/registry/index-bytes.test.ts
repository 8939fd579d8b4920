import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  asNarrowNumbers,
  narrowed,
  readBytesInSlices,
  readNumbers,
  readNumbersInSlices,
} from "../../src/registry/store.ts";
import { MemoryStore } from "./memory-store.ts";

describe("numbers", () => {
  const stored = (largest: number) => {
    const numbers = Uint32Array.of(0, 1, largest);
    const narrow = narrowed(numbers, largest);
    const read = asNarrowNumbers(new Uint8Array(narrow.buffer, narrow.byteOffset, narrow.byteLength), 3);
    expect(Array.from(read)).toEqual(Array.from(numbers));
    return narrow.BYTES_PER_ELEMENT;
  };

  test("are stored in as few bytes as the largest needs", () => {
    expect([255, 256, 65_535, 65_536, 0xffff_ffff].map(stored)).toEqual([1, 2, 2, 4, 4]);
  });

  test("may be none", () => {
    expect(narrowed(new Uint32Array(), -1)).toHaveLength(0);
    expect(asNarrowNumbers(new Uint8Array(), 0)).toHaveLength(0);
  });
});

describe("an index of many parts", () => {
  const numbers = Uint32Array.from({ length: 10_000 }, (_, index) => index * 7_919);
  const store = new MemoryStore([]);
  store.writeIndex("many", numbers);

  test("is the same read at once and in slices", async () => {
    expect(readNumbers(store, "many")).toEqual(numbers);
    expect(await readNumbersInSlices(store, "many")).toEqual(numbers);
    expect(await readBytesInSlices(store, "many")).toEqual(store.readIndex("many"));
  });

  test("has no bytes when it was never written", async () => {
    expect(readNumbers(store, "missing")).toHaveLength(0);
    expect(await readBytesInSlices(store, "missing")).toHaveLength(0);
  });

  test("lets others in while it is read in slices", async () => {
    const slow = new MemoryStore([]);
    slow.writeIndex("many", numbers);
    const readPart = slow.readIndexPart.bind(slow);
    slow.readIndexPart = (name, part) => {
      const until = performance.now() + 1;
      while (performance.now() < until);
      return readPart(name, part);
    };
    let isRead = false;
    const reading = readNumbersInSlices(slow, "many").then((read) => {
      isRead = true;
      return read;
    });
    let turns = 0;
    for (; !isRead; turns += 1) await nextTurn();
    expect(await reading).toEqual(numbers);
    expect(turns).toBeGreaterThan(5);
  });
});
