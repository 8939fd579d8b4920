import { expect, it } from "vitest";
import { rowsAtMost } from "../../../../src/imports/sources/workbook/sheet.ts";

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
