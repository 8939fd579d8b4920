import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { failure } from "../../../src/core/runtime/failure.ts";
import { reportJson } from "../../../src/imports/report/report.ts";
import { reportText } from "../../../src/imports/report/text.ts";
import { csv } from "../fixtures.ts";
import { feeSchedule } from "../reef.ts";
import { importing, temporaryFolder } from "../support.ts";

describe("changes", () => {
  /* The report of an import names what changed: the keys, and each cell before and after. */

  const JANUARY = csv(["Code", "Mod", "Fee"], ["00001", "", "1"], ["00002", "26", "2"], ["00003", "", "3"]);
  const JULY = csv(["Code", "Mod", "Fee"], ["00001", "", "1"], ["00002", "26", "2.5"], ["00004", "", "4"]);

  function changesFile() {
    const path = join(mkdtempSync(join(temporaryFolder(), "changes-")), "changes.csv");
    let kept = 0;
    return {
      path,
      keep: () => {
        kept += 1;
      },
      isKept: () => kept === 1,
      lines: () => parse(readFileSync(path)) as string[][],
    };
  }

  async function january() {
    return await importing(feeSchedule, { name: "fees.csv", content: JANUARY }, { asOf: "2026-01-01" });
  }

  describe("a newer edition of a dated table", () => {
    it("is reported row by row, in words, as data and as CSV", async () => {
      const { dataset } = await january();
      const file = changesFile();
      const { report } = await importing(
        feeSchedule,
        { name: "fees.csv", content: JULY },
        { asOf: "2026-07-01", into: dataset, changesFile: file },
      );
      await expect(reportText(report).replaceAll(dataset, "<dataset>")).toMatchFileSnapshot("report.txt");
      expect(reportJson(report)).toMatchObject({
        changes_unlisted: 0,
        changes: [
          {
            table: "rf/fees",
            change: "changed",
            key: { code: "00002", modifier: "26" },
            cells: [{ column: "fee", before: "2.00", after: "2.50" }],
            effective_start_date: "2026-07-01",
            effective_end_date: null,
          },
          {
            change: "closed",
            key: { code: "00003" },
            cells: [{ column: "effective_end_date", before: null, after: "2026-06-30" }],
          },
          { change: "added", key: { code: "00004" }, cells: [{ column: "fee", before: null, after: "4.00" }] },
        ],
      });
      expect(file.lines()).toEqual([
        ["table", "change", "key", "column", "before", "after", "effective_start_date", "effective_end_date"],
        ["rf/fees", "changed", "code 00002, modifier 26", "fee", "2.00", "2.50", "2026-07-01", ""],
        ["rf/fees", "closed", "code 00003", "effective_end_date", "", "2026-06-30", "2026-01-01", "2026-06-30"],
        ["rf/fees", "added", "code 00004", "fee", "", "4.00", "2026-07-01", ""],
      ]);
      expect(file.isKept()).toBe(true);
    });

    it("that is corrected and imported again changes rows, and removes those that it no longer has", async () => {
      const { dataset } = await january();
      const content = csv(["Code", "Mod", "Fee"], ["00001", "", "1"], ["00002", "26", "2.2"]);
      const { report } = await importing(
        feeSchedule,
        { name: "fees.csv", content },
        { asOf: "2026-01-01", into: dataset },
      );
      expect(report.changes).toMatchObject([
        { change: "changed", key: { code: "00002" }, cells: [{ column: "fee", before: "2.00", after: "2.20" }] },
        { change: "removed", key: { code: "00003" }, cells: [{ column: "fee", before: "3.00", after: null }] },
      ]);
      expect(report.tables).toMatchObject([{ unchanged: 1, changed: 1, removed: 1, added: 0 }]);
    });

    it("lists the first ten of a kind and counts the others; a limit may be higher, and the CSV has all", async () => {
      const codes = Array.from({ length: 1012 }, (_, index) => String(index).padStart(5, "0"));
      const content = csv(["Code", "Fee"], ...codes.map((code) => [code, "1"]));
      const file = changesFile();
      const first = await importing(
        feeSchedule,
        { name: "fees.csv", content },
        { asOf: "2026-01-01", changesFile: file },
      );
      expect(first.report.changes).toHaveLength(10);
      expect(reportText(first.report)).toContain("00009 from 2026-01-01; and 1,002 more\n");
      expect(reportJson(first.report)).toMatchObject({ changes_unlisted: 1002 });
      expect(file.lines()).toHaveLength(1013);
      const second = await importing(
        feeSchedule,
        { name: "fees.csv", content },
        { asOf: "2026-01-01", changesListed: 2000 },
      );
      expect(second.report.changes).toHaveLength(1012);
    });

    it("is in the dataset when its CSV is kept; a CSV that cannot be kept does not undo it, and the message says so", async () => {
      const { dataset } = await january();
      const table = join(dataset, "rf/fees.csv");
      let atKeeping = "";
      const keep = () => {
        atKeeping = readFileSync(table, "utf8");
        throw failure("changes.csv cannot be written: no space.");
      };
      await expect(
        importing(
          feeSchedule,
          { name: "fees.csv", content: JULY },
          { asOf: "2026-07-01", into: dataset, changesFile: { path: changesFile().path, keep } },
        ),
      ).rejects.toThrow(
        `changes.csv cannot be written: no space. The import itself is done: ${dataset} has the edition.`,
      );
      expect(atKeeping).toContain("00004,,4.00,2026-07-01,");
      expect(readFileSync(table, "utf8")).toBe(atKeeping);
      // Nothing is left half done: the next import begins at once.
      await importing(feeSchedule, { name: "fees.csv", content: JULY }, { asOf: "2026-07-01", into: dataset });
    });

    it("that is refused keeps no CSV", async () => {
      const { dataset } = await january();
      const file = changesFile();
      const content = csv(["Code", "Fee"], ["00009", "1"]);
      await expect(
        importing(feeSchedule, { name: "fees.csv", content }, { asOf: "2026-07-01", into: dataset, changesFile: file }),
      ).rejects.toThrow("--accept-shrink");
      expect(file.isKept()).toBe(false);
    });
  });
});
