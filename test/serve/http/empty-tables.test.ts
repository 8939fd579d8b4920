import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import { states } from "../../../src/states/index.ts";
import { SAMPLE } from "../../cli/support/ratebook.ts";
import { type CompiledDataset, compiledDataset } from "../../support/compiled-dataset.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";
import { appWith, type TestApp } from "./support/app-with.ts";

/* Data in part: a price that looked into a table without any row says so, since the state may publish something there. */

const folder = temporaryFolder();
let compiled: CompiledDataset;
let app: TestApp;
let whole: CompiledDataset;
let wholeApp: TestApp;

beforeAll(async () => {
  const dataset = join(folder.path, "part");
  cpSync(SAMPLE, dataset, { recursive: true });
  for (const table of ["fl/rate_multipliers", "ny/apg_fees"]) rmSync(join(dataset, `${table}.csv`));
  compiled = await compiledDataset(dataset);
  app = appWith(states, compiled.open());
  whole = await compiledDataset(SAMPLE);
  wholeApp = appWith(states, whole.open());
});

afterAll(() => {
  compiled.discard();
  whole.discard();
  folder.remove();
});

const MULTIPLIED = "npi=1000810071&billing_code=59410&date_of_service=2026-10-01";
const FLORIDA = "/api/v1/fl/outpatient/rate";

it("in a header of the lookup, which is absent where everything is loaded", async () => {
  const answer = await app.get(`${FLORIDA}?${MULTIPLIED}`);
  expect(answer.headers["ratebook-incomplete"]).toBe("fl/rate_multipliers");
  expect((await wholeApp.get(`${FLORIDA}?${MULTIPLIED}`)).headers["ratebook-incomplete"]).toBeUndefined();
});

it("in the explanation, with what it means", async () => {
  const { body } = await app.get(`${FLORIDA}/explain?${MULTIPLIED}`);
  const { empty_tables } = body as unknown as Explanation;
  expect(empty_tables).toEqual([
    { table: "fl/rate_multipliers", message: expect.stringContaining("as if the state published nothing there") },
  ]);
});

it("not where the empty table played no part", async () => {
  const { headers } = await app.get("/api/v1/fl/inpatient/rate?npi=1000800023&billing_code=139-2");
  expect(headers["ratebook-incomplete"]).toBeUndefined();
});

it("of a batch once for all of its items", async () => {
  const [npi, billing_code] = ["1000810071", "59410"];
  const item = { npi, billing_code, date_of_service: "2026-10-01" };
  const { headers } = await app.post(`${FLORIDA}/batch`, { requests: [item, item] });
  expect(headers["ratebook-incomplete"]).toBe("fl/rate_multipliers");
});
