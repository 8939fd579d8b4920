import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { textHash } from "../../src/core/text/text-tables.ts";
import { IdentifierIndex } from "../../src/registry/identifier-index.ts";
import {
  asNarrowNumbers,
  narrowed,
  readBytesInSlices,
  readNumbers,
  readNumbersInSlices,
} from "../../src/registry/store.ts";
import { MemoryStore } from "./memory-store.ts";
import { registryOf } from "./test-registry.ts";

const hashOf = (npi: string) => textHash(npi, textHash("npi"));

/** The first two NPIs whose hashes have something in common: the second, and the one before it that it agrees with. */
function firstPair(commonOf: (hash: number) => number, accepts: (hash: number, other: number) => boolean) {
  const seen = new Map<number, string>();
  for (let number = 1_000_000_000; ; number += 1) {
    const npi = String(number);
    const common = commonOf(hashOf(npi));
    const other = seen.get(common);
    if (other !== undefined && accepts(hashOf(npi), hashOf(other))) return [other, npi] as const;
    seen.set(common, npi);
  }
}

const LOWER_BITS = 14;
const upperBits = (hash: number) => hash >>> LOWER_BITS;
const lowerBits = (hash: number) => hash % 2 ** LOWER_BITS;

function candidates(described: readonly string[], npi: string): number[] {
  const { store } = registryOf(described.map((each) => ({ name: "N", npi: each })));
  return new IdentifierIndex(store).candidates("npi", npi);
}

describe("two identifiers whose hashes agree", () => {
  test("in their upper bits are told apart by the lower ones", () => {
    const [a, b] = firstPair(upperBits, (hash, other) => hash !== other);
    expect(candidates([a, b], a)).toEqual([0]);
    expect(candidates([a, b], b)).toEqual([1]);
    expect(candidates([a], b)).toEqual([]);
    expect(candidates([b], a)).toEqual([]);
  });

  test("in their lower bits are told apart by the upper ones, also when these follow each other", () => {
    const [a, b] = firstPair(
      (hash) => lowerBits(hash) + 2 ** LOWER_BITS * (upperBits(hash) >>> 1),
      (hash, other) => upperBits(hash) !== upperBits(other),
    );
    expect(candidates([a, b], a)).toEqual([0]);
    expect(candidates([a, b], b)).toEqual([1]);
    expect(candidates([a], b)).toEqual([]);
    expect(candidates([b], a)).toEqual([]);
  });

  test("in all bits are told apart by their rows", () => {
    // Found once, by trying: the search takes longer than all other tests here.
    const [a, b] = ["1000479599", "1000662382"];
    expect(hashOf(a)).toBe(hashOf(b));
    expect(candidates([a, b], a)).toEqual([0, 1]);
    const { directory } = registryOf([
      { name: "A", npi: a },
      { name: "B", npi: b },
      { name: "C", npi: a },
    ]);
    expect(directory.find({ npi: a }, null).map(({ name }) => name)).toEqual(["A", "C"]);
    expect(directory.find({ npi: b }, null).map(({ name }) => name)).toEqual(["B"]);
  });
});

test("hashes at both ends of all that there are find their rows", () => {
  // Of 200,000 numbers the ones with the least and the greatest hash.
  const [least, most] = ["1000116156", "1000086877"];
  expect(hashOf(least)).toBeLessThan(10_000);
  expect(hashOf(most)).toBeGreaterThan(2 ** 32 - 100_000);
  for (const npi of [least, most]) {
    expect(candidates([npi], npi)).toEqual([0]);
    expect(candidates(["1", "2", "3"], npi)).toEqual([]);
  }
});

test("a row that has an identifier twice is a candidate once", () => {
  const { store } = registryOf([{ name: "N", npi: "1", otherNpis: "1|2|1" }]);
  expect(new IdentifierIndex(store).candidates("npi", "1")).toEqual([0]);
});

test("a registry without rows, or without identifiers, has no candidates", () => {
  for (const registry of [registryOf([]), registryOf([{ name: "N" }])]) {
    expect(new IdentifierIndex(registry.store).candidates("npi", "1")).toEqual([]);
    expect(registry.directory.find({ npi: "1" }, null)).toEqual([]);
  }
});

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
