import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { kindsFor, stateKinds } from "../../src/answers/index.ts";
import { lookupCommand, stateCommand } from "../../src/cli/commands/answer.ts";
import { build, check } from "../../src/cli/commands/dataset.ts";
import { importPublication } from "../../src/cli/commands/import.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import { openRelease } from "../../src/release/open.ts";
import type { Release } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { appWith, type TestApp } from "../serve/http/support/app-with.ts";
import { writeDataset } from "../support/release.ts";

/* A state is one folder and one line. The folder is tiny-state.ts; this is the line. */
vi.mock("../../src/states/index.ts", async () => {
  const { atlantis } = await import("./tiny-state.ts");
  return { states: [atlantis] };
});

const FILES = {
  "at/providers.csv": "npi,provider_name,city\n1999999992,Nautilus Clinic,Deep City\n1999999984,Coral Clinic,Reef\n",
  "at/fees.csv":
    "code,fee,effective_start_date,effective_end_date\nSWIM1,12.5,2026-01-01,\nDIVE1,99.00,2020-01-01,2020-12-31\n",
};

const price = lookupCommand("price");
const search = stateCommand("search");

let folder: string;
let release: string;
let dataset: string;
let opened: Release;
let app: TestApp;
let printed = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-new-state-"));
  dataset = writeDataset(join(folder, "dataset"), FILES);
  release = join(folder, "release.db");
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  expect(await build(dataset, { out: release, json: false })).toBe(0);
  opened = openRelease(release, states);
  app = appWith(states, opened);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
  rmSync(folder, { recursive: true });
});

async function outputOf(command: () => Promise<number>): Promise<{ code: number; text: string }> {
  printed = "";
  const code = await command();
  return { code, text: printed };
}

describe("a new state, registered by one line", () => {
  it("has its single lookup", async () => {
    const answer = await app.get(
      "/api/v1/at/outpatient/rate?npi=1999999992&billing_code=swim1&date_of_service=2026-06-01",
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject([{ payment_rate: "12.50", calculation_method: "fee of SWIM1 = $12.50" }]);
  });

  it("has lookups by name, counted", async () => {
    const answer = await app.get(
      "/api/v1/at/inpatient/rate?provider_name=clinic&billing_code=SWIM1&date_of_service=2026-06-01",
    );
    expect(answer.body).toMatchObject([
      { provider_name: "Coral Clinic", provider_matches_total: 2 },
      { provider_name: "Nautilus Clinic", provider_matches_total: 2 },
    ]);
  });

  it("has its batch", async () => {
    const requests = [
      { npi: "1999999992", billing_code: "DIVE1", date_of_service: "2026-06-01" },
      { npi: "1999999992", biling_code: "DIVE1" },
    ];
    const answer = await app.post("/api/v1/at/outpatient/rate/batch", { requests });
    expect(answer.body).toMatchObject({
      responses: [
        {
          results: [
            {
              error_message:
                "No fee for DIVE1 on 2026-06-01; the nearest published period is 2020-01-01 to 2020-12-31.",
            },
          ],
        },
        { error: { code: "missing_parameter" } },
      ],
    });
  });

  it("has its provider search", async () => {
    const answer = await app.get("/api/v1/at/providers/search?city=deep");
    expect(answer.body).toMatchObject({ providers: [{ provider_name: "Nautilus Clinic" }], total_results: 1 });
  });

  it("has the price lists of its providers", async () => {
    const answer = await app.get("/api/v1/at/price-list?npi=1999999992&on=2026-06-01");
    expect(answer.body).toMatchObject({
      provider: { npi: "1999999992" },
      lines: [{ code: "SWIM1", kind: "amount", payment_rate: "12.50" }],
    });
  });

  it("is in the OpenAPI document", async () => {
    const { body } = await app.get("/openapi.json");
    const { paths } = body as { paths: Record<string, unknown> };
    expect(Object.keys(paths).filter((path) => path.includes("/at/"))).toHaveLength(
      (states[0]?.lookups ?? []).reduce((sum, lookup) => sum + kindsFor(lookup).length + 1, stateKinds.length),
    );
  });

  it("has its CSV files validated", async () => {
    const faulty = writeDataset(join(folder, "faulty"), {
      ...FILES,
      "at/fees.csv":
        "code,fee,effective_start_date\nSWIM1,a lot,2026-01-01\nSWIM1,1.00,2026-01-01\nSWIM1,2.00,2026-05-01\n",
    });
    const { code, text } = await outputOf(() => check(faulty, { json: false }));
    expect(code).toBe(1);
    expect(text).toContain('at/fees.csv:2:fee: "a lot", expected');
    expect(text).toMatch(/at\/fees\.csv:4:.*overlap/);
  });

  it("has its commands", async () => {
    const parameters = ["npi=1999999992", "billing_code=SWIM1", "date_of_service=2026-06-01"];
    const priced = await outputOf(() =>
      price("at", "outpatient", parameters, { release, timeZone: null, staleAfter: 0, json: false }),
    );
    expect(priced).toMatchObject({ code: 0, text: expect.stringContaining("fee of SWIM1 = $12.50") });
    const found = await outputOf(() => search("at", ["provider_name=coral"], { release, json: true }));
    expect(found).toMatchObject({ code: 0, text: expect.stringContaining("Coral Clinic") });
  });

  it("has its publications: with a template, imported, and priced from", async () => {
    const guards = { changes: null, acceptShrink: false };
    const where = { template: null, into: null, asOf: null, map: null };
    const options = { list: false, ...where, ...guards, dryRun: false, json: false };
    const template = await outputOf(() =>
      importPublication(undefined, undefined, { ...options, template: "at/fee-sheet" }),
    );
    expect(template.text).toContain('"code": "Service"');

    const sheet = join(folder, "fees.csv");
    writeFileSync(sheet, 'Atlantis 2027\nService,Fee\nswim1,$13.00\ndive1,"$1,000"\n');
    const into = writeDataset(join(folder, "imported"), FILES);
    const run = { ...options, into, asOf: "2027-01-01" as Day };
    const trial = await outputOf(() => importPublication("at/fee-sheet", sheet, { ...run, dryRun: true }));
    expect(trial).toMatchObject({ code: 0, text: expect.stringContaining("Dry run: nothing was written") });
    expect(trial.text).toContain(
      "at/fees\n  2 taken: 1 added, 0 changed, 0 closed, 2 unchanged (2 of them not of this publication); the table has 3 rows now",
    );
    // The fee written by hand has no end, so it wins until somebody ends it.
    const done = await outputOf(() => importPublication("at/fee-sheet", sheet, { ...run, json: true }));
    expect(JSON.parse(done.text)).toMatchObject({ rows_read: 2, dry_run: false, tables: [{ own: 2 }] });
    const next = join(folder, "next.db");
    expect(await build(into, { out: next, json: false })).toBe(0);
    const query = ["npi=1999999992", "billing_code=DIVE1", "date_of_service=2027-06-01"];
    const priced = await outputOf(() =>
      price("at", "outpatient", query, { release: next, timeZone: null, staleAfter: 0, json: false }),
    );
    expect(priced.text).toContain("fee of DIVE1 = $1000.00");
  });
});
