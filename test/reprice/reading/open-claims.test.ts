import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { ChunkReader, Lines } from "../../../src/reprice/reading/chunks.ts";
import { openClaims } from "../../../src/reprice/reading/open-claims.ts";
import { outpatient as lookup } from "../../../src/states/ca/outpatient/lookup.ts";
import { xlsx, zip } from "../../imports/fixtures.ts";
import { xls } from "../../imports/legacy-workbook.ts";
import { rawWorkbook, SHEET_PATH, sheetOf } from "../../imports/raw-workbook.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const path = join(folder.path, "in");

const judge = (names: readonly string[]) =>
  ["npi", "code"].every((name) => names.includes(name)) ? Number.POSITIVE_INFINITY : 0;

async function opened(content: string | Buffer, sheet: string | null = null) {
  writeFileSync(path, content);
  return await openClaims({ path, name: "claims", sheet, sheetOption: "--sheet", lookup }, judge);
}

/** Every line of a table with its number, and what the file was taken for. */
async function read(content: string | Buffer, sheet: string | null = null) {
  const { input, header, format } = await opened(content, sheet);
  try {
    const lines: string[] = [];
    const reader = new ChunkReader(input, header.end);
    for (let chunk = await reader.next(); chunk !== null; chunk = await reader.next()) {
      const records = new Lines(chunk.bytes, chunk.firstLine, input.recordsAreLines);
      for (let line = records.next(); line !== null; line = records.next())
        lines.push(`${line.number}: ${line.record}`);
    }
    return { header: header.text, lines, format };
  } finally {
    await input.close();
  }
}

const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();

describe("A text", () => {
  const semicolons = 'npi;code;name\r\n1;99213;"Peña; ""Sons"""\r\n\r\n2;71045;"a, b\nc"\r\n3;4;5\r\n';
  const converted = {
    header: "npi,code,name",
    lines: ['2: 1,99213,"Peña; ""Sons"""', '4: 2,71045,"a, b\nc"', "6: 3,4,5"],
  };

  it.each([
    ["UTF-8 with commas", Buffer.from("npi,code\r1,99213\r2,71045\r")],
    ["UTF-8 with semicolons", Buffer.from("npi;code\r1;99213\r2;71045\r")],
    ["UTF-16 with commas", Buffer.from("npi,code\r1,99213\r2,71045\r", "utf16le")],
    ["UTF-16 with tabs", utf16be('\ufeffnpi\tcode\r"1\n"\t99213\r')],
    ["Windows-1252 with pipes", Buffer.from("npi|code|name\r1|99213|Pe\xf1a\r", "latin1")],
  ])("in %s whose lines end with carriage returns alone is refused", async (_kind, bytes) => {
    await expect(opened(bytes)).rejects.toThrow("claims: its lines end in a carriage return alone");
  });

  it("keeps a carriage return inside the quotes of a heading", async () => {
    expect(await read(Buffer.from('npi\tcode\t"paid\ramount"\n1\t99213\t5\n', "utf16le"))).toMatchObject({
      header: "npi,code,paid amount",
      lines: ["2: 1,99213,5"],
    });
  });

  it.each([
    ["UTF-8", Buffer.from(semicolons)],
    ["UTF-8", Buffer.from(`\ufeff${semicolons}`)],
    ["UTF-16", Buffer.from(semicolons, "utf16le")],
    ["UTF-16", Buffer.from(`\ufeff${semicolons}`, "utf16le")],
    ["UTF-16", utf16be(semicolons)],
    ["UTF-16", utf16be(`\ufeff${semicolons}`)],
    ["Windows-1252", Buffer.from(semicolons, "latin1")],
  ])("with semicolons in %s is read alike, on its own lines", async (encoding, bytes) => {
    expect(await read(bytes)).toEqual({ ...converted, format: `claims: semicolons, ${encoding}, 3 columns.` });
  });

  it("with commas in UTF-8 is read as it is", async () => {
    const line = '" a, ""b"" ",1 ,  2';
    expect(await read(`\ufeffname,npi,code\r\n${line}\r\n`)).toEqual({
      header: "name,npi,code",
      lines: [`2: ${line}`],
      format: "claims: commas, UTF-8, 3 columns.",
    });
  });

  it("with one cell in Windows-1252 keeps the others that are UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.from("npi,code\nPeña,1\n"), Buffer.from("Pe\xf1a \x80,2\n", "latin1")]);
    expect((await read(bytes)).lines).toEqual(["2: Peña,1", "3: Peña €,2"]);
  });

  it.each([
    ["commas", "Claims of May\n\nnpi,code\n1,2\n"],
    ["tabs", "Claims of May\n\nnpi\tcode\n1\t2\n"],
  ])("may have titles above its headings (%s)", async (delimiter, text) => {
    expect(await read(text)).toEqual({
      header: "npi,code",
      lines: ["4: 1,2"],
      format: `claims: ${delimiter}, UTF-8, 2 columns, headings in line 3.`,
    });
  });

  it("with too few or too many cells in a line keeps them, for the line to be rejected", async () => {
    expect((await read("npi;code\n1\n1;2;3\n")).lines).toEqual(["2: 1", "3: 1,2,3"]);
  });

  it("with a stray quote loses the line that it stands on, and no other", async () => {
    const lines = ['2: 1, "abc,2', "3: 3,def,4", "4: 5,6,7"];
    expect((await read('npi;code;name\n1;"abc;2\n3;"def";4\n5;6;7\n')).lines).toEqual(lines);
    const latin1 = Buffer.from('npi,code,name\n1,"abc,2\n3,\xf1,4\n5,"6",7\n8,9,0\n', "latin1");
    expect((await read(latin1)).lines).toEqual(['2: 1, "abc,2', "3: 3,ñ,4", "4: 5,6,7", "5: 8,9,0"]);
  });

  it("with two stray quotes keeps the lines between them, also where the second one is never closed", async () => {
    expect((await read('npi;code;name\n1;2;"a\n3;4;b\n5;6;"c\n7;8;d\n')).lines).toEqual([
      '2: 1,2, "a',
      "3: 3,4,b",
      '4: 5,6, "c',
      "5: 7,8,d",
    ]);
    // The text that is made has commas: a quote behind one in a cell must open nothing there.
    expect((await read('npi;code;name\n1;x,"y";"c\n5;6;7\n')).lines).toEqual(['2: 1,x, "y", "c', "3: 5,6,7"]);
  });

  it("keeps a cell of several lines whole that begins with a quote itself", async () => {
    const note = '"""Call back"", she said;\n9;99215;""more"""';
    expect((await read(`npi;code;name\n1;99213;${note}\n2;99214;${note}\n`)).lines).toEqual([
      '2: 1,99213,"""Call back"", she said;\n9;99215;""more"""',
      '4: 2,99214,"""Call back"", she said;\n9;99215;""more"""',
    ]);
  });

  it("passes over rows of delimiters alone", async () => {
    expect((await read("npi,code\n,\n1,2\n , \n")).lines).toEqual(["3: 1,2"]);
    expect((await read("npi;code\n;\n1;2\n ; \n")).lines).toEqual(["3: 1,2"]);
  });

  it("over many chunks keeps its lines", async () => {
    // More than a mebibyte, which is scanned at a time.
    const note = "x".repeat(200);
    const rows = Array.from({ length: 6_000 }, (_, number) => `${number};"two\nlines";${note}`);
    const { lines } = await read(`npi;code;note\n${rows.join("\n")}\n`);
    expect(lines).toHaveLength(6_000);
    expect(lines.at(-1)).toBe(`12000: 5999,"two\nlines",${note}`);
  });
});

describe("A workbook", () => {
  it("is read from its first sheet, its rows filled up and counted as they are", async () => {
    const rows = [["npi", "code", "name"], ["1", 99213], [], [null, 71045, "a\nb"], ["3", 0.1, new Date("2026-10-01")]];
    expect(await read(xlsx({ Claims: rows, Notes: [["x"]], Old: [] }))).toEqual({
      header: "npi,code,name",
      lines: ["2: 1,99213,", '4: ,71045,"a\nb"', "5: 3,0.1,2026-10-01"],
      format: 'claims: workbook, sheet "Claims" (of 3; the others are "Notes", "Old"), 3 columns.',
    });
  });

  it.each(["Claims", "claims ", "2"])("is read from the sheet %j that was asked for", async (sheet) => {
    const { format, lines } = await read(
      xlsx({
        Notes: [["x"]],
        Claims: [
          ["npi", "code"],
          ["1", "2"],
        ],
      }),
      sheet,
    );
    expect(format).toBe('claims: workbook, sheet "Claims" (of 2; the other is "Notes"), 2 columns.');
    expect(lines).toEqual(["2: 1,2"]);
  });

  it("names a sheet by its name before its number", async () => {
    const { format } = await read(xlsx({ "2": [["npi", "code"]], Other: [["npi"]] }), "2");
    expect(format).toContain('sheet "2" (of 2;');
  });

  it("marks hidden sheets where they are listed or chosen, and reads the first that is seen", async () => {
    const claims = [
      ["npi", "code"],
      ["1", "2"],
    ];
    const book = xlsx({ Lists: claims, May: claims, Old: claims }, { Lists: "veryHidden", Old: "hidden" });
    expect((await read(book)).format).toBe(
      'claims: workbook, sheet "May" (of 3; the others are "Lists" (hidden), "Old" (hidden)), 2 columns.',
    );
    expect((await read(book, "1")).format).toContain(
      'sheet "Lists" (hidden; of 3; the others are "May", "Old" (hidden)), 2 columns.',
    );
    const { sheets, input } = await opened(book);
    await input.close();
    expect(sheets).toEqual({ names: ["Lists", "May", "Old"], hidden: ["Lists", "Old"], chosen: "May" });
    await expect(read(book, "zzz")).rejects.toThrow('there are "Lists" (hidden), "May", "Old" (hidden)');
    const hiddenAlone = xlsx({ Claims: claims }, { Claims: "hidden" });
    expect((await read(hiddenAlone)).format).toBe('claims: workbook, sheet "Claims" (hidden), 2 columns.');
  });

  it("in the format of Excel 97 to 2003 marks them too", async () => {
    const claims = [["npi", "code"]];
    const book = xls({ Lists: claims, May: claims }, { hidden: ["Lists"] });
    expect((await read(book)).format).toContain('sheet "May" (of 2; the other is "Lists" (hidden))');
  });

  it("names a hidden sheet as such where the one that was read is a cover", async () => {
    const { sheetRemedy, input } = await opened(
      xlsx({ Lists: [["x"]], Cover: [["y"]], May: [["npi"]] }, { Lists: "hidden" }),
    );
    await input.close();
    expect(sheetRemedy).toBe(
      'The first sheet that is not hidden was read. If the claims are on another ("Lists" (hidden), "May"), choose it with --sheet "May".',
    );
  });

  it("may have titles above its headings, which may be broken over lines", async () => {
    const rows = [["Claims of May"], [], ["npi", "code", "Paid\nAmount"], ["1", "2", "3"]];
    expect(await read(xlsx({ Claims: rows }))).toEqual({
      header: "npi,code,Paid Amount",
      lines: ["4: 1,2,3"],
      format: 'claims: workbook, sheet "Claims", 3 columns, headings in row 3.',
    });
  });

  it("shows formulas that failed or were never calculated, since an empty cell would mean something", async () => {
    const cells =
      '<c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="B2"><f>1+1</f></c><c r="C2" t="str"><f>""</f><v></v></c>';
    const headings = ["npi", "code", "units"].map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join("");
    const { lines } = await read(sheetOf(`<row r="1">${headings}</row><row r="2">${cells}<c r="D2"/></row>`));
    expect(lines).toEqual(["2: #DIV/0!,#N/A (a formula that was never calculated),"]);
  });

  it("has no column for a cell far to the right of its headings, and no rows down to one far below", async () => {
    const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const row = (number: number, ...cells: readonly string[]) => `<row r="${number}">${cells.join("")}</row>`;
    const rows = [
      row(1, cell("A1", "npi"), cell("B1", "code"), cell("XFD1", "note")),
      row(2, cell("A2", "1"), cell("B2", "2")),
      row(1_048_576, cell("B1048576", "x")),
    ];
    expect(await read(sheetOf(rows.join("")))).toEqual({
      header: "npi,code",
      lines: ["2: 1,2", "1048576: ,x"],
      format: 'claims: workbook, sheet "Fees", 2 columns. Left out, far to the right of the headings: "note".',
    });
  });

  it("has a column that is recognised however far away it stands, and those under a heading that spans several", async () => {
    const far = ["npi", ...Array.from({ length: 30 }, () => null), "code"];
    const judged = (names: readonly string[]) =>
      names.filter((name) => ["npi", "code"].includes(name)).length * (names.length > 1 ? 1 : 2);
    writeFileSync(path, xlsx({ Claims: [far, ["1"]] }));
    const { input, header } = await openClaims(
      { path, name: "claims", sheet: null, sheetOption: "--sheet", lookup },
      judged,
    );
    await input.close();
    expect(header.names).toHaveLength(32);
    const spanning = ["npi", "code", "modifiers", null, null, null, "paid"];
    expect((await read(xlsx({ Claims: [spanning] }))).header).toBe("npi,code,modifiers,,,,paid");
  });

  it("keeps what stands beyond the headings, for the line to be rejected", async () => {
    expect(
      (
        await read(
          xlsx({
            Claims: [
              ["npi", "code"],
              ["1", "2", "3"],
            ],
          }),
        )
      ).lines,
    ).toEqual(["2: 1,2,3"]);
  });

  it("keeps its rows over many chunks, cells of several lines among them", async () => {
    const note = "x".repeat(200);
    const rows = Array.from({ length: 2_500 }, (_, number) => [number, number % 7 === 0 ? "two\nlines" : "one", note]);
    const { lines } = await read(xlsx({ Claims: [["npi", "code", "note"], ...rows] }));
    expect(lines).toHaveLength(2_500);
    expect(lines.at(-1)).toBe(`2501: 2499,"two\nlines",${note}`);
  });
});

describe("A file that is no table", () => {
  const sheets = xlsx({ Claims: [["npi", "code"]], Notes: [] });
  it.each<[string, string | Buffer, string | null, string]>([
    ["an unknown sheet", sheets, "Claim", 'claims: there is no sheet "Claim" for --sheet; did you mean "Claims"?'],
    ["a number of no sheet", sheets, "3", 'claims: there is no sheet "3" for --sheet; there are "Claims", "Notes".'],
    ["a sheet of a text", "npi,code\n", "1", "claims: --sheet chooses a sheet of a workbook, and this is a text"],
    ["an empty sheet", sheets, "Notes", "there is no row with the names of the columns."],
    ["an empty file", "", null, "claims: the file is empty: it has 0 bytes. Export it again."],
    ["a ZIP", zip({ "a.csv": "npi,code\n" }), null, "claims: this is a ZIP; unpack it"],
    ["a PDF", "%PDF-1.7 and so on", null, "claims: this is a PDF"],
    ["UTF-32", Buffer.from("fffe00006e000000", "hex"), null, "claims: the text is UTF-32; save it as CSV UTF-8."],
    [
      "half of UTF-16",
      Buffer.concat([Buffer.from("npi;code\n", "utf16le"), Buffer.from([0x31])]),
      null,
      "half a character",
    ],
    ["NUL bytes", "npi;code\n1;\0\n", null, "claims: line 2 has NUL bytes in it"],
    [
      "a workbook that is cut off",
      sheets.subarray(0, sheets.length - 30),
      null,
      "claims: the ZIP is damaged or cut off",
    ],
    ["a cell out of place", sheetOf('<row r="1"><c r="A9"><v>1</v></c></row>'), null, "claims: "],
    ["a sheet without its part", rawWorkbook({ [SHEET_PATH]: "<worksheet/>" }), null, "claims: "],
  ])("is refused with the reason: %s", async (_what, content, sheet, message) => {
    await expect(read(content, sheet)).rejects.toThrow(message);
    await expect(read(content, sheet)).rejects.toMatchObject({ name: "Failure" });
  });

  it("loses one line to a quote that is never closed, however much follows", async () => {
    const four = "4".repeat(100);
    const { lines } = await read(`npi;code\n1;"2\n${`3;${four}\n`.repeat(15_000)}`);
    expect(lines.slice(0, 2)).toEqual(['2: 1, "2', `3: 3,${four}`]);
    expect(lines).toHaveLength(15_001);
  });
});

describe("What tells a table from another", () => {
  it("is every byte of it, and the sheet", async () => {
    const fingerprint = async (content: string | Buffer, sheet: string | null = null) => {
      const claims = await opened(content, sheet);
      await claims.input.close();
      return claims.fingerprint;
    };
    // More than is read at a time.
    const long = "1,2\n".repeat(300_000);
    const one = await fingerprint(`npi,code\n${long}1,3\n`);
    expect(await fingerprint(`npi,code\n${long}1,3\n`)).toBe(one);
    expect(await fingerprint(`npi,code\n${long}1,4\n`)).not.toBe(one);
    const book = xlsx({ A: [["npi", "code"]], B: [["npi", "code"]] });
    expect(await fingerprint(book, "A")).not.toBe(await fingerprint(book, "B"));
  });
});

/** It begins with what it is, unpacked. */
function openDocument(): Buffer {
  const mimetype = strToU8("application/vnd.oasis.opendocument.spreadsheet");
  return Buffer.from(zipSync({ mimetype: [mimetype, { level: 0 }], "content.xml": strToU8("<a/>") }));
}

describe("What is no table of lookups is reported by its name:", () => {
  it.each([
    ["an ODS", openDocument(), "save it as XLSX or CSV"],
    ["NUL bytes in a text", Buffer.from("npi,code\n1,2\u0000\n"), "NUL bytes"],
    ["more columns than a spreadsheet has", Buffer.from(",".repeat(199_990)), "line has more than 16384 columns"],
    ["a hundred thousand columns", Buffer.from(`npi,code${",column".repeat(100_000)}\n1,2\n`), "at most 2000 columns"],
  ])("%s", async (_what, content, message) => {
    await expect(opened(content)).rejects.toThrow(message);
  });
});
