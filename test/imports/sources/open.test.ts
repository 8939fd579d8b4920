import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openFile } from "../../../src/imports/sources/open.ts";
import { DelimitedReader } from "../../../src/imports/sources/text.ts";
import { run } from "../../cli/support/ratebook.ts";
import { runs } from "../../support/property-runs.ts";
import { zip } from "../fixtures.ts";
import { writeFixture } from "../support.ts";
import { cellsOf, refusalOf, rowsIn, rowsOf } from "./reading.ts";

it("a file that is kept in memory ends in a message before the memory does", async () => {
  const path = writeFixture({ name: "rows.csv", content: `99213,${"4".repeat(120)}\n`.repeat(50_000) });
  const script = join(import.meta.dirname, "support", "hold-all-rows.ts");
  const ended = await run(process.execPath, [script, path], { NODE_OPTIONS: "--max-old-space-size=128" });
  expect(ended.code).toBe(0);
  expect(ended.stdout).toMatch(/^Failure: reading it needs more memory than the \d+ MB that Node\.js may use; is it/);
});

describe("a text is refused, with the line and a remedy:", () => {
  it("NUL bytes", async () => {
    expect(await refusalOf("Code,Fee\n1,2\n3,\u00004\n")).toBe(
      "Failure: line 3 has NUL bytes in it, which no text has: the file is damaged, or no text; download it again, or open it in a spreadsheet program and save it as CSV (UTF-8)",
    );
    const path = writeFixture({ name: "fixed.txt", content: "01Coral\n02Ke\u0000lp\n" });
    await expect(rowsIn(path, true)).rejects.toThrow("line 2 has NUL bytes");
  });

  it("UTF-16, with its mark or without", async () => {
    const text = Buffer.from("Code,Fee\r\n99213,40.00\r\n", "utf16le");
    const swapped = Buffer.from(text).swap16();
    for (const bytes of [text, swapped, Buffer.concat([Buffer.from("fffe", "hex"), text])]) {
      expect(await refusalOf(bytes)).toContain("Failure: this is text in UTF-16, which cannot be read here; open it");
    }
  });

  it("lines that end in a carriage return alone", async () => {
    expect(await refusalOf("Code,Fee\r99213,40.00\r")).toContain("its lines end in a carriage return alone");
  });

  it("a quote at the start that is never closed", async () => {
    expect(await refusalOf(`"Code,Fee\n${"1,2\n".repeat(100)}`)).toContain(
      "the file ends inside a quoted cell of line 1: a quote is opened there and never closed, or the file is cut off",
    );
    expect(await refusalOf(`"Code,Fee\n${"1,2\n".repeat(600_000)}`)).toContain(
      "line 1 goes on for more than 1048576 bytes",
    );
  });

  it("a line without end", async () => {
    expect(await refusalOf(`Code,Fee\n${"1".repeat(3_000_000)}`)).toContain(
      "line 2 goes on for more than 1048576 bytes",
    );
    const path = writeFixture({ name: "fixed.txt", content: "x".repeat(3_000_000) });
    await expect(rowsIn(path, true)).rejects.toThrow("line 1 is longer than 65536 bytes");
  });

  it("a row wider than any sheet, and a cell longer than any", async () => {
    expect(await cellsOf(`${"x,".repeat(16_383)}x`)).toHaveLength(1);
    expect(await refusalOf(`Code\n${"x,".repeat(16_384)}x`)).toContain("line 2 has more than 16384 cells");
    expect(await refusalOf(`Code\n"${"x\n".repeat(70_000)}"`)).toContain("line 2 has a cell of more than 131068 bytes");
  });
});

describe("a text", () => {
  it("of a million empty lines has the rows between them", async () => {
    const bytes = Buffer.concat([Buffer.from("Code,Fee\n"), Buffer.alloc(1_000_000, "\n"), Buffer.from("1,2\n")]);
    const rows = await rowsIn(writeFixture({ name: "fees.csv", content: bytes }));
    expect(rows.map(({ number, cells }) => [number, cells])).toEqual([
      [1, ["Code", "Fee"]],
      [1_000_002, ["1", "2"]],
    ]);
  });

  it("reports how far it has been read, each time from the start", async () => {
    const notices: number[] = [];
    const path = writeFixture({ name: "fees.csv", content: "Code,Fee\n1,2\n" });
    const file = await openFile(path, (_, done, total) => notices.push(done / total));
    const [list] = (await file.parts[0]?.lists(false)) ?? [];
    await list?.read(() => "more");
    await list?.read(() => "more");
    expect(notices).toEqual([1, 1]);
  });
});

describe("delimited", () => {
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
        runs(),
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
});

const page = (body: string) => `<html><table>${body}`;

describe("a page", () => {
  it("is read table by table, with texts in one line and references to characters", async () => {
    const html =
      "<!-- saved --><!DOCTYPE html><table><tr><th>Code<br>of it</th><th>Fee</th></tr><tr></tr><tr><td> 1 </td><td>&lt;2&amp;3</td></tr></table><table><tr><td>x</td></tr></table>";
    expect(await rowsOf(html)).toEqual([
      { list: "table 1", number: 1, cells: ["Code of it", "Fee"] },
      { list: "table 1", number: 3, cells: ["1", "<2&3"] },
      { list: "table 2", number: 1, cells: ["x"] },
    ]);
  });

  it("has a spanning cell in each of its places, across empty rows too", async () => {
    const html = page("<tr><td rowspan=3>a<td colspan=2>b<td>c<tr><td>d<tr><td>e<tr><td>f");
    expect(await cellsOf(html)).toEqual([["a", "b", "b", "c"], ["a", "d"], ["a", "e"], ["f"]]);
  });

  it("may leave its tags open, and close others that were never open", async () => {
    expect(await cellsOf(page("<tr><td><b>1</i><td>2<tr><td>3</span>"))).toEqual([["1", "2"], ["3"]]);
  });

  it("has what is in tables of tables", async () => {
    const html = page("<tr><td><table><tr><td>inner</table><tr><td>outer</table>");
    expect(await rowsOf(html)).toMatchObject([
      { list: "table 1", cells: ["inner"] },
      { list: "table 2", cells: ["outer"] },
    ]);
  });

  it("has all rows of a table in which a form ends that was opened before it", async () => {
    const html = "<html><form><table><tr><td>1</td></tr></form><tr><td>2</td></tr></table>";
    expect(await cellsOf(html)).toEqual([["1"], ["2"]]);
  });
});

describe("a page is refused, with our own message:", () => {
  it("cells that it makes by spanning", async () => {
    const wide = `<tr>${'<td colspan="200">x'.repeat(82)}`;
    expect(await refusalOf(page(wide))).toContain("more than 16384 cells; save the table as CSV");
    const reachingDown = '<tr><td colspan="200" rowspan="200">x'.repeat(100);
    expect(await refusalOf(page(reachingDown))).toContain("the page has more than 500000 cells");
    const many = `<tr>${'<td colspan="200">x'.repeat(80)}`.repeat(70);
    expect(await refusalOf(page(many))).toBe(
      "Failure: the page has more than 500000 cells, with those that span others; save its table as CSV and use that",
    );
  });

  it("a page of many megabytes", async () => {
    expect(await refusalOf(page(" ".repeat(32 * 1024 * 1024)))).toContain("the page has more than 33554432 bytes");
  });
});

const LIST_ENTRY_BYTES = 46;
const TWO = zip({ "a.csv": "Code,Fee\n1,2\n", "b.csv": "Code,Fee\n3,4\n" });

/** Where the list of members speaks about one of them. */
function entryOf(bytes: Buffer, name: string): number {
  return bytes.lastIndexOf(Buffer.from(name)) - LIST_ENTRY_BYTES;
}

function changed(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(TWO);
  change(bytes);
  return bytes;
}

describe("a ZIP", () => {
  it("is read member by member", async () => {
    expect(await cellsOf(TWO)).toEqual([
      ["Code", "Fee"],
      ["1", "2"],
      ["Code", "Fee"],
      ["3", "4"],
    ]);
  });

  it("is refused when it names one member twice", async () => {
    const bytes = Buffer.from(TWO.toString("latin1").replaceAll("b.csv", "a.csv"), "latin1");
    expect(await refusalOf(bytes)).toBe(
      "Failure: the ZIP is damaged or cut off (a.csv is in it twice); download it again",
    );
  });

  it("is refused when members share their bytes, as those of a ZIP bomb do", async () => {
    const bytes = changed((it) => it.writeUInt32LE(0, entryOf(it, "b.csv") + 42));
    expect(await refusalOf(bytes)).toContain("shares its bytes with another member");
  });

  it("is refused when a member unpacks to more, less or other bytes than it declares", async () => {
    for (const length of [3, 300]) {
      const bytes = changed((it) => it.writeUInt32LE(length, entryOf(it, "a.csv") + 24));
      expect(await refusalOf(bytes)).toContain("the ZIP is damaged or cut off");
    }
    const bytes = changed((it) => it.writeUInt32LE(1, entryOf(it, "a.csv") + 16));
    expect(await refusalOf(bytes)).toContain("the checksum of a.csv is wrong");
  });

  it("is refused when it is encrypted, or leads out of its folder, or speaks to the terminal", async () => {
    const encrypted = changed((it) => it.writeUInt16LE(1, entryOf(it, "a.csv") + 8));
    expect(await refusalOf(encrypted)).toContain("Failure: a.csv is encrypted; unpack the ZIP with its password");
    expect(await refusalOf(zip({ "../../a.csv": "x" }))).toContain(
      "Failure: the ZIP is damaged or cut off (invalid rel",
    );
    expect(await refusalOf(zip({ "/a.csv": "x" }))).toContain("Failure: the ZIP is damaged or cut off (absolute path");
    expect(await refusalOf(zip({ "\u00e9\u001b[2J.csv": "x" }))).toContain(
      "a member's name has control characters in it",
    );
  });

  it("is refused when it has its list where no file can have one", async () => {
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50, 0);
    locator.writeBigUInt64LE(2n ** 63n, 8);
    const end = TWO.length - 22;
    const bytes = Buffer.concat([TWO.subarray(0, end), locator, TWO.subarray(end)]);
    expect(await refusalOf(bytes)).toContain("Failure: the ZIP is damaged or cut off (unexpected EOF)");
  });

  it("is refused when it has more members than any publication", async () => {
    const members = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}.csv`, ""]));
    expect(await refusalOf(zip(members))).toContain("the ZIP has more than 10000 members");
  });
});
