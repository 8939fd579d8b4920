import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Coverage } from "../../src/answers/coverage/schema.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { H1, workedExampleRows } from "../states/ca/worked-example-rows.ts";
import { workedExampleRows as georgia, OCMULGEE } from "../states/ga/worked-example-rows.ts";
import { writeDataset } from "../support/release.ts";
import { releaseAt } from "../support/shared-release.ts";
import { ratebook } from "./support/ratebook.ts";

const folder = temporaryFolder();
const release = join(folder.path, "rates.db");
const inPart = join(folder.path, "in-part.db");

beforeAll(async () => {
  const sources = [{ table: "ca/outpatient_rates", publication: "Rates", edition: "2023-03-15" }];
  const manifest = JSON.stringify({ name: "test", version: "1", sources });
  const dataset = writeDataset(join(folder.path, "dataset"), { ...workedExampleRows, "dataset.json": manifest });
  await releaseAt(release, dataset);
  const { "ga/medicare_clfs.csv": _, ...withoutMedicare } = georgia;
  await releaseAt(inPart, writeDataset(join(folder.path, "in part"), withoutMedicare));
});

afterAll(() => folder.remove());

describe("ratebook coverage", () => {
  it("is a table per state, with what deserves a look below it", async () => {
    const { code, stdout, stderr } = await ratebook(["coverage", release, "--date", "2026-06-01"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^test, version 1, on 2026-06-01\n\nCalifornia\n {2}outpatient: loaded; stale: ca\/outpatient/,
    );
    expect(stdout).toMatch(
      /\nca\/outpatient_rates +12 +12 +12 +2025-07-01 +open +2023-03-15 +more than 38 months, stale +none\n/,
    );
    expect(stdout).toMatch(/\nca\/parameters +built-in values +0 +0 +unknown +not said\n/);
    expect(stdout).toContain(
      "  - APR-DRGs with a weight and without a description: not compared, since common/apr_drg",
    );
  });

  it("is the same as JSON; the limit is a setting", async () => {
    const { stdout } = await ratebook(["coverage", release, "--date", "2026-06-01", "--json"], {
      RATEBOOK_STALE_AFTER: "4y",
    });
    const { date, stale_after_months, states } = JSON.parse(stdout) as Coverage;
    expect([date, stale_after_months]).toEqual(["2026-06-01", 48]);
    expect(states[0]?.settings[0]).toMatchObject({ setting: "outpatient", stale_tables: [] });
  });

  it("refuses what is no day", async () => {
    const { code, stderr } = await ratebook(["coverage", release, "--date", "today"]);
    expect(code).toBe(2);
    expect(stderr).toContain("Expected a calendar day as YYYY-MM-DD.");
  });
});

it.each([
  ["history", []],
  ["compare", ["date_of_service=2025-10-01"]],
  ["options", ["date_of_service=2025-10-01"]],
  ["what-if", ["date_of_service=2025-10-01"]],
])("%s tells of old rates beside its answer", async (command, day) => {
  const question = [command, "ca", "outpatient", "--release", release, `npi=${H1}`, "billing_code=99213", ...day];
  const told = await ratebook([...question, "--json"]);
  expect([told.code, told.stderr]).toEqual([
    0,
    expect.stringMatching(/^note: ca\/outpatient_rates is of the edition of 2023-03-15, \d\d months before the day/),
  ]);
  expect((await ratebook([...question, "--json", "--stale-after", "9y"])).stderr).toBe("");
});

it.each([
  ["history", []],
  ["compare", ["date_of_service=2025-09-15"]],
  ["options", ["date_of_service=2025-09-15"]],
  ["what-if", ["date_of_service=2025-09-15"]],
])("%s tells of tables without a row beside its answer", async (command, day) => {
  const question = ["ga", "outpatient", "--release", inPart, `npi=${OCMULGEE}`, "billing_code=80053", ...day];
  const told = await ratebook([command, ...question, "--json", "--stale-after", "off"]);
  expect([told.code, told.stderr]).toEqual([
    0,
    expect.stringMatching(/^note: ga\/medicare_clfs has no rows in the loaded data: /),
  ]);
});

it("price tells of old rates beside its answer, and explain in its text", async () => {
  const question = ["ca", "outpatient", "--release", release, `npi=${H1}`, "billing_code=99213"];
  const day = "date_of_service=2025-10-01";
  const priced = await ratebook(["price", ...question, day, "--json"]);
  expect(priced.stderr).toBe(
    "note: ca/outpatient_rates is of the edition of 2023-03-15, 30 months before the day that is priced. A newer edition may pay something else: import it, or make sure that there is none.\n",
  );
  expect((await ratebook(["price", ...question, day, "--json", "--stale-after", "off"])).stderr).toBe("");
  const explained = await ratebook(["explain", ...question, day]);
  expect(explained.stdout).toContain("\n\nOld rates\n  ca/outpatient_rates is of the edition of 2023-03-15, 30 months");
  expect(explained.stderr).toBe("");
});
