import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFactor } from "../../src/core/money/factor.ts";
import { decimal, list, otherwise, text } from "../../src/dataset/column.ts";
import { datedTable, undatedTable } from "../../src/dataset/table.ts";
import { RowCache, SharedRowCache } from "../../src/registry/row-cache.ts";
import { RepeatedCells, type RowCell, rowCells, StoredRowReader } from "../../src/registry/stored-row-reader.ts";
import { runs } from "../support/property-runs.ts";
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

describe("repeated cells", () => {
  const texts = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

  test("texts are numbered as they first come, and keep their numbers", () => {
    const cities = new RepeatedCells();
    expect(["Fresno", "Oakland", "Fresno", "Napa", "Oakland"].map((city) => cities.numbered(city))).toEqual([
      0, 1, 0, 2, 1,
    ]);
    expect(cities.texts).toEqual(["Fresno", "Oakland", "Napa"]);
  });

  test("a column whose texts do not come again is given up after 512 of them; what has a number by then keeps it in earlier rows", () => {
    const npis = new RepeatedCells();
    const numbered = texts("NPI ", 600).map((npi) => npis.numbered(npi));
    expect(numbered[511]).toBe(511);
    expect(numbered[512]).toBe("NPI 512");
    expect(npis.numbered("NPI 0")).toBe("NPI 0");
    expect(npis.texts).toHaveLength(512);
  });

  test("a column with more than 2,048 texts has numbers for the first of them, and goes on to use them", () => {
    const cities = new RepeatedCells();
    for (const city of texts("City ", 3_000)) {
      cities.numbered(city);
      cities.numbered(city);
    }
    expect(cities.texts).toHaveLength(2_048);
    expect(cities.numbered("City 2047")).toBe(2_047);
    expect(cities.numbered("City 2048")).toBe("City 2048");
  });

  test("a column whose texts have come again as often as there are texts is not given up", () => {
    const zipCodes = new RepeatedCells();
    for (const zipCode of texts("Z", 512)) zipCodes.numbered(zipCode);
    for (const zipCode of texts("Z", 512)) zipCodes.numbered(zipCode);
    expect(zipCodes.numbered("another")).toBe(512);
  });
});

describe("row cells", () => {
  const cell: fc.Arbitrary<RowCell> = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom('"', "\\", ",", "null", "[1,2]", "", "San Jos\u00e9", "\ud83c\udfe5", "\ud800", "\u2028"),
    fc.nat(),
    fc.constant(null),
  );

  test("cells are read as JSON.parse reads them, whatever is in them", () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
        const text = JSON.stringify(cells);
        expect(rowCells(text, cells.length)).toEqual(JSON.parse(text));
      }),
      runs(500),
    );
  });

  test("members behind those that are asked for are left alone", () => {
    expect(rowCells('["a",7,null,4294967295]', 3)).toEqual(["a", 7, null]);
  });
});

describe("row cache", () => {
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
});
