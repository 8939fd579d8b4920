import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { csvInSlices, csvOf } from "../../src/answers/csv-table.ts";
import { CsvReader } from "../../src/dataset/csv.ts";
import { safeCell, valueText } from "../../src/dataset/safe-cell.ts";
import { runs } from "../support/property-runs.ts";

interface Reading {
  readonly records: { readonly cells: string[]; readonly line: number }[];
  readonly faults: { readonly line: number; readonly reason: string }[];
}

/** Reads bytes that arrive in chunks of a given size. */
function read(content: string | Buffer, chunkBytes = 1 << 16): Reading {
  const bytes = Buffer.from(content);
  const reading: Reading = { records: [], faults: [] };
  const reader = new CsvReader({
    record: (cells, line) => reading.records.push({ cells, line }),
    fault: (line, reason) => reading.faults.push({ line, reason }),
  });
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    // A copy that is wiped afterwards, as the buffer of a file reader is.
    const chunk = Buffer.from(bytes.subarray(start, start + chunkBytes));
    reader.read(chunk);
    chunk.fill(0xff);
  }
  reader.end();
  return reading;
}

const cellsOf = ({ records }: Reading) => records.map(({ cells }) => cells);

describe("plain CSV", () => {
  test.each(["a\rb,c", '"a",b\rc', "a\r,b"])("a carriage return by itself ends nothing, and is a fault: %j", (line) => {
    expect(read(`1,2\n${line}\n3,4\n`)).toEqual({
      records: [
        { cells: ["1", "2"], line: 1 },
        { cells: ["3", "4"], line: 3 },
      ],
      faults: [{ line: 2, reason: "a carriage return inside a cell that is not quoted" }],
    });
  });

  test("lines end with LF or CRLF, the last one with either or neither", () => {
    for (const content of ["a,b\n1,2\n", "a,b\r\n1,2\r\n", "a,b\n1,2", "a,b\r\n1,2\r"]) {
      expect(cellsOf(read(content))).toEqual([
        ["a", "b"],
        ["1", "2"],
      ]);
    }
  });

  test("a byte order mark is not part of the first cell, with quotes or without", () => {
    expect(cellsOf(read("\ufeffname\nx\n"))).toEqual([["name"], ["x"]]);
    expect(cellsOf(read('\ufeff"name"\nx\n', 1))).toEqual([["name"], ["x"]]);
  });

  test("cells are trimmed, inside quotes too", () => {
    expect(cellsOf(read('  a\t,\u00a0b ," c "\n'))).toEqual([["a", "b", "c"]]);
  });

  test("blank lines are skipped and still counted", () => {
    const { records } = read("a,b\n\n  \n1,2\n\n");
    expect(records).toEqual([
      { cells: ["a", "b"], line: 1 },
      { cells: ["1", "2"], line: 4 },
    ]);
  });

  test("a file without a single record is no fault of the reader", () => {
    expect(read("")).toEqual({ records: [], faults: [] });
    expect(read("\ufeff")).toEqual({ records: [], faults: [] });
  });
});

describe("quoted cells", () => {
  test("hold commas, doubled quotes and line ends", () => {
    expect(cellsOf(read('"a,b","say ""hi""","two\nlines"\r\n'))).toEqual([["a,b", 'say "hi"', "two\nlines"]]);
  });

  test("count their line ends, so that later records keep their line", () => {
    const { records } = read('h\n"one\ntwo\nthree"\nlast\n');
    expect(records.map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  test("may be empty", () => {
    expect(cellsOf(read('"",""\n'))).toEqual([["", ""]]);
  });
});

describe("what is not CSV", () => {
  test("text after a closing quote is reported, and the next line is read", () => {
    const { records, faults } = read('h,i\n"a"x,b\nc,d\n');
    expect(faults).toEqual([{ line: 2, reason: "text after a closing quote" }]);
    expect(records.at(-1)).toEqual({ cells: ["c", "d"], line: 3 });
  });

  test("a quote inside a cell that is not quoted is reported with its line", () => {
    expect(read('h\n"two\nlines"\n5" pipe\nlast\n').faults).toEqual([
      { line: 4, reason: "a quote inside a cell that is not quoted" },
    ]);
  });

  test("a quote that is never closed is reported where it opens", () => {
    const { records, faults } = read('h\na\n"open\nb\n');
    expect(faults).toEqual([{ line: 3, reason: "a quote that is never closed" }]);
    expect(records).toContainEqual({ cells: ["b"], line: 4 });
  });

  test("a quote that is not closed within a megabyte does not swallow the rest of the file", () => {
    const rest = "x,y\n".repeat(600_000);
    const { records, faults } = read(`h,i\n"open,1\n${rest}`);
    expect(faults).toEqual([{ line: 2, reason: "a quote that is never closed" }]);
    expect(records).toHaveLength(600_001);
    expect(records.at(-1)?.line).toBe(600_002);
  });

  test("a line of more than a megabyte ends the reading", () => {
    const { faults } = read(`h\nfine\n${"x".repeat((1 << 20) + 2)}`);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ line: 3, reason: expect.stringContaining("longer than 1048576 bytes") });
  });

  test("bytes that are not UTF-8 are reported with every line they are on", () => {
    const content = Buffer.concat([
      Buffer.from("h\nfine\n"),
      Buffer.from([0xe9, 0x0a]),
      Buffer.from('"a\nb"\n'),
      Buffer.from([0x41, 0xc3, 0x0a]),
    ]);
    for (const chunkBytes of [1, 3, 1000]) {
      expect(read(content, chunkBytes).faults).toEqual([
        { line: 3, reason: "bytes that are not UTF-8" },
        { line: 6, reason: "bytes that are not UTF-8" },
      ]);
    }
  });

  test("the two control characters that keys are joined with are refused", () => {
    const { faults } = read('h\n"a\n\u001fb"\nc\u0000\n');
    expect(faults).toEqual([
      { line: 4, reason: "the control character U+0000" },
      { line: 3, reason: "the control character U+001F" },
    ]);
  });
});

describe("against csv-parse", () => {
  const cell = fc.oneof(
    fc.string({
      unit: fc.constantFrom("a", "Z", "0", " ", ",", '"', "\n", "\r\n", "é", "漢", "𝐀", "\t"),
      maxLength: 8,
    }),
    fc.constant(""),
  );

  const file = fc.record({
    rows: fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 12 }),
    lineEnd: fc.constantFrom("\n", "\r\n"),
    quoteAll: fc.boolean(),
    mark: fc.constantFrom("", "\ufeff"),
    chunkBytes: fc.integer({ min: 1, max: 40 }),
    endsWithLineEnd: fc.boolean(),
  });

  test("every file that RFC 4180 allows gives the same cells, however it is cut into chunks", () => {
    fc.assert(
      fc.property(file, ({ rows, lineEnd, quoteAll, mark, chunkBytes, endsWithLineEnd }) => {
        const written = rows.map((cells) =>
          cells.map((each) => (quoteAll || /[",\r\n]/.test(each) ? `"${each.replaceAll('"', '""')}"` : each)).join(","),
        );
        const content = mark + written.join(lineEnd) + (endsWithLineEnd ? lineEnd : "");
        const { records, faults } = read(content, chunkBytes);

        const expected = parse(content, {
          bom: true,
          relax_column_count: true,
          skip_empty_lines: true,
          info: true,
        }) as unknown as {
          record: string[];
        }[];
        expect(faults).toEqual([]);
        expect(records.map(({ cells }) => cells)).toEqual(
          expected.map(({ record }) => record.map((each) => each.trim())),
        );
        expect(records.map(({ line }) => line)).toEqual(startLines(written));
      }),
      runs(300),
    );
  });

  /** The physical line that each written record starts on. */
  function startLines(written: readonly string[]): number[] {
    let line = 1;
    return written.map((record) => {
      const start = line;
      line += record.split("\n").length;
      return start;
    });
  }
});

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
    expect(csvOf({ columns, rows: [1, 2] })).toBe('n,"half, exactly"\r\n1,0.5\r\n2,1\r\n');
    expect(csvOf({ columns, rows: [] })).toBe('n,"half, exactly"\r\n');
  });

  it("is the same in slices, between which others have their turn", async () => {
    const rows = Array.from({ length: 50_000 }, (_, place) => place);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 0);
    const text = await csvInSlices({ columns, rows });
    clearInterval(timer);
    expect(text).toBe(csvOf({ columns, rows }));
    expect(turns).toBeGreaterThan(0);
  });
});

describe("value text", () => {
  test.each([
    ["26.18", "26.18"],
    [null, ""],
    [undefined, ""],
    [true, "true"],
    [0.5432, "0.5432"],
    [1e21, "1e+21"],
    [["A", "B"], "A|B"],
    [[{ code: "x" }], '{"code":"x"}'],
    [[], ""],
  ])("the value %j is the text %j", (value, text) => {
    expect(valueText(value)).toBe(text);
  });
});
