import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { isFailure } from "../../src/core/runtime/failure.ts";
import { sharedTables } from "../../src/dataset/medicare-tables.ts";
import { type Table, titleOf } from "../../src/dataset/table.ts";
import { titleOfPublication } from "../../src/imports/declaring/publication.ts";
import { limitedTo, tableImporter } from "../../src/imports/declaring/table-importer.ts";
import { mappingTemplate } from "../../src/imports/layout/mapping.ts";
import { reportJson } from "../../src/imports/report/report.ts";
import { reportText } from "../../src/imports/report/text.ts";
import { practitionerLaboratory } from "../../src/states/fl/publications/fee-schedules.ts";
import { feeSchedule as floridaFees } from "../../src/states/fl/tables.ts";
import { clfs } from "../../src/states/ga/publications/index.ts";
import {
  anesthesiaBaseUnits,
  ascRates,
  drgWeights,
  feeSchedule,
  labRates,
  medicareClfs,
  parameters,
} from "../../src/states/ga/tables.ts";
import { states } from "../../src/states/index.ts";
import { hospitalApgRates } from "../../src/states/ny/tables.ts";
import { allPublications } from "../../src/states/publications.ts";
import { csv, xlsx, zip } from "./fixtures.ts";
import { hostileFiles } from "./hostile-files.ts";
import { xls } from "./legacy-workbook.ts";
import { type FixtureFile, importing, snapshot } from "./support.ts";

const APRIL = { asOf: "2026-04-01" };
const laboratory = tableImporter(labRates);
const padl = limitedTo(tableImporter(feeSchedule), { serviceCategory: "padl_drug" });

function file(...rows: readonly (readonly string[])[]): FixtureFile {
  return { name: "file.csv", content: csv(...rows) };
}

function mapOf(table: Table, fields: object, others: object = {}): string {
  return JSON.stringify({ publication: titleOf(table), sections: { table: { fields } }, ...others });
}

const SAMPLE = join(import.meta.dirname, "../../data/sample");

function sampleOf(table: Table): readonly Readonly<Record<string, string>>[] {
  const path = join(SAMPLE, table.folder, `${table.name}.csv`);
  return existsSync(path) ? parse(readFileSync(path), { columns: true }) : [];
}

const sampled = [...states.flatMap((state) => state.tables as readonly Table[]), ...sharedTables]
  .map((table) => ({ title: titleOf(table), table, rows: sampleOf(table as Table) }))
  .filter(({ rows }) => rows.length > 0) as readonly {
  readonly title: string;
  readonly table: Table;
  readonly rows: readonly Readonly<Record<string, string>>[];
}[];

/** What a row says on a day: neighbours that say the same become one row in an import. */
function said(rows: readonly Readonly<Record<string, string>>[], day: string): readonly string[] {
  return rows
    .filter((row) => (row.effective_start_date ?? "") <= day && (row.effective_end_date || "9999") >= day)
    .map(({ effective_start_date, effective_end_date, ...cells }) => Object.values(cells).map(plain).join("|"))
    .sort();
}

/** `12.5` and `12.50` are one figure. */
function plain(cell: string): string {
  return /^[0-9]+\.[0-9]+$/.test(cell) ? cell.replace(/\.?0+$/, "") : cell;
}

/** `service_category` as a person writes it. */
function words(header: string): string {
  return header.replaceAll("_", " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** Of a table: reading a workbook takes longer than everything else here. */
const ROWS_MAX = 25;

describe.each(sampled)("$title", ({ table, rows }) => {
  const headers = Object.keys(rows[0] ?? {});
  // Rows of every kind, and of every period.
  const some = rows.filter((_, place) => place % Math.ceil(rows.length / ROWS_MAX) === 0);
  const days = ["2024-08-15", "2025-02-01", "2026-11-01"];

  it("is imported from a CSV and from a workbook with its columns, in any order and spelling", async () => {
    const reversed = [...headers].reverse();
    const text = file(reversed.map(words), ...some.map((row) => reversed.map((header) => row[header] ?? "")));
    const sheet = [
      headers.map((header) => header.toUpperCase()),
      ...some.map((row) => headers.map((each) => row[each] || null)),
    ];
    const workbook = { name: "file.xlsx", content: xlsx({ Rows: [["A title"], ...sheet] }) };
    for (const each of [text, workbook]) {
      const imported = await importing(tableImporter(table), each, { asOf: "2025-01-01" });
      for (const day of days) expect(said(imported.rows(titleOf(table)), day)).toEqual(said(some, day));
      expect(imported.report.rowsRead).toBe(some.length);
    }
  });
});

it("every table of every state is in the sample, and so above, or has its importer all the same", async () => {
  const titles = (await allPublications()).filter(({ table }) => table !== null).map(titleOfPublication);
  const tables = states.flatMap((state) => state.tables.map(titleOf));
  expect(tables.filter((table) => !titles.includes(table))).toEqual([]);
  expect(sampled.length).toBeGreaterThan(35);
  expect(new Set(titles).size).toBe(titles.length);
  const declared = (await allPublications()).filter(({ table }) => table === null).map(titleOfPublication);
  expect(declared.filter((title) => titles.includes(title))).toEqual([]);
});

describe("cells", () => {
  it("are read as people write them, and the report says which heading became which column", async () => {
    const { rows, report } = await importing(
      laboratory,
      file(
        ["HCPCS", "Mod", "Rate", "Manually Priced", "Eff Date", "Note"],
        ["80053", "qw", "$1,010.5", "", "1/1/2026", "x"],
        ["87999", "", "N/A", "Yes", "", ""],
      ),
      APRIL,
    );
    expect(rows("ga/lab_rates").map((row) => Object.values(row).join(" "))).toEqual([
      "80053 QW 1010.50  2026-01-01 ",
      "87999   true 2026-04-01 ",
    ]);
    expect(reportText(report)).toContain(
      'read from line 1: code "HCPCS" (A), modifier "Mod" (B), rate "Rate" (C), manually_priced "Manually Priced" (D), effective_start_date "Eff Date" (E); no column for effective_end_date; not read: "Note" (F)',
    );
    expect(reportJson(report)).toMatchObject({
      read_from: [
        { fields: { code: [{ column: "A", heading: "HCPCS" }] }, not_read: [{ column: "F", heading: "Note" }] },
      ],
    });
  });

  it("get back the zeros that a spreadsheet took, of short numbers and anesthesia codes only", async () => {
    const weights = await importing(
      tableImporter(drgWeights),
      {
        name: "w.xls",
        content: xls({
          A: [
            // The state prints "Outlier Threshold" for the column cost_outlier_threshold.
            ["DRG", "SOI", "Relative Weight", "ALOS", "Outlier Threshold", "Short Stay Exempt"],
            [4, 1, 0.5, 3, 30000, "N"],
          ],
        }),
      },
      APRIL,
    );
    expect(weights.rows("ga/drg_weights")).toMatchObject([
      { drg: "004", soi: "1", cost_outlier_threshold: "30000.00", short_stay_exempt: "false" },
    ]);
    const units = { name: "u.zip", content: zip({ "units.csv": csv(["Code", "Base Units"], ["100", "5"]) }) };
    const base = await importing(tableImporter(anesthesiaBaseUnits), units, APRIL);
    expect(base.rows("ga/anesthesia_base_units")).toMatchObject([{ code: "00100", base_units: "5" }]);
    expect(base.report.findings).toMatchObject([{ examples: ["line 2: 100 -> 00100"] }]);
    const groups = file(["Payment Group", "Locality", "Rate"], ["8", "1", "812.00"]);
    expect((await importing(tableImporter(ascRates), groups, APRIL)).rows("ga/asc_rates")).toMatchObject([
      { payment_group: "08", locality: "01" },
    ]);
  });

  it.each([
    ["9921", "1.00", "a code of 5 characters"],
    ["99213", "BR", "an amount such as 40.00"],
    ["99213", "12.345", "at most 2 decimals"],
    ["99213", "#REF!", "a value"],
  ])("%s with %s is refused with its place", async (code, rate, expected) => {
    const refused = importing(laboratory, file(["Code", "Rate"], ["80053", "1.00"], [code, rate]), APRIL);
    await expect(refused).rejects.toThrow(/^file\.csv: line 3: /);
    await expect(refused).rejects.toThrow(expected);
  });

  it("of zero are taken as they stand, and counted", async () => {
    const { report } = await importing(laboratory, file(["Code", "Rate"], ["80053", "0.00"]), APRIL);
    expect(report.findings).toEqual([
      {
        reason: "zeros in rate, taken as they stand: empty the cells where there is no figure",
        count: 1,
        examples: ["line 2"],
      },
    ]);
  });
});

describe("headings", () => {
  it("that are missing are refused with what was found and the mapping file that would say", async () => {
    await expect(
      importing(tableImporter(feeSchedule), file(["HCPCS", "Price"], ["J1100", "1.00"]), APRIL),
    ).rejects.toThrow(
      'file.csv: no column with the heading "service_category"; found "HCPCS", "Price". Say for each its heading in your file, or "value X" where all rows have X, in a mapping file such as {"publication":"ga/fee_schedule","sections":{"table":{"fields":{"service_category":"..."}}}}, and import with --map',
    );
  });

  it("of which two fit one column are refused with both", async () => {
    await expect(importing(laboratory, file(["Code", "Rate", "New Rate"], ["80053", "1", "2"]), APRIL)).rejects.toThrow(
      '2 columns fit rate: "Rate" (column B), "New Rate" (column C). Write the heading of the right one as "rate" into a mapping file',
    );
    await expect(
      importing(laboratory, file(["Code", "HCPCS", "Rate"], ["80053", "80053", "2"]), APRIL),
    ).rejects.toThrow('2 columns fit code: "Code" (column A), "HCPCS" (column B)');
  });

  it("that look like an amount and are none of the table's are asked about, until the mapping file says null", async () => {
    const rates = file(["OpCert", "APG Base Rate OPD Visit", "ED Rate"], ["7000101", "150.00", "200.00"]);
    const hospital = tableImporter(hospitalApgRates);
    await expect(importing(hospital, rates, APRIL)).rejects.toThrow(
      'line 1: "ED Rate" (column C): is that one of apg_base_rate_ed, apg_base_rate_opd_episode, which have no heading? Say in a mapping file which heading each of them has, or null for none: see --template ny/hospital_apg_rates and --map',
    );
    const map = mapOf(hospitalApgRates, { apg_base_rate_ed: "ED Rate", apg_base_rate_opd_episode: null });
    expect((await importing(hospital, rates, { ...APRIL, map })).rows("ny/hospital_apg_rates")).toMatchObject([
      {
        opcert: "7000101",
        apg_base_rate_opd_visit: "150.00",
        apg_base_rate_ed: "200.00",
        apg_base_rate_opd_episode: "",
      },
    ]);
    await expect(importing(hospital, file(["OpCert", "X"], ["7000101", "1"]), APRIL)).rejects.toThrow(
      'no heading for any of apg_base_rate_opd_visit, apg_base_rate_ed, apg_base_rate_opd_episode; found "X" (column B)',
    );
  });

  it("of another publication whose layout was seen are refused", async () => {
    const header = [
      "YEAR",
      "HCPCS",
      "MOD",
      "EFF_DATE",
      "INDICATOR",
      "RATE",
      "SHORTDESC",
      "LONGDESC",
      "EXTENDEDLONGDESC",
    ];
    const fees = file(header, ["2026", "80053", "", "20260101", "N", "1.00", "", "", ""]);
    await expect(importing(laboratory, fees, { ...APRIL, others: [clfs] })).rejects.toThrow(
      "import the file as federal/clfs",
    );
  });

  it("may be named, and the file given a title and a publisher, in a mapping file", async () => {
    const named = { title: "Laboratory fees", publisher: "Georgia" };
    const map = mapOf(labRates, { rate: "Maximum Allowable", code: "column A" }, named);
    const { dataset, rows } = await importing(laboratory, file(["Test", "Maximum Allowable"], ["80053", "1.00"]), {
      ...APRIL,
      map,
    });
    expect(rows("ga/lab_rates")).toMatchObject([{ code: "80053", rate: "1.00" }]);
    expect(JSON.parse(readFileSync(join(dataset, "dataset.json"), "utf8"))).toMatchObject({
      sources: [
        { publication: "Laboratory fees", publisher: "Georgia", importer: "ga/lab_rates", edition: "2026-04-01" },
      ],
    });
    expect(JSON.parse(mappingTemplate(laboratory))).toMatchObject({
      publication: "ga/lab_rates",
      title: "Table ga/lab_rates",
    });
    await expect(
      importing(laboratory, file(["Code", "Rate"]), { ...APRIL, map: mapOf(labRates, {}, { title: 1 }) }),
    ).rejects.toThrow('title: "1", expected a text');
  });

  it("need a day where neither the file nor its name has one", async () => {
    const values = file(["Name", "Value"], ["short_stay_days", "3"]);
    await expect(importing(tableImporter(parameters), values)).rejects.toThrow("give it with --as-of");
    const titled = file(["Effective 07/01/2026"], ["Name", "Value"], ["short_stay_days", "3"]);
    expect((await importing(tableImporter(parameters), titled)).rows("ga/parameters")).toMatchObject([
      { name: "short_stay_days", value: "3", effective_start_date: "2026-07-01" },
    ]);
  });
});

describe("a list of a table", () => {
  const drugs = file(["HCPCS", "Rate"], ["J1100", "1.25"], ["J1200", "2.50"]);
  const physician = file(["Code", "Rate"], ["99213", "45.00"], ["99214", "60.00"], ["99215", "80.00"]);

  it("has the value that the import or the mapping file gives, and leaves other lists of the table alone", async () => {
    const { dataset, report } = await importing(padl, drugs, APRIL);
    expect(report.publication).toBe("ga/fee_schedule.padl_drug");
    expect(reportText(report)).toContain("read from line 1: service_category value padl_drug, code");
    const map = mapOf(feeSchedule, { service_category: "value physician_fs" });
    const { rows } = await importing(tableImporter(feeSchedule), physician, { asOf: "2026-07-01", map, into: dataset });
    expect(rows("ga/fee_schedule").map((row) => [row.service_category, row.code, row.effective_end_date])).toEqual([
      ["padl_drug", "J1100", ""],
      ["padl_drug", "J1200", ""],
      ["physician_fs", "99213", ""],
      ["physician_fs", "99214", ""],
      ["physician_fs", "99215", ""],
    ]);
    const newer = await importing(padl, file(["HCPCS", "Rate"], ["J1100", "1.30"]), {
      asOf: "2026-07-01",
      into: dataset,
    });
    expect(newer.rows("ga/fee_schedule").map((row) => [row.code, row.rate, row.effective_end_date])).toEqual([
      ["J1100", "1.25", "2026-06-30"],
      ["J1100", "1.30", ""],
      ["J1200", "2.50", "2026-06-30"],
      ...["99213", "99214", "99215"].map((code) => [code, expect.anything(), ""]),
    ]);
  });

  it("may repeat the value in a column, and must not say otherwise there", async () => {
    const again = file(["Service Category", "Code", "Rate"], ["PADL Drug", "J1100", "1.25"], ["", "J1200", "2.50"]);
    expect((await importing(padl, again, APRIL)).rows("ga/fee_schedule")).toHaveLength(2);
    const other = file(["Service Category", "Code", "Rate"], ["physician_fs", "99213", "1.25"]);
    await expect(importing(padl, other, APRIL)).rejects.toThrow(
      'line 2: "Service Category" is "physician_fs", expected padl_drug, as the import says of all rows',
    );
  });

  it("is refused with a value that the column has not, and beside an import of the whole table", async () => {
    const wrong = mapOf(feeSchedule, { service_category: "value padl" });
    await expect(importing(tableImporter(feeSchedule), drugs, { ...APRIL, map: wrong })).rejects.toThrow(
      'service_category: "value padl", expected one of physician_fs',
    );
    const { dataset } = await importing(padl, drugs, APRIL);
    const before = snapshot(dataset);
    const whole = file(["Service Category", "Code", "Rate"], ["padl_drug", "J1100", "1.00"]);
    await expect(importing(tableImporter(feeSchedule), whole, { ...APRIL, into: dataset })).rejects.toThrow(
      "ga/fee_schedule and ga/fee_schedule.padl_drug, which the dataset has as of 2026-04-01, are for the same rows of ga/fee_schedule: import the table as a whole or list by list, not both",
    );
    expect(snapshot(dataset)).toEqual(before);
  });
});

describe("publications that feed the table as well", () => {
  it("count before it: a row that says otherwise is refused, one that says the same is not", async () => {
    const others = [practitionerLaboratory];
    const sheet = { name: "l.xlsx", content: xlsx({ L: [[], [], [], [null, "CODE", "FEE"], [null, "80053", 6.34]] }) };
    const { dataset } = await importing(practitionerLaboratory, sheet, { asOf: "2026-01-01" });
    const tidy = (fee: string) =>
      file(["Schedule", "Code", "FSI"], ["LABORATORY", "80053", fee], ["RADIOLOGY", "70551", "10.00"]);
    await expect(
      importing(tableImporter(floridaFees), tidy("7.00"), { ...APRIL, others, into: dataset }),
    ).rejects.toThrow(
      "a row says something else than a publication that counts before this file on the same days (line 2: LABORATORY, 80053, of fl/practitioner-laboratory). Leave them out; or write them into fl/fee_schedule.csv by hand",
    );
    const { rows } = await importing(tableImporter(floridaFees), tidy("6.34"), { ...APRIL, others, into: dataset });
    expect(rows("fl/fee_schedule").map(({ code, fsi }) => [code, fsi])).toEqual([
      ["80053", "6.34"],
      ["70551", "10.00"],
    ]);
  });

  it("count after it where they are federal", async () => {
    const rate = file(["Code", "Rate", "End Date"], ["80053", "9.00", "2026-12-31"]);
    const { rows } = await importing(tableImporter(medicareClfs), rate, { ...APRIL, after: [clfs] });
    expect(rows("ga/medicare_clfs")).toMatchObject([{ rate: "9.00", effective_end_date: "2026-12-31" }]);
  });
});

/** All that were made up, and some that were changed; test/imports/bad-files.test.ts reads many more, and the large ones. */
const HOSTILE_FILES_MAX = 45;
const HOSTILE_BYTES_MAX = 120_000;

it("every hostile file is refused with a sentence, or read", async () => {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
  const mistakes: string[] = [];
  let count = 0;
  for (const { name, bytes } of hostileFiles(random)) {
    count += 1;
    if (bytes.length > HOSTILE_BYTES_MAX) continue;
    await importing(laboratory, { name: "file.bin", content: bytes }, APRIL).catch((error: unknown) => {
      if (!isFailure(error)) mistakes.push(`${name}: ${error instanceof Error ? error.stack : error}`);
    });
    if (count === HOSTILE_FILES_MAX) break;
  }
  expect(mistakes).toEqual([]);
});
