import { expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { decimal, required, text } from "../../src/dataset/column.ts";
import { datedTable } from "../../src/dataset/table.ts";
import { changeOf, TableColumns } from "../../src/diff/release-change.ts";
import { ChangeList } from "../../src/diff/release-comparison.ts";

const fees = datedTable({
  folder: "zz",
  name: "fees",
  columns: { code: required(text()), fee: decimal(), units: decimal(), note: text() },
  key: ["code"],
});

type Values = readonly [fee: string | null, units?: string | null, note?: string | null];

function judged(code: string, before: Values, after: Values) {
  const cells = ([fee, units = null, note = null]: Values) => [code, fee, units, note, "2026-01-01", null];
  return changeOf(fees, new TableColumns(fees), {
    before: cells(before),
    after: cells(after),
    from: "2026-01-01" as Day,
    to: null,
    beforeUntil: null,
  });
}

it.each([
  ["lost", ["760"], [null]],
  ["gained", [null], ["760"]],
  // The first figure leads, whatever another one does.
  ["lost", ["760", "1"], [null, "2"]],
  ["raised", ["760"], ["761", "2"]],
  ["changed", ["760", null, "a"], ["760.00", null, "b"]],
] as const)("a key that both have is %s from %j to %j", (kind, before, after) => {
  expect(judged("A1", before, after).kind).toBe(kind);
});

it("lists prices that are lost after those that moved and before what else differs, the largest first", () => {
  const list = new ChangeList();
  list.add(judged("A1", ["1", null, "a"], ["1", null, "b"]));
  list.add(judged("A2", ["9"], [null]));
  list.add(judged("A3", [null], ["5"]));
  list.add(judged("A4", ["760"], [null]));
  list.add(judged("A5", ["100"], ["101"]));
  expect([...list.inOrder()].map(({ kind, key }) => `${kind} ${key.code}`)).toEqual([
    "raised A5",
    "lost A4",
    "lost A2",
    "gained A3",
    "changed A1",
  ]);
});
