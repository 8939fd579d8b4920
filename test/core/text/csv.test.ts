import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  cellsOf,
  csvCell,
  delimiterByCount,
  lastRecordEnd,
  leadingCells,
  RecordCursor,
  recordBetween,
  UNFINISHED,
  withoutCells,
} from "../../../src/core/text/csv.ts";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { CsvReader } from "../../../src/dataset/csv.ts";
import { DelimitedReader } from "../../../src/imports/sources/text.ts";
import { firstRecords } from "../../../web/src/repricing/first-records.ts";
import { runs } from "../../support/property-runs.ts";

function recordsIn(text: string): string[] {
  const cursor = new RecordCursor(text, true);
  const records: string[] = [];
  for (let start = 0; cursor.next() !== UNFINISHED; start = cursor.position) {
    records.push(recordBetween(text, start, cursor.position));
  }
  return records;
}

const cell = fc.string({ unit: fc.constantFrom("a", "7", " ", ",", '"', "\n", "\r\n", "é", ";"), maxLength: 6 });
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
const lineEnd = fc.constantFrom("\n", "\r\n");

const STRAY_QUOTE =
  "quotation marks only around a whole cell, one before it and one after it, and two for each one inside it";

describe("Records of a CSV", () => {
  it("are those that another reader finds, whatever their cells hold", () => {
    fc.assert(
      fc.property(table, lineEnd, fc.boolean(), (rows, end, isEnded) => {
        const text = rows.map((row) => row.map(csvCell).join(",")).join(end) + (isEnded ? end : "");
        const oracle: unknown = parse(text, { relax_column_count: true, record_delimiter: end });
        expect(recordsIn(text).map(cellsOf)).toEqual(oracle);
      }),
      runs(),
    );
  });

  it("are cut between records wherever the text is cut", () => {
    fc.assert(
      fc.property(table, fc.nat(), (rows, at) => {
        const text = rows.map((row) => `${row.map(csvCell).join(",")}\n`).join("");
        const part = text.slice(0, at % (text.length + 1));
        const end = lastRecordEnd(part, false);
        const [before, after] = [recordsIn(text.slice(0, end)), recordsIn(text.slice(end))];
        expect([...before, ...after]).toEqual(recordsIn(text));
        // No whole record is left behind.
        expect(lastRecordEnd(part.slice(end), false)).toBe(0);
      }),
      runs(),
    );
  });

  it.each([
    ['a,b"c,d', STRAY_QUOTE],
    ['"a"b,c', STRAY_QUOTE],
    ['a,"b', STRAY_QUOTE],
    ["a\rb,c", "no carriage return outside quotes"],
    ['"a",b\rc', "no carriage return outside quotes"],
    ['a\r,"b"', "no carriage return outside quotes"],
  ])("that are not CSV cost their own line: %j", (bad, expected) => {
    const cells = recordsIn(`1,2\n${bad}\n3,4\n`).map(cellsOf);
    expect(cells).toEqual([["1", "2"], new Refusal(expected), ["3", "4"]]);
  });

  it("do not draw other lines into one that opens a quote by mistake", () => {
    expect(recordsIn('1,"a\n2,b\n3,c\n"4",d\n')).toEqual(['1,"a', "2,b", "3,c", '"4",d']);
  });

  it("keep spaces and needless quotes as they are", () => {
    expect(recordsIn(' a ,"b",  \n')).toEqual([' a ,"b",  ']);
    expect(cellsOf(' a ,"b",  ')).toEqual([" a ", "b", "  "]);
  });
});

describe("views", () => {
  type Rows = readonly (readonly string[])[];

  /** The tables of a dataset, whose cells are trimmed. */
  function asDataset(text: string): Rows {
    const rows: string[][] = [];
    const reader = new CsvReader({ record: (cells) => rows.push(cells), fault: (_, reason) => rows.push([reason]) });
    reader.read(Buffer.from(text));
    reader.end();
    return rows;
  }

  /** Published files, whose cells are trimmed. */
  function asPublication(text: string): Rows {
    const rows: string[][] = [];
    const reader = new DelimitedReader((row) => {
      rows.push(Array.from({ length: row.width }, (_, index) => row.cell(index)));
      return "more";
    });
    reader.read(Buffer.from(text));
    reader.end();
    return rows;
  }

  /** Claims, whose cells are kept as they are. */
  function asClaims(text: string): readonly (readonly string[] | Refusal)[] {
    const cursor = new RecordCursor(text, true);
    const rows: (readonly string[] | Refusal)[] = [];
    for (let start = 0; cursor.next() !== UNFINISHED; start = cursor.position) {
      rows.push(cellsOf(recordBetween(text, start, cursor.position)));
    }
    return rows;
  }

  const trimmed = (rows: Rows) => rows.map((cells) => cells.map((cell) => cell.trim()));

  const cell = fc.string({ unit: fc.constantFrom("a", "7", " ", ",", '"', "\n", "\r\n", "é", ";"), maxLength: 6 });
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
  const lineEnd = fc.constantFrom("\n", "\r\n");

  describe("A reader of CSV", () => {
    it("finds the cells that another reader finds", () => {
      fc.assert(
        fc.property(table, lineEnd, fc.boolean(), (rows, end, isEnded) => {
          const text = rows.map((cells) => cells.map(csvCell).join(",")).join(end) + (isEnded ? end : "");
          const oracle: string[][] = parse(text, { relax_column_count: true, record_delimiter: end });
          expect(asClaims(text)).toEqual(oracle);
          expect(firstRecords(text, rows.length, true)).toEqual(oracle);
          expect(asDataset(text)).toEqual(trimmed(oracle));
          expect(asPublication(text)).toEqual(trimmed(oracle));
        }),
        runs(),
      );
    });

    it("finds the first cells of a record, whatever follows them", () => {
      fc.assert(
        fc.property(fc.array(cell, { minLength: 3, maxLength: 3 }), fc.string(), (cells, rest) => {
          expect(leadingCells(`${cells.map(csvCell).join(",")},${rest}`, 3)).toEqual({ cells, rest });
        }),
        runs(),
      );
    });

    it.each([
      ['a,5" pipe\nb,c\n', "a quote inside a cell that is not quoted", ["a", '5" pipe']],
      ['"a" x,1\nb,c\n', "text after a closing quote", ['"a" x', "1"]],
    ])(
      "of %j refuses the line that is not CSV, but for one who reads what others publish",
      (text, reason, published) => {
        expect(asClaims(text)).toEqual([expect.any(Refusal), ["b", "c"]]);
        expect(asDataset(text)).toEqual([[reason], ["b", "c"]]);
        expect(asPublication(text)).toEqual([published, ["b", "c"]]);
      },
    );

    it("goes on after a faulty record of several lines where its rules say", () => {
      const text = '"a\nb" x,1\nc,d\n';
      // The lines of claims are lookups of their own; those of a dataset are one fault.
      expect(asClaims(text)).toEqual([expect.any(Refusal), expect.any(Refusal), ["c", "d"]]);
      expect(asDataset(text)).toEqual([["text after a closing quote"], ["c", "d"]]);
    });
  });
});

describe("csv cell", () => {
  test.each([
    ["plain", "plain"],
    [" spaces ", " spaces "],
    ["a,b", '"a,b"'],
    ['say "a"', '"say ""a"""'],
    ["two\nlines", '"two\nlines"'],
    ["", ""],
  ])("the text %j is the cell %j", (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });
});

describe("delimiter by count", () => {
  const guessed = (...lines: readonly string[]) => delimiterByCount(lines, [",", ";", "|"], (sign) => sign);

  it("takes the delimiter that splits one line into most cells, whatever stands above the table", () => {
    expect(guessed("Fees, by code", "code;fee;start", "99213;12.50;2025-01-01")).toBe(";");
    expect(guessed("code|fee")).toBe("|");
  });

  it("takes the first named of several that split alike, and of none", () => {
    expect(guessed("Fees, by code, and start", "code;fee;start")).toBe(",");
    expect(guessed("code")).toBe(",");
  });
});

describe("leading cells", () => {
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
});
