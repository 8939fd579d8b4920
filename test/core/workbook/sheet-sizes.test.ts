import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { cell, type Row } from "../../../src/core/workbook/cell.ts";
import { writeWorkbook } from "../../../src/core/workbook/workbook-file.ts";
import { openFile } from "../../../src/imports/sources/open.ts";
import { rowsIn } from "../../imports/sources/reading.ts";

// Sheets are written in pieces of 64 KiB. The first piece ends after some 35 rows of 24 columns, and within 8 rows from some 105 columns on.
// Sizes around these meet every position of its end: before the last row, at it, and among the rows below the table.

const folder = mkdtempSync(join(tmpdir(), "ratebook-sheet-sizes-"));
afterAll(() => rmSync(folder, { recursive: true }));

function rowOf(name: string, columns: number): Row {
  return Array.from({ length: columns }, (_, at) => cell("text", `${name}, column ${at + 1}, and some words`));
}

/** Writes a heading, rows and two rows below them, and reads the numbers and the first cells of the rows again. */
async function readBack(rows: number, columns: number, isStreamed: boolean): Promise<readonly string[]> {
  const path = join(folder, "sizes.xlsx");
  const written = [rowOf("heading", columns), ...Array.from({ length: rows }, (_, at) => rowOf(`row ${at}`, columns))];
  const streamed = async function* () {
    for (const row of written) yield [row];
  };
  await writeWorkbook(path, [
    {
      name: "Sizes",
      rows: isStreamed ? streamed() : written,
      headingRow: 1,
      footer: (last) => [rowOf(`total of ${last}`, columns), rowOf("remark", columns)],
    },
  ]);
  const read = await rowsIn(path);
  return read.map(({ number, cells }) => `${number}: ${cells.length} from ${cells[0]?.split(",")[0]}`);
}

function allRows(rows: number, columns: number): readonly string[] {
  const names = ["heading", ...Array.from({ length: rows }, (_, at) => `row ${at}`), `total of ${rows + 1}`, "remark"];
  return names.map((name, at) => `${at + 1}: ${columns} from ${name}`);
}

describe("A sheet", () => {
  it("has all its rows and the rows below them, from 1 row to 50", async () => {
    for (const rows of [1, 2, ...Array.from({ length: 12 }, (_, step) => 30 + step), 50]) {
      expect(await readBack(rows, 24, rows % 2 === 0)).toEqual(allRows(rows, 24));
    }
  });

  it("has all its rows and the rows below them, from 1 column to 200", async () => {
    for (const columns of [1, 2, ...Array.from({ length: 21 }, (_, step) => 100 + 5 * step)]) {
      expect(await readBack(5, columns, columns % 2 === 0)).toEqual(allRows(5, columns));
    }
  });

  it("has as many rows as one batch brings", async () => {
    const path = join(folder, "long.xlsx");
    const rows = Array.from({ length: 130_000 }, () => [cell("text", "a")]);
    await writeWorkbook(path, [{ name: "Long", rows, headingRow: 1 }]);
    const [sheet] = (await (await openFile(path, () => undefined)).parts[0]?.lists(false)) ?? [];
    expect(await sheet?.rowsAtMost?.()).toBe(130_000);
  });
});
