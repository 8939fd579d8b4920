import { describe, expect, it } from "vitest";
import { hcpcs } from "../../../src/imports/federal/hcpcs.ts";
import { csv, xlsx, zip } from "../fixtures.ts";
import { importing } from "../support.ts";

/** A line of the record layout: code, sequence, record type, 80 characters of text, the short description and the rest. */
function line(code: string, sequence: string, kind: string, text: string): string {
  return `${code.padStart(5)}${sequence}${kind}${text.padEnd(80)}${"Short text".padEnd(28)}00${" ".repeat(199)}\r\n`;
}

const PREAMBLE = `***Disclaimers${"\t".repeat(40)}\r\n\r\n*Brand names may appear.\u00a0\r\n`;

const TEXT = [
  PREAMBLE,
  line("A1", "00100", "7", "Dressing of one wound"),
  line("AD", "00100", "7", "Supervision by a physician of more than four"),
  line("AD", "00200", "8", "procedures at once"),
  line("A0001", "00100", "3", "First part of a long description that ends in the middle of the"),
  line("A0001", "00200", "4", "sentence, continues"),
  line("A0001", "00300", "4", "and ends"),
  line("D0120", "00100", "3", "Dental text"),
  line("99213", "00100", "3", "Licensed text"),
  line("J0696", "00100", "3", "Injection, caf\u00e9, 250 mg"),
  line("V9999", "00100", "3", ""),
].join("");

const content = Buffer.from(TEXT, "latin1");
const EXPECTED = [
  {
    code: "A0001",
    description: "First part of a long description that ends in the middle of the sentence, continues and ends",
  },
  { code: "J0696", description: "Injection, caf\u00e9, 250 mg" },
];

const WORKBOOK = xlsx({
  A: [
    ["***Disclaimers"],
    [null],
    ["HCPC", "SEQNUM", "RECID", "LONG DESCRIPTION", "SHORT DESCRIPTION", "PRICE1"],
    ["A1", "0010", "7", "Dressing of one wound", "Dressing", null],
    ["A0001", "0010", "3", "First part of a long description that ends in the middle of the", "Short", 0],
    ["A0001", "0020", "4", "sentence, continues and ends", null, null],
    ["J0696", "0010", 3, "Injection, caf\u00e9, 250 mg", "Short", 51],
  ],
});

/** A quarterly file whose name has a year and no month does not tell its day. */
const JANUARY = { asOf: "2019-01-01" };

describe("the HCPCS file", () => {
  it("joins the lines of a long description, and leaves out what has no place or is licensed", async () => {
    const { rows, report } = await importing(hcpcs, { name: "HCPC2026_JUL_ANWEB.txt", content });
    expect(report.edition).toBe("2026-07-01");
    expect(rows("common/hcpcs")).toEqual(EXPECTED);
    expect(report.rowsRead).toBe(12);
    expect(report.leftOut).toEqual([
      { reason: "no HCPCS record", count: 2, examples: ["line 1", "line 3"] },
      { reason: "a modifier, which no table describes", count: 2, examples: ["line 4: A1", "line 5: AD"] },
      { reason: "a line that continues the description of a modifier", count: 1, examples: ["line 6"] },
      {
        reason: "a dental code, whose text the American Dental Association licenses",
        count: 1,
        examples: ["line 11: D0120"],
      },
      { reason: "no HCPCS Level II code, so that its text may be licensed", count: 1, examples: ["line 12: 99213"] },
      { reason: "a code without a description", count: 1, examples: ["whole file: V9999"] },
    ]);
    expect(report.findings).toMatchObject([{ reason: "lines that continue the description of a code", count: 2 }]);
  });

  it("keeps the line where a description begins", async () => {
    const { origins } = await importing(hcpcs, { name: "HCPC2019_CONTR_ANWEB.txt", content }, JANUARY);
    expect(origins("common/hcpcs").map(({ place }) => place)).toEqual(["line 7", "line 12"]);
  });

  it("is read from the workbook where there is no text", async () => {
    const { rows, report } = await importing(hcpcs, { name: "HCPC2019_CONTR_ANWEB.xlsx", content: WORKBOOK }, JANUARY);
    expect(report.edition).toBe("2019-01-01");
    expect(rows("common/hcpcs")).toEqual(EXPECTED);
  });

  it("is read once from the ZIP, whose other members are something else", async () => {
    const archive = zip({
      "HCPC2019_README.txt": "Read me",
      "HCPC2019_CONTR_ANWEB.xlsx": WORKBOOK,
      "HCPC2019_CONTR_ANWEB.txt": content,
      "HCPC2019_Trans_Alpha.xlsx": "x",
    });
    const file = { name: "2019-Alpha-Numeric-HCPCS-File.zip", content: archive };
    await expect(importing(hcpcs, file)).rejects.toThrow("its effective day; give it with --as-of");
    const { rows, report } = await importing(hcpcs, file, JANUARY);
    expect(report).toMatchObject({ edition: "2019-01-01", rowsRead: 12 });
    expect(rows("common/hcpcs")).toEqual(EXPECTED);
  });

  it("reads a workbook from a ZIP that has no text", async () => {
    const archive = zip({ "Trans_Alpha.xlsx": "x", "HCPC2026_OCT_ANWEB.xlsx": WORKBOOK, "notes.pdf": "x" });
    const { rows, report } = await importing(hcpcs, { name: "october.zip", content: archive });
    expect(report.edition).toBe("2026-10-01");
    expect(rows("common/hcpcs")).toEqual(EXPECTED);
  });

  it("refuses a text without codes and a table without records", async () => {
    const january = { asOf: "2026-01-01" };
    const letter = { name: "letter.txt", content: "Dear reader,\nthis is no list of codes.\n" };
    await expect(importing(hcpcs, letter, january)).rejects.toThrow("no line of it is a HCPCS code");
    const table = { name: "codes.csv", content: csv(["HCPC", "Description"], ["J0696", "Injection"]) };
    await expect(importing(hcpcs, table, january)).rejects.toThrow("RECID");
  });
});
