import { expect, test } from "vitest";
import { csvText } from "../../../web/src/parts/data-table.tsx";

test("a table as CSV is quoted, and runs no formula that stands in a name", () => {
  const lines = [
    ["Provider", "Price", "Difference"],
    ['The "Oaks", Inc.', "24.00", "-3.10"],
    [" =HYPERLINK(1)", null, -3],
    ["\uff1d1+1", "+1", "\n@SUM(A1)"],
  ];
  expect(csvText(lines)).toBe(
    [
      "Provider,Price,Difference",
      '"The ""Oaks"", Inc.",24.00,-3.10',
      "' =HYPERLINK(1),,-3",
      `'\uff1d1+1,'+1,"'\n@SUM(A1)"`,
      "",
    ].join("\r\n"),
  );
});
