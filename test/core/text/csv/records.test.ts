import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cellsOf,
  csvCell,
  lastRecordEnd,
  RecordCursor,
  recordBetween,
  UNFINISHED,
} from "../../../../src/core/text/csv.ts";
import { Refusal } from "../../../../src/core/text/refusal.ts";

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

describe("Records of a CSV", () => {
  it("are those that another reader finds, whatever their cells hold", () => {
    fc.assert(
      fc.property(table, lineEnd, fc.boolean(), (rows, end, isEnded) => {
        const text = rows.map((row) => row.map(csvCell).join(",")).join(end) + (isEnded ? end : "");
        const oracle: unknown = parse(text, { relax_column_count: true, record_delimiter: end });
        expect(recordsIn(text).map(cellsOf)).toEqual(oracle);
      }),
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
    );
  });

  it.each([
    ['a,b"c,d', "quotes around the whole cell, and doubled inside it"],
    ['"a"b,c', "a comma or the end of the line after a closing quote"],
    ['a,"b', "a closing quote for every opening one"],
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
