import { describe, expect, it } from "vitest";
import { csvInSlices, csvOf } from "../../src/answers/csv-table.ts";
import { safeCell } from "../../src/dataset/safe-cell.ts";

describe("A cell", () => {
  it.each([
    [null, ""],
    [undefined, ""],
    ["", ""],
    ["00840", "00840"],
    ["a, b", '"a, b"'],
    ['say "x"', '"say ""x"""'],
    ["two\nlines", '"two\nlines"'],
    [true, "true"],
    [false, "false"],
    [0, "0"],
    [-1.5, "-1.5"],
    [-1e-7, "-1e-7"],
    ["-12.50", "-12.50"],
    ["-7", "-7"],
    [[], ""],
    [["50", "RT"], "50|RT"],
    [["a", null], "a|"],
    [[{ code: "dph", message: "m" }], '"{""code"":""dph"",""message"":""m""}"'],
  ])("of %j is %s", (value, cell) => {
    expect(safeCell(value)).toBe(cell);
  });

  it.each([
    ["=1+1", "'=1+1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ["+1", "'+1"],
    ["-A1", "'-A1"],
    ["-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"],
    ["-", "'-"],
    ["-1.", "'-1."],
    ["-1\n", '"\'-1\n"'],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", '"\'\r=1"'],
    ["\nx", '"\'\nx"'],
    ["  =1", "'  =1"],
    ["\uff1d1", "'\uff1d1"],
    [["=1", "2"], "'=1|2"],
  ])("of %j, which a spreadsheet would run, is marked as text", (value, cell) => {
    expect(safeCell(value)).toBe(cell);
  });
});

describe("A table", () => {
  const columns = [
    { heading: "n", of: (row: number) => row },
    { heading: "half, exactly", of: (row: number) => row / 2 },
  ];

  it("has its headings and ends every line with CRLF, also the last", () => {
    expect(csvOf(columns, [1, 2])).toBe('n,"half, exactly"\r\n1,0.5\r\n2,1\r\n');
    expect(csvOf(columns, [])).toBe('n,"half, exactly"\r\n');
  });

  it("is the same in slices, between which others have their turn", async () => {
    const rows = Array.from({ length: 50_000 }, (_, place) => place);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 0);
    const text = await csvInSlices(columns, rows);
    clearInterval(timer);
    expect(text).toBe(csvOf(columns, rows));
    expect(turns).toBeGreaterThan(0);
  });
});
