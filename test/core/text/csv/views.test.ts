import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cellsOf,
  csvCell,
  leadingCells,
  RecordCursor,
  recordBetween,
  UNFINISHED,
} from "../../../../src/core/text/csv.ts";
import { Refusal } from "../../../../src/core/text/refusal.ts";
import { CsvReader } from "../../../../src/dataset/csv.ts";
import { DelimitedReader } from "../../../../src/imports/sources/text.ts";
import { firstRecords } from "../../../../web/src/repricing/first-records.ts";

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

describe("Whoever reads a CSV", () => {
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
    );
  });

  it("finds the first cells of a record, whatever follows them", () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 3, maxLength: 3 }), fc.string(), (cells, rest) => {
        expect(leadingCells(`${cells.map(csvCell).join(",")},${rest}`, 3)).toEqual({ cells, rest });
      }),
    );
  });

  it.each([
    ['a,5" pipe\nb,c\n', "a quote inside a cell that is not quoted", ["a", '5" pipe']],
    ['"a" x,1\nb,c\n', "text after a closing quote", ['"a" x', "1"]],
  ])("of %j refuses the line that is not CSV, but for one who reads what others publish", (text, reason, published) => {
    expect(asClaims(text)).toEqual([expect.any(Refusal), ["b", "c"]]);
    expect(asDataset(text)).toEqual([[reason], ["b", "c"]]);
    expect(asPublication(text)).toEqual([published, ["b", "c"]]);
  });

  it("goes on after a faulty record of several lines where its rules say", () => {
    const text = '"a\nb" x,1\nc,d\n';
    // The lines of claims are lookups of their own; those of a dataset are one fault.
    expect(asClaims(text)).toEqual([expect.any(Refusal), expect.any(Refusal), ["c", "d"]]);
    expect(asDataset(text)).toEqual([["text after a closing quote"], ["c", "d"]]);
  });
});
