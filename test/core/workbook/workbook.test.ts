import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, describe, expect, it, test } from "vitest";
import { cell, type Row, xmlText } from "../../../src/core/workbook/cell.ts";
import type { OutputSheet } from "../../../src/core/workbook/sheet-xml.ts";
import { writeWorkbook } from "../../../src/core/workbook/workbook-file.ts";
import { rowsIn } from "../../imports/sources/reading.ts";

describe("workbook", () => {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-workbook-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  let number = 0;

  async function written(...sheets: readonly OutputSheet[]): Promise<string> {
    number += 1;
    const path = join(folder, `book-${number}.xlsx`);
    await writeWorkbook(path, sheets);
    return path;
  }

  function page(...rows: readonly Row[]): OutputSheet {
    return { name: "Page", rows, headingRow: null };
  }

  /** The parts of a workbook, unpacked by another library than the one that packs and reads them here. */
  function parts(path: string): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(unzipSync(readFileSync(path))).map(([name, bytes]) => [name, strFromU8(bytes)]),
    );
  }

  describe("A workbook that was written", () => {
    it("is read back with numbers as numbers, days as days and codes as texts", async () => {
      const path = await written(
        page([cell("money", "1204.50"), cell("day", "2026-10-01"), cell("text", "00840"), null, cell("count", "12")]),
      );
      expect(await rowsIn(path)).toEqual([
        { list: 'sheet "Page"', number: 1, cells: ["1204.5", "2026-10-01", "00840", "", "12"] },
      ]);
      const sheet = parts(path)["xl/worksheets/sheet1.xml"];
      expect(sheet).toContain("<v>1204.50</v>");
      expect(sheet).toMatch(/<c r="C1" s="[0-9]+" t="inlineStr"><is><t xml:space="preserve">00840</);
    });

    it("has texts as texts, whatever they begin with, and nothing that XML cannot hold", async () => {
      const texts = [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        'a <b> & "c"',
        "bell\u0007",
        "_x0041_",
        "two\nlines",
        "\ud83d\ude00 \ud800",
      ];
      const path = await written(page(texts.map((text) => cell("text", text))));
      const [row] = await rowsIn(path);
      expect(row?.cells.slice(0, 5)).toEqual(texts.slice(0, 5));
      expect(row?.cells[5]).toBe("bell\ufffd");
      const sheet = parts(path)["xl/worksheets/sheet1.xml"] as string;
      expect(sheet).not.toContain("<f>");
      expect(sheet).toContain("_x005F_x0041_");
      expect(row?.cells[8]).toBe("\ud83d\ude00 \ufffd");
    });

    it("keeps as text what a spreadsheet would change: too many digits, days before it counts them, texts among numbers", async () => {
      const kept = ["12345678901234567", "1900-01-31", "n/a", "007"];
      const path = await written(
        page([
          cell("figure", kept[0] ?? ""),
          cell("day", kept[1] ?? ""),
          cell("money", kept[2] ?? ""),
          cell("count", kept[3] ?? ""),
        ]),
      );
      expect((await rowsIn(path))[0]?.cells).toEqual(kept);
      expect(parts(path)["xl/worksheets/sheet1.xml"]).not.toContain("<v>");
    });

    it("cuts a text that no cell can hold, and says so", async () => {
      const path = await written(page([cell("text", "x".repeat(40_000))]));
      const text = (await rowsIn(path))[0]?.cells[0] as string;
      expect(text).toHaveLength(32_767);
      expect(text.endsWith("x [cut]")).toBe(true);
    });

    it("has headings that stay in view and can be filtered by, and columns as wide as their texts", async () => {
      const rows = [
        [cell("title", "A title that widens no column")],
        [cell("heading", "Code"), cell("heading", "Name")],
      ];
      const many = Array.from({ length: 300 }, (_, at) => [cell("text", `c${at}`), cell("text", "x".repeat(at % 100))]);
      const path = await written({ name: "It's a list", rows: [...rows, ...many], headingRow: 2 });
      const { "xl/worksheets/sheet1.xml": sheet = "", "xl/workbook.xml": book = "" } = parts(path);
      expect(sheet).toContain('<pane ySplit="2" topLeftCell="A3" activePane="bottomLeft" state="frozen"/>');
      expect(sheet).toContain('<autoFilter ref="A2:B302"/>');
      expect(book).toContain("'It''s a list'!$A$2:$B$302</definedName>");
      expect(sheet).toContain(
        '<col min="1" max="1" width="9" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/>',
      );
    });

    it("prints the first columns of a wide table alone, where that is said", async () => {
      const rows = [["Code", "Name", "Other"].map((each) => cell("heading", each)), [cell("text", "a")]];
      const list = { name: "A list", rows, headingRow: 1 };
      const printed = async (printedColumns: number) =>
        parts(await written({ ...list, printedColumns }))["xl/workbook.xml"] ?? "";
      expect(await printed(2)).toContain(
        `<definedName name="_xlnm.Print_Area" localSheetId="0">'A list'!$A$1:$B$2</definedName>`,
      );
      expect(await printed(3)).not.toContain("Print_Area");
      expect(await printed(0)).not.toContain("Print_Area");
    });

    it("is written as its rows come, thousands of them, each once and in order", async () => {
      const rows = async function* () {
        for (let at = 1; at <= 5_000; at += 2) {
          yield [at, at + 1].map((each) => [cell("count", String(each)), cell("text", `line ${each}`)]);
        }
      };
      const read = await rowsIn(await written({ name: "Long", rows: rows(), headingRow: null }));
      expect(read).toHaveLength(5_000);
      expect(read.at(-1)).toMatchObject({ number: 5_000, cells: ["5000", "line 5000"] });
    });

    it("gives sheets names that programs take, each once", async () => {
      const named = ["By a/b:c", "by A b c", "x".repeat(40), "x".repeat(40), "History", ""];
      const path = await written(...named.map((name) => ({ ...page([cell("text", "a")]), name })));
      const names = (await rowsIn(path)).map(({ list }) => list.replace(/^sheet "|"$/g, ""));
      expect(names).toEqual(["By a b c", "by A b c 2", "x".repeat(31), `${"x".repeat(29)} 2`, "History 2", "Sheet"]);
    });

    it("leaves nothing behind when its rows fail", async () => {
      const path = join(folder, "failed.xlsx");
      // biome-ignore lint/correctness/useYield: it fails before its first row.
      const rows = async function* (): AsyncGenerator<readonly Row[]> {
        throw new Error("the disk is gone");
      };
      await expect(writeWorkbook(path, [{ name: "A", rows: rows(), headingRow: null }])).rejects.toThrow(
        "the disk is gone",
      );
      expect([path, `${path}.partial`].filter((each) => existsSync(each))).toEqual([]);
    });
  });
});

describe("xml text", () => {
  const REPLACED = "\ufffd";

  test.each([
    ["plain, 12.50", "plain, 12.50"],
    ["a\u0001b", `a${REPLACED}b`],
    ["\ud800x", `${REPLACED}x`],
    ["x\udc00", `x${REPLACED}`],
    ["\uffff", REPLACED],
    ["\u{1f600}<", "\u{1f600}&lt;"],
    ['a & "b" > c', "a &amp; &quot;b&quot; &gt; c"],
    ["tab\tline\nend\r", "tab\tline\nend&#13;"],
    ["_x0041_", "_x005F_x0041_"],
  ])("%j is written as %j", (text, xml) => {
    expect(xmlText(text)).toBe(xml);
  });
});
