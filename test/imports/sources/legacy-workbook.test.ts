import { describe, expect, it } from "vitest";
import { type BookOptions, containerOf, sameAsXlsx, streamIn, xls, xls95 } from "../legacy-workbook.ts";
import { cellsOf, refusalOf, rowsOf } from "./reading.ts";

/** A record of the stream: its number, how many bytes it has, its bytes. */
function record(type: number, bytes: Buffer | string): Buffer {
  const content = typeof bytes === "string" ? Buffer.from(bytes, "hex") : bytes;
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

const END = record(0x0a, "");
/** The options of a formula and its expression without terms. */
const NO_EXPRESSION = "0000000000000000";

/** A workbook of records: those of the workbook itself, and those of its one sheet. */
function bookOfRecords(ofBook: readonly Buffer[], ofSheet: readonly Buffer[], kind = "1000", place = 0): Buffer {
  const name = "Fees";
  const beginning = record(0x0809, "00060500");
  const sheet = record(
    0x85,
    Buffer.concat([Buffer.alloc(6), Buffer.from([name.length, 0]), Buffer.from(name, "latin1")]),
  );
  const book = Buffer.concat([beginning, ...ofBook, sheet, END]);
  book.writeUInt32LE(book.length + place, book.length - END.length - sheet.length + 4);
  return containerOf({ Workbook: Buffer.concat([book, record(0x0809, `0006${kind}`), ...ofSheet, END]) });
}

const GENERAL = record(0xe0, "00000000");
const DATE_14 = record(0xe0, "00000e00");

describe("A workbook in the format of Excel 97 to 2003", () => {
  const sheets = {
    Fees: [
      ["Code", "Fee", "From", "Is new", "Note"],
      ["99213", 117.4, new Date("2026-07-01T00:00:00Z"), true, "  padded  "],
      [99214, 0.1 + 0.2, new Date("1996-02-29T00:00:00Z"), false, "naïve — ŷ 😀"],
      [null],
      ["G0480", -1234.5678, 1e-9, null, "line\nbreak"],
      [7, 12_345_678_901_234, 29.99, { t: "e", v: 42 }, { t: "n", v: 0.453, z: "0.0%" }],
      [{ t: "n", v: 45_000.75, z: "m/d/yy h:mm" }, { t: "n", v: 5, z: '"Day" 0' }, 1 / 3, 100, -40],
    ],
    "Other & more": [[1], ["x"]],
    Empty: [[]],
  } as const;
  const ways: Readonly<Record<string, BookOptions>> = {
    "as spreadsheet programs write it": {},
    "with days counted from 1904": { isFrom1904: true },
    "with texts in the cells": { hasOwnTexts: true },
    "with hidden sheets": { hidden: ["Fees"] },
  };

  it.each(Object.entries(ways))("reads as the same workbook in XLSX does, %s", async (_, options) => {
    const rows = await rowsOf(xls(sheets, options), "fees.xls");
    expect(rows).toEqual(await rowsOf(sameAsXlsx(sheets, options), "fees.xlsx"));
    expect(rows.map(({ list }) => list)).toContain('sheet "Other & more"');
    expect(rows.slice(1, 3).map(({ cells }) => cells)).toEqual([
      ["99213", "117.4", "2026-07-01", "TRUE", "padded"],
      ["99214", "0.3", "1996-02-29", "FALSE", "naïve — ŷ 😀"],
    ]);
  });

  it("reads many rows, whose texts go on in further records", async () => {
    const rows = Array.from({ length: 600 }, (_, row) => [
      `code ${row}`,
      row / 100,
      `${"ä".repeat(row % 90)}${"–".repeat(row % 7)}`,
    ]);
    const read = await cellsOf(xls({ Fees: rows }));
    expect(read).toEqual(await cellsOf(sameAsXlsx({ Fees: rows })));
    expect(read).toHaveLength(600);
  });

  it("reads numbers in four bytes: integers, fractions, and hundredths of both, alone and side by side", async () => {
    const cells = [
      // 40, 1.0, 12.34 as 1234 hundredths, 0.01 as 1.0 hundredths, -1
      record(0x027e, `000000000000${"a2000000"}`),
      record(0x027e, `000001000000${"0000f03f"}`),
      record(0x00bd, `00000200${"0000"}${"4b130000"}${"0000"}${"0100f03f"}${"0000"}${"feffffff"}0400`),
    ];
    expect(await cellsOf(bookOfRecords([GENERAL], cells))).toEqual([["40", "1", "12.34", "0.01", "-1"]]);
  });

  it("reads what formulas came to: numbers, dates, texts, booleans, nothing and errors", async () => {
    const formula = (column: string, result: string) => record(0x0006, `0000${column}0000${result}${NO_EXPRESSION}`);
    const cells = [
      formula("0000", "0000000000004440"),
      // 46,204 days, in a cell that shows them as a date.
      record(0x0006, `0000${"0100"}0100${"00000000808fe640"}${NO_EXPRESSION}`),
      formula("0200", "000000000000ffff"),
      record(0x04bc, "0000"),
      record(0x0207, `0300${"00"}${Buffer.from("TRI").toString("hex")}`),
      formula("0300", "010001000000ffff"),
      formula("0400", "030000000000ffff"),
      formula("0500", "02002a000000ffff"),
      record(0x0205, `0000${"0600"}0000${"0000"}`),
    ];
    expect(await cellsOf(bookOfRecords([GENERAL, DATE_14], cells))).toEqual([
      ["40", "2026-07-01", "TRI", "TRUE", "", "#N/A", "FALSE"],
    ]);
  });

  it("shows every error by its name", async () => {
    const error = (column: string, code: string) => record(0x0205, `0000${column}0000${code}01`);
    const cells = ["00", "07", "0f", "17", "1d", "24", "2a", "2b"].map((code, at) => error(`0${at}00`, code));
    expect(await cellsOf(bookOfRecords([GENERAL], cells))).toEqual([
      "#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #GETTING_DATA".split(" "),
    ]);
  });

  it("puts texts together that go on in another record, in other characters, with runs and pronunciation", async () => {
    const texts = [
      record(0xfc, `0200000002000000${"0600"}${"0d"}${"0100"}${"04000000"}${"41004200"}`),
      // Three characters of one byte, one of two in a further record; then run and pronunciation over another end.
      record(0x3c, `00${Buffer.from("CDE").toString("hex")}`),
      record(0x3c, `01${"1320"}${"00000000"}${"eeee"}`),
      record(0x3c, `eeee${"0200"}00${Buffer.from("OK").toString("hex")}`),
    ];
    const cells = [record(0xfd, `0000${"0000"}0000${"01000000"}`), record(0xfd, `0000${"0100"}0000${"00000000"}`)];
    expect(await cellsOf(bookOfRecords([GENERAL, ...texts], cells))).toEqual([["OK", "ABCDE–"]]);
  });

  it("tells rows and cells in order, whatever order they are written in, and passes charts inside of a sheet over", async () => {
    const number = (row: number, column: number, value: number) => {
      const bytes = Buffer.alloc(14);
      bytes.writeUInt16LE(row, 0);
      bytes.writeUInt16LE(column, 2);
      bytes.writeDoubleLE(value, 6);
      return record(0x0203, bytes);
    };
    const chart = [record(0x0809, "00062000"), number(0, 0, 99), END];
    const cells = [number(7, 1, 4), ...chart, number(2, 1, 2), number(2, 0, 1), number(7, 0, 3)];
    const rows = await rowsOf(bookOfRecords([GENERAL], cells));
    expect(rows.map(({ number: row, cells: texts }) => [row, ...texts])).toEqual([
      [3, "1", "2"],
      [8, "3", "4"],
    ]);
  });

  it("has no rows of a sheet that is a chart", async () => {
    const number = record(0x0203, "000000000000000000000000f03f");
    expect(await cellsOf(bookOfRecords([GENERAL], [number]))).toEqual([["1"]]);
    expect(await cellsOf(bookOfRecords([GENERAL], [number], "2000"))).toEqual([]);
  });

  it("takes no workbook for it that is embedded in another file", async () => {
    const book = containerOf({ "Embedded/Workbook": streamIn(xls({ Fees: [["Code"]] })) });
    expect(await refusalOf(book)).toBe(
      "Failure: this is a file of an old office program, but no workbook; is it the right file?",
    );
  });
});

describe("An old workbook is refused", () => {
  const whole = xls({ Fees: Array.from({ length: 500 }, (_, row) => [`code ${row}`, row]) });

  it("when it is cut off anywhere", async () => {
    for (const part of [0.001, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97]) {
      expect(await refusalOf(whole.subarray(0, whole.length * part)), String(part)).toMatch(
        /^Failure: the workbook is damaged or cut off \(/,
      );
    }
  });

  it.each([
    ["is protected by a password", bookOfRecords([record(0x2f, "000000000000")], []), "is encrypted"],
    ["is of an older format", xls95({ Fees: [["Code"]] }), "a workbook of Excel 95 or older"],
    ["is a packed workbook that is encrypted", containerOf({ EncryptedPackage: Buffer.alloc(5000) }), "is encrypted"],
    [
      "lacks the text of a formula",
      bookOfRecords([GENERAL], [record(0x0006, `${"00".repeat(6)}${"000000000000ffff"}${NO_EXPRESSION}`)]),
      "a formula has no text",
    ],
    [
      "has a formula that is cut off",
      bookOfRecords([GENERAL], [record(0x0006, `${"00".repeat(12)}ffff`)]),
      "a record is cut off",
    ],
    ["has a sheet elsewhere", bookOfRecords([GENERAL], [], "1000", 4), 'sheet "Fees" is not where its list says'],
    ["has a text that is not there", bookOfRecords([GENERAL], [record(0xfd, `${"00".repeat(6)}05000000`)]), "damaged"],
  ])("when it %s", async (_, book, message) => {
    const refusal = await refusalOf(book);
    expect(refusal).toMatch(/^Failure: /);
    expect(refusal).toContain(message);
  });

  it("when its list of parts says that there should be more of it", async () => {
    const changed = Buffer.from(whole);
    const entry = changed.indexOf(Buffer.from("Workbook", "utf16le"));
    changed.writeUInt32LE(changed.readUInt32LE(entry + 120) + 10_000, entry + 120);
    expect(await refusalOf(changed)).toContain("it is shorter than it says");
  });

  it("when its chains of sectors go around in circles or lead nowhere", async () => {
    const table = (whole.readUInt32LE(76) + 1) * 512;
    for (const next of [0, 1, 5, 0x7fffffff, 0xfffffffd]) {
      const changed = Buffer.from(whole);
      for (let at = 0; at < 20; at += 1) changed.writeUInt32LE(next, table + at * 4);
      expect(await refusalOf(changed)).toMatch(/^Failure: the workbook is damaged or cut off \(/);
    }
  });
});

describe("A file that is called .xls and is none", () => {
  const CELLS = [
    ["Code", "Fee"],
    ["99213", "40.00"],
  ];

  it.each([
    ["a packed workbook", sameAsXlsx({ Fees: CELLS })],
    [
      "a page",
      `<?xml version="1.0"?>\n<html xmlns:x="urn:excel"><table>${CELLS.map((row) => `<tr><td>${row.join("<td>")}`).join("")}</table></html>`,
    ],
    ["text between tabs", CELLS.map((row) => `${row.join("\t")}\r\n`).join("")],
  ])("is read as what it is: %s", async (_, content) => {
    expect((await rowsOf(content, "fees.xls")).map(({ cells }) => cells)).toEqual(CELLS);
  });

  it("is refused by name when it is in the XML format of 2003", async () => {
    const xml =
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">';
    expect(await refusalOf(xml)).toBe(
      "Failure: this is a workbook in the XML format of 2003, which cannot be read here; open it in a spreadsheet program and save it as XLSX",
    );
  });
});
