import { describe, expect, test } from "vitest";
import { textHash } from "../../src/core/text/text-tables.ts";
import { IdentifierIndex } from "../../src/registry/identifier-index.ts";
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
    const [a, b] = firstPair(
      (hash) => hash,
      () => true,
    );
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
  const npis = Array.from({ length: 200_000 }, (_, index) => String(1_000_000_000 + index));
  const byHash = npis.toSorted((a, b) => hashOf(a) - hashOf(b));
  for (const npi of [byHash.at(0) as string, byHash.at(-1) as string]) {
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
