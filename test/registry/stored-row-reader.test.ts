import { expect, test } from "vitest";
import { parseFactor } from "../../src/core/money/factor.ts";
import { decimal, list, otherwise, text } from "../../src/dataset/column.ts";
import { datedTable, undatedTable } from "../../src/dataset/table.ts";
import { StoredRowReader } from "../../src/registry/stored-row-reader.ts";
import { MemoryStore } from "./memory-store.ts";

const declaration = {
  folder: "zz",
  name: "providers",
  columns: { name: text(), city: otherwise(text(), "nowhere"), npis: list(text()), share: decimal() },
  key: ["name"],
} as const;

test("rows have the values of their cells, empty ones what emptiness stands for, and their line", () => {
  const store = new MemoryStore([
    { cells: ['Say "Ah" \\ Clinic', "San Jos\u00e9", "1|2", "0.50"], line: 7 },
    { cells: ["Clinic", null, null, null], line: 8 },
  ]);
  const reader = new StoredRowReader(store, undatedTable(declaration));
  expect(reader.read(0)).toEqual({
    name: 'Say "Ah" \\ Clinic',
    city: "San Jos\u00e9",
    npis: ["1", "2"],
    share: parseFactor("0.50"),
    line: 7,
  });
  expect(reader.read(1)).toEqual({ name: "Clinic", city: "nowhere", npis: [], share: null, line: 8 });
});

test("rows share the values of cells that repeat, and read those that do not from their own text", () => {
  const rows = Array.from({ length: 700 }, (_, index) => ({
    cells: [`Clinic ${index}`, "Napa", "1|2", null],
    line: index + 2,
  }));
  const reader = new StoredRowReader(new MemoryStore(rows), undatedTable(declaration));
  expect(reader.read(699)).toMatchObject({ name: "Clinic 699", city: "Napa", line: 701 });
  expect(reader.read(699).npis).toBe(reader.read(3).npis);
});

test("a provider table is not dated", () => {
  expect(() => new StoredRowReader(new MemoryStore([]), datedTable(declaration))).toThrow("zz/providers is dated");
});
