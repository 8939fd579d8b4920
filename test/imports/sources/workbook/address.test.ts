import { expect, it } from "vitest";
import { addressOf, addressText } from "../../../../src/imports/sources/workbook/cell.ts";

it("an address is read and written alike, up to the last cell of a sheet", () => {
  const addresses = ["A1", "Z9", "AA10", "XFD1048576"];
  expect(addresses.map((text) => addressText(addressOf(text) ?? { row: 0, column: 0 }))).toEqual(addresses);
  expect(addressOf("XFD1048576")).toEqual({ row: 1_048_576, column: 16_384 });
});

it("a cell that no sheet has is none, nor is anything else", () => {
  for (const text of ["XFE1", "A1048577", "A0", "A", "1", "a1", "A1B", "$A$1", ""]) expect(addressOf(text)).toBeNull();
});
