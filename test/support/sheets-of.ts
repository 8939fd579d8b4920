import { openFile } from "../../src/imports/sources/open.ts";

/** The sheets of a workbook, as the importers read them. */
export async function sheetsOf(file: string): Promise<readonly string[][][]> {
  const [part] = (await openFile(file, () => undefined)).parts;
  const sheets: string[][][] = [];
  for (const list of (await part?.lists(false)) ?? []) {
    const rows: string[][] = [];
    await list.read((row) => {
      rows.push(Array.from({ length: row.width }, (_, place) => row.cell(place)));
      return "more";
    });
    sheets.push(rows);
  }
  return sheets;
}
