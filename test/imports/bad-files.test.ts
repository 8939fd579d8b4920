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
  // What a library says in brackets about a damaged ZIP is its matter.
  return message
    .replace(` Nothing was changed in ${dataset}.`, " NOTHING CHANGED")
    .replace(/(the ZIP is damaged or cut off) \([^)]*\)/, "$1");
}

const damagedZip = () => {
  const whole = zip({
    "fees.csv": csv(["Code", "Fee"], ...Array.from({ length: 999 }, (_, n) => [`${n}`, `${n * 7}`])),
  });
  return { cut: whole.subarray(0, 900), damaged: Buffer.from(whole).fill(0xff, 100, 300) };
};

const failedFormula = (code: BookCell, fee: BookCell) => [
  ["Code", "Fee"],
  [code, fee],
];

const BAD_FILES: readonly (readonly [
  what: string,
  content: string | Uint8Array,
  name?: string,
  publication?: Publication,
])[] = [
  ["an empty one", ""],
  ["another publication", csv(["NPI", "Name"], ["1", "x"])],
  ["a changed heading", csv(["Fees of 2026"], ["Code", "Mod", "Max Fee"], ["1", "", "2"])],
  ["a web page", "<!DOCTYPE html><html><body>503</body></html>", "fees.xlsx"],
  ["an old workbook that is cut off", Buffer.from("d0cf11e0a1b11ae1", "hex"), "fees.xls"],
  ["a PDF", "%PDF-1.7", "fees.pdf"],
  ["an empty ZIP", zip({}), "fees.zip"],
  ["a ZIP that is cut off", damagedZip().cut, "fees.zip"],
  ["a ZIP that is damaged", damagedZip().damaged, "fees.zip"],
  ["a workbook that is cut off", xlsx({ Fees: [["Code", "Fee"]] }).subarray(0, 700), "fees.xlsx"],
  ["a ZIP without the member", zip({ "a.txt": "x", "b.txt": "y" }), "x.zip"],
  ["a ZIP of two files", zip({ "a.csv": "x", "b.csv": "y" }), "x.zip", enrolled],
  ["text where a number belongs", csv(["Code", "Fee"], ["1", "By Report"])],
  [
    "text in two places",
    xlsx({
      Fees: [
        ["Code", "Fee"],
        ["1", "a"],
        ["2", 5],
        ["3", "b"],
      ],
    }),
    "fees.xlsx",
  ],
  // The first code would get the fee of the last.
  ["a quote that swallows rows", 'Code,Text,Fee\n00123,"Swim,40.00\n00124,Dive,50.00\n00125,"Rest,60.00\n'],
  // It is no fee that is not published, and no code of five characters.
  ["a formula that failed, old", xls({ Fees: failedFormula("00123", { t: "e", v: 42 }) }), "fees.xls"],
  ["a formula that failed, new", sameAsXlsx({ Fees: failedFormula({ t: "e", v: 23 }, 5) }), "fees.xlsx"],
  ["a value that the table refuses", csv(["Code", "Fee"], ["1", "1.234"])],
  ["a table without rows", "Code,Fee\n"],
  ["one that ends within a row", "Code,Mod,Fee\n1,,2\n2,,3\n3"],
  ["a key with two values", csv(["Code", "Fee"], ["1", "2"], ["1", "2"], ["1", "3"])],
];

describe("a bad file is refused:", () => {
  it("each with one message, which is kept beside this test", async () => {
    const messages: string[] = [];
    for (const [what, ...bad] of BAD_FILES) messages.push(`${what}\n  ${await refusalOf(...bad)}\n`);
    await expect(messages.join("")).toMatchFileSnapshot("bad-files.txt");
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
