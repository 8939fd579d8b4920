import { describe, expect, it } from "vitest";
import { sharedTables } from "../../src/dataset/medicare-tables.ts";
import { headersOf, type Table, titleOf } from "../../src/dataset/table.ts";
import { states } from "../../src/states/index.ts";

const tables: readonly Table[] = [...states.flatMap((state) => state.tables), ...sharedTables];

describe.each(tables.map((table) => ({ title: titleOf(table), table })))("$title", ({ table }) => {
  it("has a name for readers, without signs of a file", () => {
    expect(table.called).toMatch(/^[A-Za-z][A-Za-z' -]+$/);
  });

  it("has words for its own columns and values alone", () => {
    const values = Object.values(table.columns).flatMap((column) => column.values ?? []);
    const known = new Set([...headersOf(table), ...values]);
    expect(Object.keys(table.words).filter((name) => !known.has(name))).toEqual([]);
  });
});

it("tables of one state have different names", () => {
  for (const state of states) {
    const names = state.tables.map(({ called }) => called);
    expect(new Set(names).size).toBe(names.length);
  }
});
