import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFailure } from "../../src/core/runtime/failure.ts";
import type { Publication } from "../../src/imports/declaring/publication.ts";
import { runs } from "../support/property-runs.ts";
import { csv, xlsx, zip } from "./fixtures.ts";
import { changedFile, hostileFiles } from "./hostile-files.ts";
import { type BookCell, sameAsXlsx, xls } from "./legacy-workbook.ts";
import { enrolled, feeSchedule } from "./reef.ts";
import { rowsIn } from "./sources/reading.ts";
import { importing, newDataset, snapshot, temporaryFolder } from "./support.ts";

/* Each bad file gets one message that says what, where and what to do; and changes nothing. */

const FILES = {
  "dataset.json": '{"name":"mine","version":"3"}',
  "rf/fees.csv": "code,fee,effective_start_date\n00001,5.00,2020-01-01\n",
};

async function refusalOf(
  content: string | Uint8Array,
  name = "fees.csv",
  publication: Publication = feeSchedule,
): Promise<string> {
  const dataset = newDataset(FILES);
  const before = snapshot(dataset);
  const attempt = importing(publication, { name, content }, { asOf: "2026-01-01", into: dataset });
  const message = await attempt.then(
    () => "it was taken",
    (error: Error) => `${error.name}: ${error.message}`,
  );
  expect(snapshot(dataset)).toEqual(before);
  return message.replace(` Nothing was changed in ${dataset}.`, " NOTHING CHANGED");
}

describe("a bad file is refused:", () => {
  it("an empty one", async () => {
    expect(await refusalOf("")).toBe("Failure: fees.csv: the file is empty; download it again. NOTHING CHANGED");
  });

  it("another publication", async () => {
    expect(await refusalOf(csv(["NPI", "Name"], ["1", "x"]))).toBe(
      'Failure: fees.csv: no column with the heading "Code" or "Proc Code", nor "Fee"; found "NPI", "Name". Is it the right file? If its layout has changed, say where the columns are in a mapping file: see --template and --map. NOTHING CHANGED',
    );
  });

  it("a changed heading", async () => {
    expect(await refusalOf(csv(["Fees of 2026"], ["Code", "Mod", "Max Fee"], ["1", "", "2"]))).toContain(
      'no column with the heading "Fee"; found "Code", "Mod", "Max Fee".',
    );
  });

  it("a web page under the name of a workbook", async () => {
    expect(await refusalOf("<!DOCTYPE html><html><body>503</body></html>", "fees.xlsx")).toContain(
      "fees.xlsx: this is a web page without a table, not a data file",
    );
  });

  it("an old workbook, a PDF, an empty ZIP", async () => {
    expect(await refusalOf(Buffer.from("d0cf11e0a1b11ae1", "hex"), "fees.xls")).toContain("save it as XLSX");
    expect(await refusalOf("%PDF-1.7", "fees.pdf")).toContain("this is a PDF, which cannot be read as a table");
    expect(await refusalOf(zip({}), "fees.zip")).toContain("the ZIP has no files in it");
  });

  it("a ZIP that is cut off, or a workbook", async () => {
    const whole = zip({
      "fees.csv": csv(["Code", "Fee"], ...Array.from({ length: 999 }, (_, n) => [`${n}`, `${n * 7}`])),
    });
    expect(await refusalOf(whole.subarray(0, 900), "fees.zip")).toContain("the ZIP is damaged or cut off");
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, 100, 300);
    expect(await refusalOf(damaged, "fees.zip")).toContain("fees.csv: the ZIP is damaged or cut off");
    expect(await refusalOf(xlsx({ Fees: [["Code", "Fee"]] }).subarray(0, 700), "fees.xlsx")).toContain("cut off");
  });

  it("a ZIP without the member", async () => {
    expect(await refusalOf(zip({ "a.txt": "x", "b.txt": "y" }), "x.zip")).toContain(
      "x.zip: expected a file with a name such as fees; found a.txt, b.txt",
    );
    expect(await refusalOf(zip({ "a.csv": "x", "b.csv": "y" }), "x.zip", enrolled)).toContain(
      "expected exactly one file; found a.csv, b.csv",
    );
  });

  it("text where numbers belong, with every place", async () => {
    expect(await refusalOf(csv(["Code", "Fee"], ["1", "By Report"]))).toBe(
      'Failure: fees.csv: line 2: "Fee" is "By Report", expected an amount such as 40.00 or $1,234.50. NOTHING CHANGED',
    );
    const message = await refusalOf(
      xlsx({
        Fees: [
          ["Code", "Fee"],
          ["1", "a"],
          ["2", 5],
          ["3", "b"],
        ],
      }),
      "fees.xlsx",
    );
    expect(message).toContain('2 values were refused; the first of them:\n  sheet "Fees", row 2: "Fee" is "a"');
    expect(message).toContain('sheet "Fees", row 4: "Fee" is "b"');
  });

  it("a quote that swallows rows: the first code would get the fee of the last", async () => {
    const swallowing = 'Code,Text,Fee\n00123,"Swim,40.00\n00124,Dive,50.00\n00125,"Rest,60.00\n';
    expect(await refusalOf(swallowing)).toContain(
      "line 2 has a quote that is closed on a later line, with more text after it: the lines between would be lost",
    );
  });

  it("a formula that failed, which is no fee that is not published and no code of five characters", async () => {
    const failed = (code: BookCell, fee: BookCell) => [
      ["Code", "Fee"],
      [code, fee],
    ];
    for (const bookOf of [xls, sameAsXlsx]) {
      expect(await refusalOf(bookOf({ Fees: failed("00123", { t: "e", v: 42 }) }), "fees.xls")).toContain(
        'row 2: "Fee" is "#N/A", expected a value: its formula failed or was never calculated.',
      );
      expect(await refusalOf(bookOf({ Fees: failed({ t: "e", v: 23 }, 5) }), "fees.xls")).toContain(
        'row 2: "Code" is "#REF!", expected a value',
      );
    }
  });

  it("a value that the table refuses", async () => {
    expect(await refusalOf(csv(["Code", "Fee"], ["1", "1.234"]))).toContain(
      'line 2: "rf/fees fee" is "1.234", expected a plain decimal of 0 or more, at most 2 decimals',
    );
  });

  it("a table without rows, or one that ends in the middle of a row", async () => {
    expect(await refusalOf("Code,Fee\n")).toContain("the table has headings but no rows");
    expect(await refusalOf("Code,Mod,Fee\n1,,2\n2,,3\n3")).toContain(
      "line 4, the last one, has 1 cells where all others have 3 or more: the file is cut off",
    );
  });

  it("a key that is listed twice with different values", async () => {
    expect(await refusalOf(csv(["Code", "Fee"], ["1", "2"], ["1", "2"], ["1", "3"]))).toContain(
      "line 2 and line 4 of rf/fees say different things about code 00001, modifier (empty) of rf/fees",
    );
  });

  it("a dataset that is faulty, or none at all", async () => {
    const faulty = newDataset({ ...FILES, "rf/fees.csv": "code,fee,effective_start_date\n1,x,2020-01-01\n" });
    const file = { name: "fees.csv", content: csv(["Code", "Fee"], ["1", "2"]) };
    await expect(importing(feeSchedule, file, { asOf: "2026-01-01", into: faulty })).rejects.toThrow(
      'the dataset has a fault, rf/fees.csv:2:fee: "x", expected',
    );
    const other = newDataset({ "dataset.json": "" });
    mkdirSync(join(other, "photos"));
    writeFileSync(join(other, "photos", "a.jpg"), "");
    await expect(importing(feeSchedule, file, { asOf: "2026-01-01", into: join(other, "photos") })).rejects.toThrow(
      "is no dataset: it has no dataset.json",
    );
  });

  it("one that does not tell its day", async () => {
    const file = { name: "fees.csv", content: csv(["Code", "Fee"], ["1", "2"]) };
    await expect(importing(feeSchedule, file)).rejects.toThrow(
      "fees.csv: neither the text above its headings nor its name states its effective day; give it with --as-of YYYY-MM-DD.",
    );
  });
});

describe("hostile files", () => {
  const FILES = 70;
  const SEED = 16;

  /** The same numbers in every run (mulberry32). */
  function seeded(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
  }

  it("every hostile file ends in rows or in a failure that we tell, and some in each", async () => {
    const path = join(temporaryFolder(), "file.bin");
    const ends = { rows: 0, failures: 0 };
    const mistakes: string[] = [];
    let count = 0;
    for (const { name, bytes } of hostileFiles(seeded(SEED))) {
      writeFileSync(path, bytes);
      for (const isFixedWidth of [false, true]) {
        try {
          await rowsIn(path, isFixedWidth);
          ends.rows += 1;
        } catch (error) {
          if (isFailure(error)) ends.failures += 1;
          else mistakes.push(`${name}: ${error instanceof Error ? error.stack : error}`);
        }
      }
      count += 1;
      if (count === FILES) break;
    }
    expect(mistakes).toEqual([]);
    expect(Math.min(ends.rows, ends.failures)).toBeGreaterThan(FILES / 4);
  });

  it("an honest file with any change ends in rows or in a failure that we tell", async () => {
    const path = join(temporaryFolder(), "file.bin");
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.boolean(), async (seed, isFixedWidth) => {
        writeFileSync(path, changedFile(seeded(seed), 1).bytes);
        await rowsIn(path, isFixedWidth).catch((error: unknown) => {
          if (!isFailure(error)) throw error;
        });
      }),
      runs(20),
    );
  });
});
