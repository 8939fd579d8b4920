import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Explanation } from "../../src/explanation/explanation.ts";
import { states } from "../../src/states/index.ts";
import { ratebook } from "../cli/support/ratebook.ts";
import { csv } from "../imports/fixtures.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";
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

beforeAll(async () => {
  const dataset = join(folder.path, "georgia");
  expect((await ratebook(["init", dataset, "--states", "ga"])).code).toBe(0);
  mkdirSync(join(dataset, "ga"), { recursive: true });
  const write = (table: string, text: string) => writeFileSync(join(dataset, "ga", `${table}.csv`), text);
  write(
    "providers",
    dated("npi,provider_name,provider_type", `${LABORATORY},Reference Laboratory,CLINICAL_LABORATORY`),
  );
  const rates = ["80053,12.00,2023-01-01", "87999,14.00,2023-01-01"];
  write("lab_rates", dated("code,rate,effective_start_date", ...rates));
  const fourth = join(folder.path, "PUF_CLFS_CY2025_Q4V1.csv");
  const header = ["YEAR", "HCPCS", "MOD", "EFF_DATE", "INDICATOR", "RATE", "SHORTDESC"];
  writeFileSync(fourth, csv(header, ["2025", "80053", "", "20250101", "N", "00010.56", ""]));
  const imported = await ratebook(["import", "federal/clfs", fourth, "--into", dataset]);
  expect([imported.code, imported.stderr]).toEqual([0, ""]);
  compiled = await compiledDataset(dataset);
  app = appWith(states, compiled.open());
});

afterAll(() => {
  compiled.discard();
  folder.remove();
});

const RATE = "/api/v1/ga/outpatient/rate";
const asked = (code: string, day: string) => `npi=${LABORATORY}&billing_code=${code}&date_of_service=${day}`;

async function answerOn(code: string, day: string) {
  const { body, headers } = await app.get(`${RATE}?${asked(code, day)}`);
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
