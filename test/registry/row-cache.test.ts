import { expect, test } from "vitest";
import { RowCache, SharedRowCache } from "../../src/registry/row-cache.ts";

interface Row {
  readonly line: number;
}

test("rows are worth keeping when all of them were asked for before", () => {
  const rows = new RowCache<Row>(new SharedRowCache(100), 10);
  expect(rows.wereReadBefore([3, 4])).toBe(false);
  expect(rows.wereReadBefore([3, 5])).toBe(false);
  expect(rows.wereReadBefore([3, 4, 5])).toBe(true);
});

test("registries that share a cache never see each other's rows, nor those that were asked for by something else", () => {
  const shared = new SharedRowCache(100);
  const [one, other] = [new RowCache<Row>(shared, 10), new RowCache<Row>(shared, 10)];
  one.keep("npi", "1", [{ line: 9 }]);
  one.keep("id", "2", [{ line: 8 }]);
  one.wereReadBefore([3]);
  expect(other.wereReadBefore([3])).toBe(false);
  expect(other.get("npi", "1")).toBeUndefined();
  expect(one.get("id", "1")).toBeUndefined();
  expect(one.get("npi", 1)).toBeUndefined();
  expect(one.get("npi", "1")).toEqual([{ line: 9 }]);
});

test("the room is that of all registries together", () => {
  const shared = new SharedRowCache(4);
  const [one, other] = [new RowCache<Row>(shared, 10), new RowCache<Row>(shared, 10)];
  one.keep("npi", "0", [{ line: 0 }]);
  for (let number = 0; number < 8; number += 1) other.keep("npi", String(number), [{ line: number }]);
  expect(one.get("npi", "0")).toBeUndefined();
  expect(other.get("npi", "7")).toEqual([{ line: 7 }]);
});
