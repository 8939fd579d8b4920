import fc from "fast-check";
import { expect, test } from "vitest";
import { compareText } from "../../src/core/text/order.ts";
import { Ranking } from "../../src/registry/ranking.ts";

type Key = readonly (string | null)[];

function order(keys: readonly Key[]): number[] {
  const ranking = new Ranking();
  for (const key of keys) ranking.add(key);
  return [...ranking.ranks().order];
}

function compareKeys(a: Key, b: Key): number {
  for (const [index, part] of a.entries()) {
    const gap = compareText(part, b[index] ?? null);
    if (gap !== 0) return gap;
  }
  return 0;
}

function expectedOrder(keys: readonly Key[]): number[] {
  return keys.map((_, index) => index).sort((a, b) => compareKeys(keys[a] as Key, keys[b] as Key) || a - b);
}

test("text compares by code point, null first, a shorter text before its continuation", () => {
  const names = ["b", "a", null, "ab", "", "\u{1f600}", "\uff21", "B"];
  const sorted = order(names.map((name) => [name])).map((index) => names[index]);
  expect(sorted).toEqual([null, "", "B", "a", "ab", "b", "\uff21", "\u{1f600}"]);
});

test("later parts decide between equal earlier ones, and equal keys keep their order", () => {
  expect(
    order([
      ["x", "2", null],
      ["x", "10", null],
      ["x", null, "z"],
      ["x", "10", null],
      ["w", "9", "9"],
    ]),
  ).toEqual([4, 2, 1, 3, 0]);
});

test("any keys come in the order that comparing them gives", () => {
  const part = fc.option(fc.string({ unit: fc.constantFrom("a", "b", "é", "\uff21", "𝐀"), maxLength: 4 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(part, part), { maxLength: 200 }), (keys) => {
      expect(order(keys)).toEqual(expectedOrder(keys));
    }),
  );
});

test("thousands of names with long common beginnings are ordered", () => {
  const keys = Array.from({ length: 5_000 }, (_, index) => [
    `PROVIDER OF CARE NUMBER ${(index * 7919) % 1_000}`,
    index % 3 === 0 ? null : String((index * 31) % 100),
  ]);
  expect(order(keys)).toEqual(expectedOrder(keys));
});
