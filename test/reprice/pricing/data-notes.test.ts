import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type Day, dayNumbered } from "../../../src/core/calendar/day.ts";
import type { State } from "../../../src/pricing/state/state.ts";
import { describedFile } from "../../../src/release/open.ts";
import { assumedText, DataNotes, dataNotesTexts } from "../../../src/reprice/pricing/data-notes.ts";
import type { CompleteRepricing } from "../../../src/reprice/writing/output-columns.ts";
import { states } from "../../../src/states/index.ts";
import { ratebook, SAMPLE } from "../../cli/support/ratebook.ts";
import { csv } from "../../imports/fixtures.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { type CompiledDataset, compiledDataset } from "../../support/compiled-dataset.ts";
import { releaseAt } from "../../support/shared-release.ts";
import { repriced } from "../support/repriced.ts";

const OLD = { table: "ca/a", edition: dayNumbered(18_000), months: 20 };
const OLDER = { ...OLD, edition: dayNumbered(17_000), months: 50 };
const MEDICINE = { parameter: "procedure_type", value: "Medicine", reason: "not sent: the most common", lines: 2 };

const NOTHING = { empty: [], withoutEdition: [], stale: [], assumed: [] };

test("what threads found is put together: tables once, the oldest edition, lines added up", () => {
  const notes = new DataNotes();
  const withoutEdition = (...days: readonly string[]) => [{ table: "ca/c", days: days as readonly Day[] }];
  notes.add({
    ...NOTHING,
    empty: ["ca/b"],
    withoutEdition: withoutEdition("2026-02-01", "2026-02-09"),
    stale: [OLD],
    assumed: [MEDICINE],
  });
  notes.add({
    ...NOTHING,
    empty: ["ca/b"],
    withoutEdition: withoutEdition("2026-01-05"),
    stale: [OLDER],
    assumed: [{ ...MEDICINE, lines: 3 }],
  });
  expect(notes.record()).toEqual({
    empty: ["ca/b"],
    withoutEdition: withoutEdition("2026-01-05", "2026-02-01", "2026-02-09"),
    stale: [OLDER],
    assumed: [{ ...MEDICINE, lines: 5 }],
  });
  expect(dataNotesTexts(notes.record())).toEqual([
    expect.stringContaining("ca/b has no rows"),
    expect.stringContaining(
      "No publication of ca/c is loaded for 2026-01-05, 2026-02-01, 2026-02-09: lines of these days",
    ),
    expect.stringContaining(`ca/a is of the publication of ${OLDER.edition}, up to 50 months`),
  ]);
});

test("of many days without an edition the first are named", () => {
  const days = ["01", "02", "03", "05", "07", "09", "11", "13", "15"].map((each) => `2026-03-${each}` as Day);
  expect(dataNotesTexts({ ...NOTHING, withoutEdition: [{ table: "ca/c", days }] })[0]).toContain(
    "for days from 2026-03-01 to 2026-03-03, 2026-03-05, 2026-03-07, 2026-03-09, 2026-03-11 and 2 more days up to 2026-03-15: lines of these days",
  );
});

test("a default that differs from line to line is told without its value", () => {
  const notes = new DataNotes();
  notes.add({ ...NOTHING, assumed: [MEDICINE, { ...MEDICINE, value: "Surgery" }] });
  const [assumed] = notes.record().assumed;
  expect(assumed).toEqual({ ...MEDICINE, value: null, lines: 4 });
  expect(assumedText(MEDICINE)).toBe("procedure_type Medicine (not sent: the most common)");
});

test("reasons that name something of each line fill no memory", () => {
  const notes = new DataNotes();
  for (let n = 0; n < 1_000; n += 1) notes.add({ ...NOTHING, assumed: [{ ...MEDICINE, reason: `${n}` }] });
  expect(notes.record().assumed).toHaveLength(100);
});

describe("data in part", () => {
  /* An analyst whose release lacks a table reads that this is why, and need not check every code. */

  const CLAIMS = "npi,billing_code,date_of_service\n1000700140,99213,2026-10-01\n1000700140,99213,2026-10-01\n";

  const folder = temporaryFolder();
  let whole: CompiledDataset;
  let part: CompiledDataset;

  beforeAll(async () => {
    const dataset = join(folder.path, "part");
    for (const name of ["dataset.json", "ca", "common"])
      cpSync(join(SAMPLE, name), join(dataset, name), { recursive: true });
    const rates = join(dataset, "ca", "outpatient_rates.csv");
    writeFileSync(rates, `${readFileSync(rates, "utf8").split("\n")[0]}\n`);
    part = await compiledDataset(dataset);
    whole = await compiledDataset(SAMPLE);
  });

  afterAll(() => {
    whole.discard();
    part.discard();
    folder.remove();
  });

  async function dataOf(compiled: CompiledDataset) {
    const { file, description } = compiled.open();
    const { contentHash } = description;
    const state = states.find(({ code }) => code === "ca") as (typeof states)[number];
    const asked = { state, setting: "outpatient", release: { file, contentHash } } as const;
    const { outcome } = await repriced(mkdtempSync(join(folder.path, "run-")), CLAIMS, asked);
    return (outcome as CompleteRepricing).tally.data;
  }

  test("lines without a price because a table is empty name the table", async () => {
    const data = await dataOf(part);
    expect(data.empty).toContain("ca/outpatient_rates");
    expect(dataNotesTexts(data)[0]).toMatch(/^ca\/outpatient_rates has no rows in the release: lines that need it/);
  });

  test("of a complete release nothing is reported, and what prices rest on is counted by line", async () => {
    const data = await dataOf(whole);
    expect(data.empty).toEqual([]);
    expect(data.assumed.find(({ parameter }) => parameter === "provider_type")).toEqual({
      parameter: "provider_type",
      value: expect.any(String),
      reason: expect.stringContaining("not sent"),
      lines: 2,
    });
  });
});

describe("edition not loaded", () => {
  /* A laboratory line of a day for which no edition of Medicare's rates is loaded is priced without their cap, and says so. */

  const folder = temporaryFolder();
  const file = join(folder.path, "georgia.db");
  const LABORATORY = "1200020059";

  beforeAll(async () => {
    const dataset = join(folder.path, "georgia");
    expect((await ratebook(["init", dataset, "--states", "ga"])).code).toBe(0);
    mkdirSync(join(dataset, "ga"), { recursive: true });
    const write = (table: string, ...lines: readonly string[]) =>
      writeFileSync(join(dataset, "ga", `${table}.csv`), `${lines.join("\n")}\n`);
    write("providers", "npi,provider_name,provider_type", `${LABORATORY},Reference Laboratory,CLINICAL_LABORATORY`);
    write("lab_rates", "code,rate,effective_start_date", "80053,12.00,2023-01-01");
    const fourth = join(folder.path, "PUF_CLFS_CY2025_Q4V1.csv");
    const header = ["YEAR", "HCPCS", "MOD", "EFF_DATE", "INDICATOR", "RATE", "SHORTDESC"];
    writeFileSync(fourth, csv(header, ["2025", "80053", "", "20250101", "N", "00010.56", ""]));
    expect((await ratebook(["import", "federal/clfs", fourth, "--into", dataset])).code).toBe(0);
    await releaseAt(file, dataset);
  });
  afterAll(() => folder.remove());

  it("each such line has a remark, and the note names the days without an edition alone", async () => {
    const days = ["2024-12-31", "2025-03-10", "2026-01-01"];
    const lines = days.map((day) => `${LABORATORY},80053,${day},10`);
    const { results, outcome } = await repriced(folder.path, `npi,CPT,DOS,Paid\n${lines.join("\n")}\n`, {
      state: states.find(({ code }) => code === "ga") as State,
      setting: "outpatient",
      release: { file, contentHash: describedFile(file).contentHash },
    });
    expect(results).toMatchObject([
      {
        payment_rate: "12.00",
        remarks: "No publication of ga/medicare_clfs is loaded for 2024-12-31: priced without it.",
        remark_codes: "edition_not_loaded",
      },
      { payment_rate: "10.56", remarks: "" },
      { payment_rate: "12.00", remark_codes: "edition_not_loaded" },
    ]);
    const { data } = (outcome as CompleteRepricing).tally;
    expect(data.withoutEdition).toEqual([{ table: "ga/medicare_clfs", days: ["2024-12-31", "2026-01-01"] }]);
    expect(dataNotesTexts(data)).toContainEqual(
      expect.stringContaining("is loaded for 2024-12-31, 2026-01-01: lines of these days are priced without it."),
    );
  });
});
