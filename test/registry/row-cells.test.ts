import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type RowCell, rowCells } from "../../src/registry/stored-row-reader.ts";

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
    { numRuns: 500 },
  );
});

test("members behind those that are asked for are left alone", () => {
  expect(rowCells('["a",7,null,4294967295]', 3)).toEqual(["a", 7, null]);
});
