import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataNotesTexts } from "../../src/reprice/pricing/data-notes.ts";
import type { CompleteRepricing } from "../../src/reprice/writing/output-columns.ts";
import { states } from "../../src/states/index.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";
import { repriced } from "./support/repriced.ts";

/* An analyst whose release lacks a table is told that this is why, and not to check every code. */

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

test("a release that has everything is told nothing of, and what prices rest on is counted by line", async () => {
  const data = await dataOf(whole);
  expect(data.empty).toEqual([]);
  expect(data.assumed.find(({ parameter }) => parameter === "provider_type")).toEqual({
    parameter: "provider_type",
    value: expect.any(String),
    reason: expect.stringContaining("not sent"),
    lines: 2,
  });
});
