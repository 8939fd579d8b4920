import * as fc from "fast-check";
import { expect, it } from "vitest";
import { bitsIn, commonRows, compacted, intersected, listed, RowSet, unitedRows } from "../../src/registry/row-set.ts";
import { runs } from "../support/property-runs.ts";

/* Sets of bits, held against plain ones over several words. */

const ROW_COUNT = 200;
const rows = fc.uniqueArray(fc.nat({ max: ROW_COUNT - 1 }), { maxLength: ROW_COUNT });

function setOf(some: readonly number[]): RowSet {
  const set = RowSet.none(ROW_COUNT);
  for (const row of some) set.add(row);
  return set;
}

const ascending = (some: Iterable<number>) => [...some].sort((a, b) => a - b);

it("has what was added, counts it, and lists it in order", async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.nat({ max: 10 }), async (some, count) => {
      const set = setOf(some);
      expect(set.size).toBe(some.length);
      expect([...(await set.listed())]).toEqual(ascending(some));
      expect(set.first(count)).toEqual(ascending(some).slice(0, count));
      for (let row = 0; row < ROW_COUNT; row += 1) expect(set.has(row)).toBe(some.includes(row));
      const blocks: number[] = [];
      await set.inBlocks((block) => blocks.push(...block));
      expect(blocks).toEqual(ascending(some));
      for (const row of some.slice(0, 5)) set.remove(row);
      expect([...(await set.listed())]).toEqual(ascending(some.slice(5)));
    }),
    runs(),
  );
});

it("unites, intersects and meets others as sets do", async () => {
  await fc.assert(
    fc.asyncProperty(rows, rows, rows, async (some, others, more) => {
      const both = ascending(some.filter((row) => others.includes(row)));
      const united = setOf(some);
      united.unite(setOf(others));
      expect([...(await united.listed())]).toEqual(ascending(new Set([...some, ...others])));
      const common = setOf(some);
      common.intersect(setOf(others));
      expect([...(await common.listed())]).toEqual(both);
      expect(setOf(some).meets(setOf(others))).toBe(both.length > 0);
      const within = await setOf(some).within([setOf(others), setOf(more)]);
      expect([...(await within.listed())]).toEqual(
        ascending(some.filter((row) => others.includes(row) || more.includes(row))),
      );
      const listOf = (each: readonly number[]) => Uint32Array.from(ascending(each));
      for (const form of [setOf, listOf]) {
        expect([...(await listed(intersected(setOf(some), form(others))))]).toEqual(both);
        expect([...(await listed(commonRows(listOf(some), form(others))))]).toEqual(both);
        expect([...(await listed(commonRows(setOf(some), form(others))))]).toEqual(both);
        const either = ascending(new Set([...some, ...others]));
        expect([...(await listed(unitedRows(listOf(some), form(others))))]).toEqual(either);
        expect([...(await listed(unitedRows(setOf(some), form(others))))]).toEqual(either);
      }
    }),
    runs(),
  );
});

it("takes a part of a list", async () => {
  const set = RowSet.none(ROW_COUNT);
  set.addListed(Uint32Array.of(3, 40, 41, 199), 1, 3);
  expect([...(await set.listed())]).toEqual([40, 41]);
});

it("stands for a list where it takes less room: more than one row in 32", () => {
  const list = Uint32Array.of(1, 2);
  expect(compacted(list, 64)).toBe(list);
  expect(compacted(list, 63)).toBeInstanceOf(RowSet);
});

it("counts the bits of a word", () => {
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (word) => {
      expect(bitsIn(word)).toBe((word >>> 0).toString(2).replaceAll("0", "").length);
    }),
    runs(),
  );
});
