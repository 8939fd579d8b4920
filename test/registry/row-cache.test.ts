import { expect, test } from "vitest";
import { RowsRead } from "../../src/registry/row-cache.ts";

test("a row is known from the second time on, each for itself", () => {
  const rows = new RowsRead(20, 20);
  expect([rows.note(7), rows.note(8), rows.note(7), rows.note(8), rows.note(19)]).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
});

test("after as many rows as it may remember it starts over", () => {
  const rows = new RowsRead(100, 2);
  expect([rows.note(1), rows.note(2), rows.note(1)]).toEqual([false, false, true]);
  expect(rows.note(3)).toBe(false);
  expect([rows.note(1), rows.note(3)]).toEqual([false, true]);
});
