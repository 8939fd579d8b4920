import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DelimitedReader } from "../../../src/imports/sources/text.ts";

interface Read {
  readonly line: number;
  readonly cells: string[];
}

function rowsOf(bytes: Buffer, chunkBytes = 7, delimiter?: number): Read[] {
  const rows: Read[] = [];
  const reader = new DelimitedReader((row) => {
    rows.push({ line: row.number, cells: Array.from({ length: row.width }, (_, index) => row.cell(index)) });
    return "more";
  }, delimiter);
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    // A chunk may be overwritten once it is read.
    const chunk = Buffer.from(bytes.subarray(start, start + chunkBytes));
    reader.read(chunk);
    chunk.fill(0);
  }
  reader.end();
  return rows;
}

const cellsOf = (text: string | Buffer) => rowsOf(Buffer.from(text as string)).map(({ cells }) => cells);

describe("delimited text", () => {
  it("is read cell by cell, wherever the chunks are cut", () => {
    const cell = fc.stringMatching(/^[a-z",\n =é]{0,6}$/).map((text) => text.trim());
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 5 });
    const quotedCell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 20 }), (table, chunkBytes) => {
        const text = table.map((cells) => `${cells.map(quotedCell).join(",")}\r\n`).join("");
        const wrapped = (value: string) => (/^=".*"$/s.test(value) ? value.slice(2, -1).trim() : value);
        expect(rowsOf(Buffer.from(text), chunkBytes).map(({ cells }) => cells)).toEqual(
          table.map((cells) => cells.map(wrapped)),
        );
      }),
    );
  });

  it("keeps quotes that are part of a text, and takes off those of spreadsheets", () => {
    expect(cellsOf('a,5" pipe,"b" c,="000,900","=""007"""\n')).toEqual([["a", '5" pipe', '"b" c', "000,900", "007"]]);
  });

  it("numbers rows by the line they start on", () => {
    const rows = rowsOf(Buffer.from('a,"1\n2"\n\nb,3'));
    expect(rows).toEqual([
      { line: 1, cells: ["a", "1\n2"] },
      { line: 4, cells: ["b", "3"] },
    ]);
  });

  it("is UTF-8 or Windows-1252, whichever the bytes are", () => {
    const bytes = Buffer.concat([Buffer.from("é,"), Buffer.from([0xe9, 0x92]), Buffer.from(",x\n")]);
    expect(rowsOf(bytes)[0]?.cells).toEqual(["é", "é’", "x"]);
  });

  it("has more columns than anyone expected", () => {
    const cells = Array.from({ length: 1500 }, (_, index) => String(index));
    expect(rowsOf(Buffer.from(cells.join("|")), 999, "|".charCodeAt(0))[0]?.cells).toEqual(cells);
  });

  it("is refused where a quote is closed on a later line with more text after it: a code would get another one's rate", () => {
    const fees = 'code,text,rate\n99213,"Visit,40.00\n99214,"Longer visit,60.00\n';
    expect(() => cellsOf(fees)).toThrow("line 2 has a quote that is closed on a later line, with more text after it");
    expect(cellsOf('code,text,rate\n99213,"Visit" short,40.00\n')).toHaveLength(2);
  });

  it("is refused when it ends inside a quoted cell, or never ends one", () => {
    expect(() => cellsOf('a,b\nc,"d\n')).toThrow("the file ends inside a quoted cell of line 2");
    const endless = Buffer.from(`a,b\n"${"x".repeat(1 << 21)}`);
    expect(() => rowsOf(endless, 1 << 16)).toThrow("a quote is opened there and never closed");
  });
});
