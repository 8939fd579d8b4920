import { expect, test } from "vitest";
import type { TableDiff } from "../../../web/src/changes/diff.ts";
import { countBars } from "../../../web/src/changes/overview.tsx";

function diff(table: string, raised: number, cut: number): TableDiff {
  const others = { lost: 0, ended: 7, gained: 0, added: 0, extended: 0, changed: 0 };
  return { table, rows_before: 9, rows_after: 9, listed: 9, raised, cut, ...others };
}

test("bars of all tables are to one scale, small ones can be seen, and tables without moved figures have none", () => {
  const bars = countBars([diff("xx/a", 1000, 500), diff("xx/b", 1, 0), diff("xx/c", 0, 0)], 200);
  expect(bars).toEqual([
    { table: "xx/a", raised: 1000, cut: 500, raisedWidth: 200, cutWidth: 100 },
    { table: "xx/b", raised: 1, cut: 0, raisedWidth: 2, cutWidth: 0 },
  ]);
});
