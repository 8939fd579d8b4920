import { expect, test } from "vitest";
import { withoutCells } from "../../../../src/core/text/csv.ts";

test.each([
  ["1,2,3,a,b", "a,b"],
  ['1,"2,""x"", y\nz",3, a ,"b"', ' a ,"b"'],
  ['"","","",""', '""'],
  ["1,2,3,", ""],
  ["1,2,3", null],
  ['1,"2,3,a', null],
  ["", null],
])("%j without three cells is %j", (record, rest) => {
  expect(withoutCells(record, 3)).toBe(rest);
});
