import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import { states } from "../../../src/states/index.ts";
import { ratebook } from "../../cli/support/ratebook.ts";
import { csv } from "../../imports/fixtures.ts";
import { type CompiledDataset, compiledDataset } from "../../support/compiled-dataset.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";
import { appWith, type TestApp } from "./support/app-with.ts";

/*
 * Medicare's laboratory rates have their own dates. On a day for which no edition of them is loaded, an answer never says that no rate is
 * published: it says that the edition is missing, and the price is incomplete.
 */

const folder = temporaryFolder();
let compiled: CompiledDataset;
let app: TestApp;

const LABORATORY = "1200020059";
const dated = (header: string, ...rows: readonly string[]) => `${[header, ...rows].join("\n")}\n`;

/** A dataset of Georgia with a laboratory and two rates of its schedule. */
async function georgia(name: string): Promise<string> {
  const dataset = join(folder.path, name);
  expect((await ratebook(["init", dataset, "--states", "ga"])).code).toBe(0);
  mkdirSync(join(dataset, "ga"), { recursive: true });
  const write = (table: string, text: string) => writeFileSync(join(dataset, "ga", `${table}.csv`), text);
  write(
    "providers",
    dated("npi,provider_name,provider_type", `${LABORATORY},Reference Laboratory,CLINICAL_LABORATORY`),
  );
  const rates = ["80053,12.00,2023-01-01", "87999,14.00,2023-01-01"];
  write("lab_rates", dated("code,rate,effective_start_date", ...rates));
  return dataset;
}

const HEADER = ["YEAR", "HCPCS", "MOD", "EFF_DATE", "INDICATOR", "RATE", "SHORTDESC"];

async function importQuarter(dataset: string, quarter: number, codes: readonly string[]): Promise<void> {
  const file = join(folder.path, `PUF_CLFS_CY2025_Q${quarter}V1.csv`);
  writeFileSync(file, csv(HEADER, ...codes.map((code) => ["2025", code, "", "20250101", "N", "00010.56", ""])));
  const imported = await ratebook(["import", "federal/clfs", file, "--into", dataset, "--accept-shrink"]);
  expect([imported.code, imported.stderr]).toEqual([0, ""]);
}

beforeAll(async () => {
  const dataset = await georgia("georgia");
  await importQuarter(dataset, 4, ["80053"]);
  compiled = await compiledDataset(dataset);
  app = appWith(states, compiled.open());
});

afterAll(() => {
  compiled.discard();
  folder.remove();
});

const RATE = "/api/v1/ga/outpatient/rate";
const asked = (code: string, day: string) => `npi=${LABORATORY}&billing_code=${code}&date_of_service=${day}`;

async function answerOn(code: string, day: string, of: TestApp = app) {
  const { body, headers } = await of.get(`${RATE}?${asked(code, day)}`);
  const [result] = body as unknown as { readonly payment_rate: string; readonly calculation_method: string }[];
  return [result?.payment_rate, result?.calculation_method, headers["ratebook-incomplete"] ?? null];
}

const CAPPED = "lesser of GA schedule rate ($12.00) and Medicare CLFS rate ($10.56) = $10.56";
const notPublished = (rate: string) => `GA schedule rate ($${rate}), no Medicare CLFS rate published = $${rate}`;
const notLoaded = (rate: string) =>
  `GA schedule rate ($${rate}), no Medicare CLFS edition loaded for the date of service = $${rate}`;

it("a rate of the fourth quarter's file holds from its own day, in March as in December", async () => {
  expect(await answerOn("80053", "2025-03-10")).toEqual(["10.56", CAPPED, null]);
  expect(await answerOn("80053", "2025-12-31")).toEqual(["10.56", CAPPED, null]);
});

it("outside of its year no edition is loaded, and the price is incomplete", async () => {
  for (const day of ["2024-12-31", "2026-01-01"]) {
    expect(await answerOn("80053", day)).toEqual(["12.00", notLoaded("12.00"), "ga/medicare_clfs"]);
  }
});

it("a code that the edition does not list has no rate from the edition's first day on; what held before is not known", async () => {
  expect(await answerOn("87999", "2025-10-01")).toEqual(["14.00", notPublished("14.00"), null]);
  expect(await answerOn("87999", "2025-09-30")).toEqual(["14.00", notLoaded("14.00"), "ga/medicare_clfs"]);
});

it("the explanation and the batch say so as well", async () => {
  const { body } = await app.get(`${RATE}/explain?${asked("80053", "2026-01-05")}`);
  expect((body as unknown as Explanation).empty_tables).toEqual([
    {
      table: "ga/medicare_clfs",
      message: expect.stringContaining("No edition of ga/medicare_clfs is loaded for 2026-01-05:"),
    },
  ]);
  const item = (day: string) => ({ npi: LABORATORY, billing_code: "80053", date_of_service: day });
  const whole = await app.post(`${RATE}/batch`, { requests: [item("2025-03-10")] });
  expect(whole.headers["ratebook-incomplete"]).toBeUndefined();
  const part = await app.post(`${RATE}/batch`, { requests: [item("2025-03-10"), item("2026-01-05")] });
  expect(part.headers["ratebook-incomplete"]).toBe("ga/medicare_clfs");
});

it("a history tells the days without an edition apart", async () => {
  const { body, headers } = await app.get(`${RATE}/history?npi=${LABORATORY}&billing_code=87999`);
  const periods = (
    body as unknown as { periods: { effective_start_date: string; results: { calculation_method: string }[] }[] }
  ).periods;
  expect(headers["ratebook-incomplete"]).toBe("ga/medicare_clfs");
  expect(JSON.stringify(periods)).toContain(notPublished("14.00"));
  expect(JSON.stringify(periods)).toContain(notLoaded("14.00"));
});

describe("editions that were imported before their rows had their own dates", () => {
  const OLD_ROWS = "code,modifier,rate,effective_start_date,effective_end_date";
  const old = (code: string, start: string, end: string) => `${code},,10.56,${start},${end}`;

  /** The answers of a dataset that has these editions, and these rows in their place. */
  async function withRows(quarters: readonly number[], rows: readonly string[]) {
    const dataset = await georgia(`quarters-${quarters.join("-")}-${rows.length}`);
    for (const quarter of quarters) await importQuarter(dataset, quarter, ["80053"]);
    writeFileSync(join(dataset, "ga", "medicare_clfs.csv"), dated(OLD_ROWS, ...rows));
    const earlier = await compiledDataset(dataset);
    onTestFinished(() => earlier.discard());
    const itsApp = appWith(states, earlier.open());
    return (code: string, day: string) => answerOn(code, day, itsApp);
  }

  it("cover their quarter alone: after it no edition is loaded", async () => {
    const answer = await withRows([1], [old("80053", "2025-01-01", "2025-03-31")]);
    expect(await answer("80053", "2025-03-31")).toEqual(["10.56", CAPPED, null]);
    expect(await answer("87999", "2025-03-31")).toEqual(["14.00", notPublished("14.00"), null]);
    for (const day of ["2025-04-01", "2025-12-31"]) {
      expect(await answer("80053", day)).toEqual(["12.00", notLoaded("12.00"), "ga/medicare_clfs"]);
    }
  });

  it("do not speak for the days after a later one of them", async () => {
    const rows = [old("80053", "2025-01-01", "2025-03-31"), old("80053", "2025-04-01", "2025-06-30")];
    const answer = await withRows([1, 2], rows);
    expect(await answer("80053", "2025-05-10")).toEqual(["10.56", CAPPED, null]);
    expect(await answer("87999", "2025-05-10")).toEqual(["14.00", notPublished("14.00"), null]);
    expect(await answer("80053", "2025-07-01")).toEqual(["12.00", notLoaded("12.00"), "ga/medicare_clfs"]);
  });

  it("leave the days until a newer edition open, which says nothing of codes that it no longer lists", async () => {
    const rows = [old("80053", "2025-01-01", "2025-03-31"), old("85025", "2025-01-01", "2025-12-31")];
    const answer = await withRows([1, 3], rows);
    expect(await answer("80053", "2025-04-01")).toEqual(["12.00", notLoaded("12.00"), "ga/medicare_clfs"]);
    expect(await answer("80053", "2025-07-01")).toEqual(["12.00", notPublished("12.00"), null]);
  });
});

it("an edition covers the days until the next one, though a later file changes a rate with the quarter", async () => {
  const dataset = await georgia("changed");
  await importQuarter(dataset, 1, ["80053", "85025"]);
  const file = join(folder.path, "PUF_CLFS_CY2025_Q4V2.csv");
  writeFileSync(file, csv(HEADER, ["2025", "80053", "", "20250401", "N", "00011.00", ""]));
  expect((await ratebook(["import", "federal/clfs", file, "--into", dataset, "--accept-shrink"])).code).toBe(0);
  const both = await compiledDataset(dataset);
  onTestFinished(() => both.discard());
  expect(await answerOn("87999", "2025-05-10", appWith(states, both.open()))).toEqual([
    "14.00",
    notPublished("14.00"),
    null,
  ]);
});
