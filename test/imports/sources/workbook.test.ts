import { describe, expect, it } from "vitest";
import { fileBytes } from "../../../src/imports/sources/bytes.ts";
import { addressOf, addressText, cellText, numberText } from "../../../src/imports/sources/workbook/cell.ts";
import { rowsAtMost } from "../../../src/imports/sources/workbook/sheet.ts";
import { isBuiltInDate, isDateFormat } from "../../../src/imports/sources/workbook/styles.ts";
import { FurtherElements } from "../../../src/imports/sources/workbook/xml.ts";
import { workbookSheets } from "../../../src/imports/sources/workbook.ts";
import { rawWorkbook, SHEET_PATH, sheetOf, workbookWithSheets } from "../raw-workbook.ts";
import { writeFixture } from "../support.ts";
import { cellsOf, refusalOf, rowsOf } from "./reading.ts";

const text = (reference: string, content: string) => `<c r="${reference}" t="inlineStr"><is>${content}</is></c>`;

describe("a workbook is read", () => {
  it("cell by cell: numbers digit for digit, texts, booleans, and errors as they are shown", async () => {
    const data = `<row r="2"><c r="A2"><v>1234567890</v></c><c r="B2"><v>0.30000000000000004</v></c>
      <c r="C2" t="b"><v>1</v></c><c r="D2" t="e"><v>#N/A</v></c><c r="E2" t="str"><f>A1</f><v> sum </v></c>
      ${text("F2", "<r><t>rich</t></r><r><t> text</t></r><rPh><t>said</t></rPh>")}<c r="H2" t="d"><v>2026-01-31T00:00:00</v></c></row>`;
    expect(await rowsOf(sheetOf(data))).toEqual([
      {
        list: 'sheet "Fees"',
        number: 2,
        cells: ["1234567890", "0.3", "TRUE", "#N/A", "sum", "rich text", "", "2026-01-31"],
      },
    ]);
  });

  it("never with an empty cell for a formula that has no value, whatever its type", async () => {
    const uncalculated = "#N/A (a formula that was never calculated)";
    const unnamed = "#N/A (an error that the workbook does not name)";
    const cells = [
      ["<c><f>1+1</f></c>", uncalculated],
      ["<c><f>1+1</f><v></v></c>", uncalculated],
      ["<c><f>1+1</f><v> </v></c>", uncalculated],
      // As SheetJS writes a formula that it did not calculate, and an error whose name it does not know.
      ['<c t="e"><f>1+1</f></c>', uncalculated],
      ['<c t="e"><v>undefined</v></c>', unnamed],
      ['<c t="e"><v></v></c>', unnamed],
      ['<c t="e"/>', unnamed],
      ['<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', "#DIV/0!"],
      ['<c t="s"><f>A1</f></c>', uncalculated],
      ['<c t="b"><f>A1</f><v/></c>', uncalculated],
      ['<c t="d"><f>A1</f></c>', uncalculated],
      ['<c t="str"><f>A1</f></c>', uncalculated],
      ['<c t="inlineStr"><f>A1</f></c>', uncalculated],
      // A text without characters is a value, which the formula =IF(A1="","",A1) has.
      ['<c t="str"><f>A1</f><v></v></c>', ""],
      ['<c t="s"/>', ""],
      ["<c/>", ""],
    ] as const;
    const rows = cells.map(([cell]) => `<row><c><v>1</v></c>${cell}</row>`).join("");
    expect((await cellsOf(sheetOf(rows))).map(([, text = ""]) => text)).toEqual(cells.map(([, text]) => text));
  });

  it("with the one value that a cell has, and none of its extensions", async () => {
    const extension =
      '<extLst><ext><x:v>6</x:v><x:f>1+1</x:f><x:is><x:t>6</x:t></x:is><x:c r="B1"><x:v>6</x:v></x:c></ext></extLst>';
    const data = `<row r="1"><c r="A1"><v>5</v>${extension}</c><c r="B1" t="inlineStr"><is><t>5</t></is>${extension}</c><c r="C1">${extension}</c><c r="D1"><v>7</v></c></row>`;
    expect(await cellsOf(sheetOf(data))).toEqual([["5", "5", "", "7"]]);
  });

  it("with the texts that cells share, and references to characters", async () => {
    const sharedStrings = "<sst><si><t>a &amp; b</t></si><si><r><t>c</t></r><r><t>&#233;</t></r></si></sst>";
    const data = '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>0</v></c></row>';
    expect(await cellsOf(sheetOf(data, { "xl/sharedStrings.xml": sharedStrings }))).toEqual([["c\u00e9", "a & b"]]);
  });

  it("with dates by their style, from 1900 or from 1904", async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="m/d/yyyy;@"/><numFmt numFmtId="165" formatCode="0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';
    const data = `<row r="1">${[0, 1, 2, 3].map((style, at) => `<c r="${"ABCD"[at]}1" s="${style}"><v>46053</v></c>`).join("")}</row>`;
    const parts = { "xl/styles.xml": styles };
    expect(await cellsOf(sheetOf(data, parts))).toEqual([["46053", "2026-01-31", "2026-01-31", "46053"]]);
    const from1904 = { ...parts, "xl/workbook.xml": workbookFrom1904 };
    expect((await cellsOf(sheetOf(data, from1904)))[0]?.[1]).toBe("2030-02-01");
  });

  it("sparsely: a cell at the far end costs no more than any other, and empty rows cost nothing", async () => {
    const data = `<row r="1"><c r="A1"><v>1</v></c></row>${"<row><c/></row>".repeat(1000)}<row r="1048576"><c r="XFD1048576"><v>2</v></c></row>`;
    const rows = await rowsOf(sheetOf(data));
    expect(rows.map(({ number, cells }) => [number, cells.length, cells.at(-1)])).toEqual([
      [1, 1, "1"],
      [1_048_576, 16_384, "2"],
    ]);
  });

  it("where rows and cells follow each other without saying their places", async () => {
    expect(await rowsOf(sheetOf("<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>"))).toMatchObject([
      { number: 1, cells: ["1", "2"] },
      { number: 2, cells: ["3"] },
    ]);
  });

  it("without the sheets that are charts", async () => {
    const list =
      '<workbook><sheets><sheet name="Chart" r:id="rId9"/><sheet name="Fees" r:id="rId1"/></sheets></workbook>';
    const book = sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>', { "xl/workbook.xml": list });
    expect(await rowsOf(book)).toHaveLength(1);
  });
});

const workbookFrom1904 =
  '<workbook><workbookPr date1904="1"/><sheets><sheet name="Fees" r:id="rId1"/></sheets></workbook>';

const LONG_RUN = "more than 1048576 characters in one text, tag or comment of its XML";
/** More than that, with the piece in which it is noticed. */
const RUN_CHARACTERS = 1_200_000;

describe("a workbook is refused, with a message of ours:", () => {
  const oneCell = (cell: string) => sheetOf(`<row r="1">${cell}</row>`);

  it("a cell that unpacks to twenty megabytes", async () => {
    const bomb = oneCell(text("A1", `<t>${"A".repeat(20_000_000)}</t>`));
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await refusalOf(bomb)).toBe(
      'Failure: cell A1 of sheet "Fees" has more than 32767 characters, the most a cell can hold; shorten it',
    );
    const shared = `<sst><si><t>${"A".repeat(40_000)}</t></si></sst>`;
    expect(await refusalOf(sheetOf("", { "xl/sharedStrings.xml": shared }))).toContain(
      "a text of the workbook has more",
    );
    expect(await refusalOf(oneCell(text("A1", `<t>${"A".repeat(32_767)}</t>`)))).toBe("it was taken, with 1 rows");
  });

  describe("more elements than a table needs", () => {
    const runs = (count: number) => "<rPh><t/></rPh>".repeat(count / 2);
    const part = (xml: string) => ({ "xl/sharedStrings.xml": xml });
    const ELEMENTS_MAX = 1_000;
    const LIST = `the workbook has more than ${ELEMENTS_MAX} elements beside its rows and values`;

    /** What comes of a workbook that may have no more than these elements beside its rows and values. */
    async function within(book: Buffer): Promise<string> {
      const source = await fileBytes(writeFixture({ name: "fees.xlsx", content: book }));
      let rows = 0;
      try {
        for (const sheet of await workbookSheets(source, (each) => each, new FurtherElements(ELEMENTS_MAX))) {
          await sheet.read(() => {
            rows += 1;
            return "more";
          });
        }
        return `it was taken, with ${rows} rows`;
      } catch (error) {
        return String(error);
      }
    }

    it("within a cell or a shared text, at the first one too many", async () => {
      expect(await refusalOf(oneCell(text("A1", `<t>a</t>${runs(99_998)}`)))).toBe("it was taken, with 1 rows");
      expect(await refusalOf(oneCell(text("A1", `<t>a</t>${runs(100_000)}`)))).toBe(
        'Failure: cell A1 of sheet "Fees" has more than 100000 elements in its XML; save the sheet as CSV, or copy its cells as values into a new workbook',
      );
      expect(await refusalOf(sheetOf("", part(`<sst><si/><si>${runs(100_002)}</si></sst>`)))).toContain(
        "text 2 that cells of the workbook share has more than 100000 elements",
      );
    });

    it("in many cells and texts together", async () => {
      const cells = (count: number) => `<c t="inlineStr"><is>${runs(90)}</is></c>`.repeat(count);
      const texts = part(`<sst>${`<si>${runs(90)}</si>`.repeat(6)}</sst>`);
      expect(await within(sheetOf(`<row>${cells(5)}<c><v>1</v></c></row>`, texts))).toBe("it was taken, with 1 rows");
      const refusal = await within(sheetOf(`<row>${cells(6)}</row>`, texts));
      expect(refusal).toContain(LIST);
      expect(refusal).toContain('the last one in a cell of row 1 of sheet "Fees"; save the sheet as CSV');
    });

    it("in lists that are not cells, whatever they are called", async () => {
      const many = "<x/>".repeat(ELEMENTS_MAX + 1);
      expect(await within(sheetOf(`<row>${many}</row>`))).toContain(LIST);
      expect(await within(sheetOf(`</sheetData><mergeCells>${many}</mergeCells><sheetData>`))).toContain(LIST);
      expect(await within(sheetOf("", { "xl/styles.xml": `<styleSheet>${many}</styleSheet>` }))).toContain(LIST);
      const names = workbookFrom1904.replace("<sheets>", `<definedNames>${many}</definedNames><sheets>`);
      expect(await within(sheetOf("", { "xl/workbook.xml": names }))).toContain("xl/workbook.xml");
    });

    it("which are a million in every import", async () => {
      const elements = new FurtherElements().of(await fileBytes(import.meta.filename));
      for (let count = 1; count <= 1_000_000; count += 1) elements.add({});
      expect(() => elements.add({})).toThrow("the workbook has more than 1000000 elements beside its rows and values");
    });

    it("and a sheet with more cells and formulas than that is taken", async () => {
      const rows = `<row>${"<c><f>1</f><v>1</v></c>".repeat(60)}</row>`.repeat(10);
      expect(await within(sheetOf(rows))).toBe("it was taken, with 10 rows");
    });
  });

  it.each([
    ["two values", "<c><v>5</v><v>6</v></c>", "a cell of row 1 has several values"],
    ["two texts", '<c t="inlineStr"><is><t>5</t></is><is><t>6</t></is></c>', "a cell of row 1 has several values"],
    ["a text twice", '<c t="inlineStr"><is><t>5</t><t>6</t></is></c>', "a text of it stands there twice"],
    ["a value where its type has none", '<c t="inlineStr"><v>5</v></c>', "cell A1 has no proper value"],
    ["a text where its type has none", "<c><is><t>5</t></is></c>", "cell A1 has no proper value"],
    ["a place of a text that is none", '<c t="s"><v>0x0</v></c>', "cell A1 has no proper value"],
  ])("a cell with %s", async (_what, cell, reason) => {
    expect(await refusalOf(oneCell(cell))).toContain(reason);
  });

  it("a row with more text than a record can have", async () => {
    const cells = Array.from({ length: 40 }, () => `<c t="inlineStr"><is><t>${"A".repeat(32_000)}</t></is></c>`);
    expect(await refusalOf(oneCell(cells.join("")))).toContain(
      'row 1 of sheet "Fees" has more than 1048576 characters',
    );
  });

  it("parts that unpack to more than a gigabyte", async () => {
    const book = Buffer.from(sheetOf(""));
    // The unpacked length in the list of members, of the sheet.
    const entry = book.lastIndexOf(Buffer.from(SHEET_PATH)) - 46;
    book.writeUInt32LE(2 ** 31, entry + 24);
    expect(await refusalOf(book)).toMatch(
      /^Failure: the workbook unpacks to 2147\d+ bytes, more than 1073741824; save/,
    );
  });

  it("document types and the entities they declare", async () => {
    const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>';
    const sheet = `${laughs}<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>&b;</v></c></row></sheetData></worksheet>`;
    expect(await refusalOf(rawWorkbook({ [SHEET_PATH]: sheet }))).toContain("declares a document type");
  });

  it("entities that nobody declared stay as they are written", async () => {
    expect(await cellsOf(oneCell('<c r="A1" t="str"><v>&file;</v></c>'))).toEqual([["&file;"]]);
  });

  it("elements in elements, and tags, comments and attributes without an end", async () => {
    expect(await refusalOf(oneCell("<x>".repeat(10_000)))).toContain("has elements more than 100 deep");
    for (const open of ['<c a="', "<c ", "<!--", "<![CDATA["]) {
      expect(await refusalOf(oneCell(open + "x".repeat(2_000_000)))).toContain(LONG_RUN);
    }
  });

  it.each([
    ["entities", "&#65;", ""],
    ["named entities", "&amp;", ""],
    ["plain text", "A", ""],
    ["text and entities", "A&#65;", ""],
    ["sections of CDATA", "<![CDATA[A]]>", ""],
    ["comments", "<!--A-->", ""],
    ["instructions", "<?a b?>", ""],
    ["an attribute of entities", "&#65;", '<x a="'],
    ["attributes", 'a="1" ', "<x "],
  ])("a run of %s that is longer than any text", async (_what, written, before) => {
    const run = before + written.repeat(Math.ceil(RUN_CHARACTERS / written.length));
    // A formula is not read, so that no other limit stops it.
    expect(await refusalOf(oneCell(`<c r="A1"><f>${run}</f><v>1</v></c>`))).toContain(
      `cell A1 of sheet "Fees" has ${LONG_RUN}`,
    );
  });

  it("a run that is longer than any text, wherever it stands", async () => {
    const run = "A".repeat(RUN_CHARACTERS);
    expect(await refusalOf(oneCell(run))).toContain(`sheet "Fees", row 1 has ${LONG_RUN}`);
    const shared = { "xl/sharedStrings.xml": `<sst><si><t>a</t></si><si><rPh>${run}</rPh></si></sst>` };
    expect(await refusalOf(sheetOf("", shared))).toContain(`text 2 that cells of the workbook share has ${LONG_RUN}`);
    const styles = { "xl/styles.xml": `<styleSheet><x>${run}</x></styleSheet>` };
    expect(await refusalOf(sheetOf("", styles))).toContain(`xl/styles.xml has ${LONG_RUN}`);
  });

  it("but no text that a cell can hold, in entities alone and with as much of them as may be", async () => {
    const longest = "&#x0010FFFF;".repeat(16_383);
    const [[cell = ""] = []] = await cellsOf(oneCell(text("A1", `<t>${longest}</t>`)));
    expect(cell.length).toBe(32_766);
    expect(await refusalOf(oneCell(text("A1", `<t>${"&#65;".repeat(32_768)}</t>`)))).toContain(
      'cell A1 of sheet "Fees" has more than 32767 characters',
    );
  });

  it("names of elements and of attributes that are longer than any", async () => {
    const long = "x".repeat(256);
    for (const element of [`<${long}/>`, `<x ${long}="1"/>`]) {
      expect(await refusalOf(oneCell(element))).toContain('sheet "Fees", row 1 has a name of more than 255 characters');
    }
    expect(await refusalOf(oneCell(`<${long.slice(1)}/>`))).toBe("it was taken, with 0 rows");
  });

  it("more number formats, or more parts, than any workbook has, the same ones over and over included", async () => {
    const formats = (count: number) =>
      sheetOf("", {
        "xl/styles.xml": `<styleSheet><numFmts>${'<numFmt numFmtId="200" formatCode="0.0"/>'.repeat(count)}</numFmts></styleSheet>`,
      });
    expect(await refusalOf(formats(10_001))).toContain("the workbook has more than 10000 number formats; save");
    expect(await refusalOf(formats(10_000))).toBe("it was taken, with 0 rows");
    const relation = '<Relationship Id="rId7" Type="x" Target="y.xml"/>';
    const relations = { "xl/_rels/workbook.xml.rels": `<Relationships>${relation.repeat(10_001)}</Relationships>` };
    expect(await refusalOf(sheetOf("", relations))).toContain("it names more than 10000 parts");
  });

  it("thousands of sheets, or two that are one", async () => {
    expect(await refusalOf(workbookWithSheets(1_001))).toContain("the workbook has more than 1000 sheets");
    const twice = '<workbook><sheets><sheet name="A" r:id="rId1"/><sheet name="B" r:id="rId1"/></sheets></workbook>';
    expect(await refusalOf(sheetOf("", { "xl/workbook.xml": twice }))).toContain("two sheets are the same part");
  });

  it("cells and rows that are out of place or make no sense", async () => {
    const cell = '<c r="B1"><v>1</v></c>';
    for (const faulty of [
      `${cell}<c r="A1"/>`,
      '<c r="A2"/>',
      '<c r="XFE1"/>',
      '<c r="nonsense"/>',
      '<c r="A1" t="s"><v>0</v></c>',
      '<c r="A1" s="7"><v>1</v></c>',
      '<c r="A1" t="z"><v>1</v></c>',
    ]) {
      expect(await refusalOf(oneCell(faulty))).toMatch(
        /^Failure: the workbook is damaged or cut off \(sheet "Fees": cell/,
      );
    }
    expect(await refusalOf(sheetOf('<row r="2"/><row r="1"/>'))).toContain("a row after row 2 is out of place");
    expect(await refusalOf(sheetOf('<row r="1048577"/>'))).toContain("a row after row 0 is out of place");
  });

  it("parts that are missing, that end too early, or are something else", async () => {
    expect(await refusalOf(rawWorkbook({}))).toContain("a part of it is missing");
    expect(await refusalOf(rawWorkbook({ [SHEET_PATH]: "<worksheet><sheetData><row>" }))).toContain(
      "ends inside an element",
    );
    expect(await refusalOf(rawWorkbook({ [SHEET_PATH]: "hello" }))).toContain('sheet "Fees" has no data part');
  });
});

describe("address", () => {
  it("an address is read and written alike, up to the last cell of a sheet", () => {
    const addresses = ["A1", "Z9", "AA10", "XFD1048576"];
    expect(addresses.map((text) => addressText(addressOf(text) ?? { row: 0, column: 0 }))).toEqual(addresses);
    expect(addressOf("XFD1048576")).toEqual({ row: 1_048_576, column: 16_384 });
  });

  it("a cell that no sheet has is none, nor is anything else", () => {
    for (const text of ["XFE1", "A1048577", "A0", "A", "1", "a1", "A1B", "$A$1", ""])
      expect(addressOf(text)).toBeNull();
  });
});

describe("cell", () => {
  const legend = { sharedTexts: [], isDateStyle: [false, true], isFrom1904: false };
  const day = (value: string) => cellText({ type: undefined, style: "1", value, inlineText: "" }, legend);

  it("a number is written as its author typed it", () => {
    const written = ["1E+3", "0.1", "19.989999999999998", "-1.5E-7", "12345678901234567890", "no number"];
    expect(written.map(numberText)).toEqual([
      "1000",
      "0.1",
      "19.99",
      "-0.00000015",
      "12345678901234567168",
      "no number",
    ]);
  });

  it("white space is no number, nor is what only a programmer takes for one", () => {
    const cell = (value: string, style?: string) => cellText({ type: undefined, style, value, inlineText: "" }, legend);
    for (const style of [undefined, "0", "1"]) {
      expect([" ", "\n", ""].map((value) => cell(value, style))).toEqual(["", "", ""]);
      expect(["0x10", "0b11", "Infinity", "1_000", "1,5"].map((value) => cell(value, style))).toEqual(
        Array(5).fill(null),
      );
    }
    expect([" 12.50 ", "+1", ".5", "1."].map((value) => cell(value))).toEqual(["12.5", "1", "0.5", "1"]);
  });

  it("a day is given by its number, and a number beyond all days stays a number", () => {
    expect(["46053", "46053.99", "1", "1e12", "x"].map(day)).toEqual([
      "2026-01-31",
      "2026-01-31",
      "1899-12-31",
      "1000000000000",
      null,
    ]);
    expect(["2958465.9", "2958466", "-1"].map(day)).toEqual(["9999-12-31", "2958466", "-1"]);
  });
});

describe("date format", () => {
  it("formats of days and times are dates", () => {
    const dates = [
      "m/d/yyyy;@",
      "[$-409]d-mmm-yy",
      "yyyy\\-mm\\-dd",
      'd" of "mmmm',
      "[h]:mm:ss",
      "mm:ss.00",
      "h:mm AM/PM",
    ];
    expect(dates.filter((format) => !isDateFormat(format))).toEqual([]);
  });

  it("formats of numbers are none, whatever letters they show", () => {
    const numbers = ["General", "0.00", '"$"#,##0.00', "0%", "[Red]0.00", '0" days"', "0\\m", "@", "", "00000"];
    expect(numbers.filter(isDateFormat)).toEqual([]);
  });

  it("every program has dates under the numbers 14 to 22, and none at 13 and 23", () => {
    expect([13, 14, 22, 23].map(isBuiltInDate)).toEqual([false, true, true, false]);
  });

  it("brackets that are never closed are read once, however many there are", () => {
    // By the square of the length this would take an hour.
    expect(isDateFormat(`${"[".repeat(2_000_000)}yyyy`)).toBe(true);
    expect(isDateFormat(`${"[".repeat(2_000_000)}0`)).toBe(false);
    expect(isDateFormat("[Red][>100]yyyy")).toBe(true);
  });
});

describe("row count", () => {
  async function counted(xml: string, chunkBytes: number): Promise<number> {
    const bytes = Buffer.from(xml);
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    }
    return await rowsAtMost({ name: "sheet1.xml", bytes: bytes.length, chunks });
  }

  it.each([1, 2, 3, 7, 80, 100_000])("the ends of rows are counted once each, in chunks of %i bytes", async (size) => {
    const rows = '<row r="1"><c t="str"><v>row</v></c></row><row r="2"/><rows></rows></row >';
    expect(await counted(`<sheetData>${rows.repeat(20)}</sheetData>`, size)).toBe(40);
    expect(await counted("<x:row><x:c/></x:row>".repeat(20), size)).toBe(20);
    expect(await counted(`<a:row>${"</a:row\n>".repeat(5)}arrow></arrow>x:row>`, size)).toBe(5);
  });
});
