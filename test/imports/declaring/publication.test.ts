import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { quarterOf } from "../../../src/core/calendar/period.ts";
import { Lock } from "../../../src/core/files/lock.ts";
import { required, text } from "../../../src/dataset/column.ts";
import { undatedTable } from "../../../src/dataset/table.ts";
import { characters, heading } from "../../../src/imports/declaring/fields.ts";
import { Grouped } from "../../../src/imports/declaring/grouped.ts";
import {
  type EditionPeriod,
  fiscalYearOf,
  openFromAsOf,
  publication,
  type Section,
  section,
} from "../../../src/imports/declaring/publication.ts";
import { mappingTemplate } from "../../../src/imports/layout/mapping.ts";
import { practitioner } from "../../../src/states/fl/publications/fee-schedules.ts";
import { csv, xlsx, zip } from "../fixtures.ts";
import { counties, feeSchedule } from "../reef.ts";
import { importing, newDataset, snapshot } from "../support.ts";

describe("periods", () => {
  it.each<[string, EditionPeriod, string, string, string | null]>([
    ["open", openFromAsOf, "2026-05-15", "2026-05-15", null],
    ["quarter", quarterOf, "2026-01-01", "2026-01-01", "2026-03-31"],
    ["quarter", quarterOf, "2026-12-31", "2026-10-01", "2026-12-31"],
    ["fiscal year", fiscalYearOf, "2026-06-30", "2025-07-01", "2026-06-30"],
    ["fiscal year", fiscalYearOf, "2026-07-01", "2026-07-01", "2027-06-30"],
  ])("the %s period of an edition", (_name, period, asOf, start, end) => {
    expect(period(asOf as Day)).toEqual({ start, end });
  });
});

describe("grouped", () => {
  it("records of one key come back together, in the order they came", () => {
    const grouped = new Grouped<{ readonly fee: string; readonly unit: string | null }>();
    grouped.add("b", { fee: "1.00", unit: null });
    grouped.add("a", { fee: "2.00", unit: "each" });
    grouped.add("b", { fee: "0.50", unit: "each" });
    expect([...grouped.groups()]).toEqual([
      [{ fee: "2.00", unit: "each" }],
      [
        { fee: "1.00", unit: null },
        { fee: "0.50", unit: "each" },
      ],
    ]);
  });

  it("nothing has no groups", () => {
    expect([...new Grouped().groups()]).toEqual([]);
  });
});

describe("import file", () => {
  const HEADER = ["Proc Code", "Description", "Mod", "Fee"];

  function schedule(...rows: readonly (readonly string[])[]) {
    return { name: "fees.csv", content: csv(["Reef Council", "2026"], [], HEADER, ...rows) };
  }

  describe("an import of a dated publication", () => {
    it("makes a dataset with the rows, their origins and their source", async () => {
      const file = schedule(
        ["123", "a swim", "", "$1,000.50"],
        ["00124", "a dive", "tc", "7"],
        ["00125", "rest", "", "---"],
      );
      const { rows, origins, report, dataset } = await importing(feeSchedule, file, { asOf: "2026-01-01" });
      expect(rows("rf/fees")).toEqual([
        { code: "00123", modifier: "", fee: "1000.50", effective_start_date: "2026-01-01", effective_end_date: "" },
        { code: "00124", modifier: "TC", fee: "7.00", effective_start_date: "2026-01-01", effective_end_date: "" },
      ]);
      expect(origins("rf/fees")).toEqual([
        { line: "2", publication: "rf/fees", edition: "2026-01-01", place: "line 4" },
        { line: "3", publication: "rf/fees", edition: "2026-01-01", place: "line 5" },
      ]);
      expect(report).toMatchObject({
        rowsRead: 3,
        leftOut: [{ reason: "no fee", count: 1, examples: ["line 6: 00125"] }],
        sums: [{ title: "fees", total: "1007.5" }],
        tables: [{ table: "rf/fees", taken: 2, added: 2, unchanged: 0, changed: 0, closed: 0, own: 0, rows: 2 }],
      });
      const { sources } = JSON.parse(snapshot(dataset)["dataset.json"] as string) as { sources: unknown[] };
      expect(sources).toEqual([
        {
          table: "rf/fees",
          publication: "Reef Fees",
          publisher: "Reef Council",
          published: "2026-01-01",
          retrieved: null,
          url: null,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          edition: "2026-01-01",
          file: "fees.csv",
          importer: "rf/fees",
        },
      ]);
    });

    it("reads a workbook in a ZIP as it reads text", async () => {
      const workbook = xlsx({
        Notes: [["hello"]],
        Fees: [
          [null, "Code", "Fee"],
          [null, 123, 37.23],
          [null, "00124", 7],
        ],
      });
      const file = { name: "download.zip", content: zip({ "readme.txt": "x", "fees.xlsx": workbook }) };
      const { rows, origins } = await importing(feeSchedule, file, { asOf: "2026-01-01" });
      expect(rows("rf/fees").map(({ code, fee }) => [code, fee])).toEqual([
        ["00123", "37.23"],
        ["00124", "7.00"],
      ]);
      expect(origins("rf/fees")[1]).toMatchObject({ place: 'sheet "Fees", row 3' });
    });
  });

  describe("a publication with several parts", () => {
    const tides = undatedTable({
      folder: "rf",
      name: "tides",
      columns: { harbour: required(text()), height: text() },
      key: ["harbour"],
    });
    const almanac = publication({
      ...feeSchedule,
      name: "almanac",
      title: "Almanac",
      sections: [
        { ...(feeSchedule.sections[0] as Section), name: "fees", optional: true },
        section({
          name: "tides",
          member: /tides/,
          optional: true,
          fields: { harbour: heading("Harbour"), height: heading("Height") },
          feeds: [tides],
          read: () => ({ record: ({ harbour, height }, intake) => intake.take(tides, { harbour, height }) }),
        }),
      ],
    });
    const feesPart = csv(["Code", "Fee"], ["00001", "1"]);
    const tidesPart = csv(["Harbour", "Height"], ["Reef", "2"]);

    it("gives the same whether they come together or one after the other", async () => {
      const options = { asOf: "2026-01-01" };
      const both = { name: "all.zip", content: zip({ "fees.csv": feesPart, "tides.csv": tidesPart }) };
      const together = await importing(almanac, both, options);
      const { dataset } = await importing(almanac, { name: "fees.csv", content: feesPart }, options);
      const after = await importing(almanac, { name: "tides.csv", content: tidesPart }, { ...options, into: dataset });
      expect(after.rows("rf/fees")).toEqual(together.rows("rf/fees"));
      expect(after.rows("rf/tides")).toEqual([{ harbour: "Reef", height: "2" }]);
      expect(after.report.tables.map(({ table }) => table)).toEqual(["rf/tides"]);
      const again = await importing(almanac, { name: "fees.csv", content: feesPart }, { ...options, into: dataset });
      expect(again.report.tables).toMatchObject([{ table: "rf/fees", unchanged: 1, own: 0 }]);
      const { sources } = JSON.parse(snapshot(dataset)["dataset.json"] as string) as { sources: { file: string }[] };
      expect(sources.map(({ file }) => file)).toEqual(["fees.csv", "tides.csv"]);
    });

    it("a part that an edition lacks says nothing, so that what it said before goes on", async () => {
      const { dataset } = await importing(almanac, { name: "fees.csv", content: feesPart }, { asOf: "2026-01-01" });
      const next = { name: "tides.csv", content: tidesPart };
      const { rows } = await importing(almanac, next, { asOf: "2026-02-01", into: dataset });
      expect(rows("rf/fees")).toMatchObject([{ code: "00001", effective_end_date: "" }]);
    });
  });

  describe("a federal publication", () => {
    it("feeds only the states that a dataset holds, and says which it left alone", async () => {
      const file = { name: "c.csv", content: csv(["City", "County"], ["Reef", "North"]) };
      await expect(
        importing(counties, file, { asOf: "2026-01-01", files: {}, into: newDataset({ "xx/a.csv": "" }) }),
      ).rejects.toThrow("it feeds the tables of rf, and");
      const other = undatedTable({ folder: "xx", name: "cities", columns: { city: required(text()) }, key: ["city"] });
      const { fields } = counties.sections[0] as Section;
      const more = publication({
        ...counties,
        sections: [
          section({
            fields,
            feeds: [other],
            read: () => ({ record: ({ city }, intake) => intake.take(other, { city: String(city) }) }),
          }),
        ],
      });
      const into = newDataset({ "xx/README.md": "" });
      const { rows, report } = await importing(counties, file, { asOf: "2026-01-01", others: [more], into });
      expect(rows("xx/cities")).toEqual([{ city: "Reef" }]);
      expect(report.notHeld).toEqual(["rf/providers"]);
      expect(Object.keys(snapshot(into)).filter((path) => path.startsWith("rf"))).toEqual([]);
    });
  });

  describe("an interrupted import", () => {
    const file = { name: "fees.csv", content: csv(["Code", "Fee"], ["00001", "1"]) };

    it("that was ready is completed by the next one; one that was not leaves no trace", async () => {
      const { dataset } = await importing(feeSchedule, file, { asOf: "2026-01-01" });
      const done = snapshot(dataset);
      const prepared = join(dataset, ".import", "new");
      mkdirSync(join(prepared, "rf"), { recursive: true });
      renameSync(join(dataset, "rf/fees.csv"), join(prepared, "rf/fees.csv"));
      const journal = { remove: ["rf/fees.csv", "rf/gone.csv"], place: ["rf/fees.csv"] };
      writeFileSync(join(dataset, ".import", "commit.json"), JSON.stringify(journal));
      await importing(feeSchedule, file, { asOf: "2026-01-01", into: dataset });
      expect(snapshot(dataset)).toEqual(done);
      mkdirSync(join(dataset, ".import", "new"), { recursive: true });
      await importing(feeSchedule, file, { asOf: "2026-01-01", into: dataset });
      expect(snapshot(dataset)).toEqual(done);
    });

    it("that is still running keeps others away", async () => {
      const { dataset } = await importing(feeSchedule, file, { asOf: "2026-01-01" });
      const done = snapshot(dataset);
      const lock = Lock.take(dataset, "import");
      await expect(importing(feeSchedule, file, { asOf: "2026-01-01", into: dataset })).rejects.toThrow(
        `fees.csv: ${dataset} is in use by "ratebook import" (process ${process.pid} on `,
      );
      lock.release();
      expect(snapshot(dataset)).toEqual(done);
    });

    it("that was the first one into its dataset is completed, although the dataset is none yet", async () => {
      const { dataset } = await importing(feeSchedule, file, { asOf: "2026-01-01" });
      const done = snapshot(dataset);
      mkdirSync(join(dataset, ".import", "new"), { recursive: true });
      renameSync(join(dataset, "dataset.json"), join(dataset, ".import", "new", "dataset.json"));
      const journal = { remove: [], place: ["rf/fees.csv", "dataset.json"] };
      writeFileSync(join(dataset, ".import", "commit.json"), JSON.stringify(journal));
      await importing(feeSchedule, file, { asOf: "2026-01-01", into: dataset });
      expect(snapshot(dataset)).toEqual(done);
    });
  });

  it("a dry run reports and writes nothing, not even the dataset's folder", async () => {
    const file = schedule(["123", "a swim", "", "$1"]);
    const { report, dataset } = await importing(feeSchedule, file, { asOf: "2026-01-01", dryRun: true });
    expect(report).toMatchObject({ dryRun: true, tables: [{ added: 1 }] });
    expect(existsSync(dataset)).toBe(false);
  });
});

describe("taught words", () => {
  /* Words for "priced by hand": those that Ratebook does not know are taught in the mapping file. */

  const AS_OF = { asOf: "2026-01-01" };
  const schedule = (fee: string) => ({
    name: "fees.xlsx",
    content: xlsx({ "Fee Schedule": [["t"], [], [], [null, "80053", null, 10], [null, "87999", null, fee]] }),
  });
  const teaching = (priced_by_hand: object) =>
    JSON.stringify({ publication: "fl/practitioner", legends: { priced_by_hand } });

  it("a word is refused until the mapping file teaches it, whatever its case and spaces", async () => {
    const refused = importing(practitioner, schedule("see  Invoice"), AS_OF);
    await expect(refused).rejects.toThrow(
      /"see {2}Invoice", expected an amount .*add it to the legend "priced_by_hand" in a mapping file/,
    );
    const map = teaching({ "See Invoice": true });
    const { rows } = await importing(practitioner, schedule("see  Invoice"), { ...AS_OF, map });
    expect(rows("fl/fee_schedule")).toMatchObject([
      { code: "80053", fsi: "10.00", by_report: "" },
      { code: "87999", fsi: "", by_report: "true" },
    ]);
  });

  it("the template shows the words that are known", () => {
    expect(JSON.parse(mappingTemplate(practitioner))).toMatchObject({ legends: { priced_by_hand: { BR: true } } });
  });

  it("a figure with a slip in it is no word to teach", async () => {
    const refused = importing(practitioner, schedule("1O.00"), AS_OF);
    await expect(refused).rejects.toThrow('"1O.00", expected an amount');
    await expect(refused).rejects.not.toThrow("priced_by_hand");
  });

  it("a word means that, or nothing: another meaning is refused", async () => {
    await expect(
      importing(practitioner, schedule("Invoice"), { ...AS_OF, map: teaching({ Invoice: "maybe" }) }),
    ).rejects.toThrow('legend priced_by_hand: "Invoice" means "maybe", expected true');
  });
});

describe("forms", () => {
  const names = undatedTable({
    folder: "rf",
    name: "names",
    columns: { code: required(text()), name: required(text()) },
    key: ["code"],
  });

  /** Published as a text of fixed width and as a table, both in one ZIP. */
  const list = publication({
    folder: "rf",
    name: "list",
    title: "List",
    publisher: "Reef Council",
    sections: [
      section({
        name: "text",
        member: /\.txt$/,
        optional: true,
        fields: { code: characters(1, 2), name: characters(3, 20) },
        feeds: [names],
        read: () => ({ record: (row, intake) => intake.take(names, row) }),
      }),
      section({
        name: "table",
        insteadOf: "text",
        member: /\.csv$/,
        fields: { code: heading("Code"), name: heading("Name") },
        feeds: [names],
        read: () => ({ record: (row, intake) => intake.take(names, row) }),
      }),
    ],
  });

  const TEXT = "01Coral\n02Kelp\n";
  const TABLE = csv(["Code", "Name"], ["01", "CORAL"], ["02", "KELP"]);
  const january = { asOf: "2026-01-01" };

  it("reads one of two forms of a publication, the one declared first", async () => {
    const both = await importing(list, { name: "list.zip", content: zip({ "l.csv": TABLE, "l.txt": TEXT }) }, january);
    expect(both.report.rowsRead).toBe(2);
    expect(both.rows("rf/names")).toMatchObject([{ name: "Coral" }, { name: "Kelp" }]);
    const table = await importing(list, { name: "l.csv", content: TABLE }, january);
    expect(table.rows("rf/names")).toMatchObject([{ name: "CORAL" }, { name: "KELP" }]);
  });

  it("says what is missing when it has neither", async () => {
    const neither = { name: "list.zip", content: zip({ "a.pdf": "x", "b.pdf": "y" }) };
    await expect(importing(list, neither, january)).rejects.toThrow(
      "expected a file with a name such as *.csv; found a.pdf, b.pdf",
    );
  });
});
