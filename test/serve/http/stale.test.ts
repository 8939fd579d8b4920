import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import { ReleaseSlot } from "../../../src/serve/operations/release-slot.ts";
import { states } from "../../../src/states/index.ts";
import { ratebook } from "../../cli/support/ratebook.ts";
import { csv } from "../../imports/fixtures.ts";
import { H1, P1, workedExampleRows } from "../../states/ca/worked-example-rows.ts";
import { type CompiledDataset, compiledDataset } from "../../support/compiled-dataset.ts";
import { writeDataset } from "../../support/release.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";
import { appWith, type TestApp } from "./support/app-with.ts";
import { ask } from "./support/ask.ts";
import { bearer, fakeService, TOKENS } from "./support/fake-app.ts";

describe("stale header", () => {
  /** Rates that hold since 2025-07-01, from an edition of 2023: stale from 2024-09-16 on. The weights are younger by a year. */
  const SOURCES = [
    { table: "ca/outpatient_rates", edition: "2023-03-15" },
    { table: "ca/conversion_factors", edition: "2023-03-15" },
    { table: "ca/drg_weights", edition: "2024-07-01" },
    { table: "ca/hospital_rates", publication: "typed by hand", published: "2001-01-01" },
  ];

  const folder = temporaryFolder();
  let compiled: CompiledDataset;
  const releases = new ReleaseSlot();

  beforeAll(async () => {
    const manifest = JSON.stringify({ name: "test", version: "1", sources: SOURCES });
    compiled = await compiledDataset(writeDataset(folder.path, { ...workedExampleRows, "dataset.json": manifest }));
    releases.put(compiled.open());
  });

  afterAll(() => {
    compiled.discard();
    folder.remove();
  });

  function service(staleAfterMonths?: number | null) {
    const key = {
      id: "id",
      name: "id",
      states: ["ca"],
      lastFour: "0000",
      createdAt: "2026-01-01T00:00:00Z",
      expiresAt: null,
      revokedAt: null,
      lookupsPerMinute: 0,
    };
    const keys = { authenticate: () => key, keyWithId: () => null, isLost: false };
    const limit = staleAfterMonths === undefined ? {} : { staleAfterMonths };
    const { app } = fakeService({ states, releases, keys, ...limit });
    return app;
  }

  const OUTPATIENT = "/api/v1/ca/outpatient/rate";
  const FEES_AND_FACTORS = "ca/outpatient_rates 2023-03-15, ca/conversion_factors 2023-03-15";
  const PRICED = `npi=${H1}&billing_code=99213&date_of_service=2025-10-01`;

  async function staleOf(url: string, months?: number | null): Promise<string | undefined> {
    const answer = await ask(service(months), { url, headers: bearer(TOKENS.all) });
    expect(answer.statusCode).toBe(200);
    return answer.headers["ratebook-stale"] as string | undefined;
  }

  it("a lookup names the stale tables that its price is made of, and nothing else changes", async () => {
    expect(await staleOf(`${OUTPATIENT}?${PRICED}`)).toBe(FEES_AND_FACTORS);
    const [stale, never] = await Promise.all(
      [18, null].map((months) => ask(service(months), { url: `${OUTPATIENT}?${PRICED}`, headers: bearer(TOKENS.all) })),
    );
    expect(stale?.body).toBe(never?.body);
  });

  it("of a lookup by name and of an explanation as well", async () => {
    const byName = "provider_name=H1&billing_code=99213&date_of_service=2025-10-01";
    expect(await staleOf(`${OUTPATIENT}?${byName}`)).toBe(FEES_AND_FACTORS);
    expect(await staleOf(`${OUTPATIENT}/explain?${byName}`)).toBe(FEES_AND_FACTORS);
    expect(await staleOf(`${OUTPATIENT}/explain?${PRICED}`)).toBe(FEES_AND_FACTORS);
  });

  it("says nothing within the limit, without one, and where nothing was priced", async () => {
    expect(await staleOf(`${OUTPATIENT}?${PRICED}`, 31)).toBeUndefined();
    expect(await staleOf(`${OUTPATIENT}?${PRICED}`, 30)).toBe(FEES_AND_FACTORS);
    expect(await staleOf(`${OUTPATIENT}?${PRICED}`, null)).toBeUndefined();
    expect(await staleOf(`${OUTPATIENT}?npi=${H1}&billing_code=99999&date_of_service=2025-10-01`)).toBeUndefined();
    // Day 2025-12-31 is within 18 months of the weights; the hospital's rates have no known edition.
    const stay = (day: string) => `/api/v1/ca/inpatient/rate?npi=${H1}&billing_code=560-1&admit_date=${day}`;
    expect(await staleOf(stay("2025-12-31"))).toBeUndefined();
    expect(await staleOf(stay("2026-01-01"))).toBeUndefined();
    expect(await staleOf(stay("2026-01-02"))).toBe("ca/drg_weights 2024-07-01");
  });

  it("the explanation names the edition and its age in months", async () => {
    const answer = await ask(service(), { url: `${OUTPATIENT}/explain?${PRICED}`, headers: bearer(TOKENS.all) });
    const { stale } = answer.json<Explanation>();
    expect(stale.map(({ table, edition, months }) => [table, edition, months])).toEqual([
      ["ca/outpatient_rates", "2023-03-15", 30],
      ["ca/conversion_factors", "2023-03-15", 30],
    ]);
    expect(stale[0]?.message).toMatch(
      /^ca\/outpatient_rates is of the publication of 2023-03-15, 30 months before the day/,
    );
  });

  it("a page says it too", async () => {
    const headers = { ...bearer(TOKENS.all), accept: "text/html" };
    const { body } = await ask(service(), { url: `${OUTPATIENT}/explain?${PRICED}`, headers });
    expect(body).toContain("<strong>Old rates.</strong>");
    expect(body).toContain("Conversion factors is of the publication of Mar 15, 2023");
  });

  it("a batch names the tables of all its items once", async () => {
    const item = (day: string, code = "99213") => ({ npi: P1, billing_code: code, date_of_service: day });
    const send = async (...requests: readonly object[]) => {
      const payload = { requests };
      const headers = bearer(TOKENS.all);
      return (await ask(service(), { method: "POST", url: `${OUTPATIENT}/batch`, headers, payload })).headers;
    };
    expect((await send(item("2025-10-01"), item("2025-11-01"), {}))["ratebook-stale"]).toBe(FEES_AND_FACTORS);
    expect((await send(item("2024-01-01"), item("2025-10-01", "00000")))["ratebook-stale"]).toBeUndefined();
  });
});

describe("stale rows", () => {
  const TABLE = "ca/outpatient_rates";
  const SOURCES = [
    { table: TABLE, importer: "ca/medicine", publication: "Medicine", edition: "2023-03-15" },
    { table: TABLE, importer: "ca/imaging", publication: "Imaging", edition: "2023-01-01" },
    { table: TABLE, importer: "ca/imaging", publication: "Imaging", edition: "2026-01-15" },
  ];

  /** The lines of 99213 (Medicine), 77280 and 71045; what stands in others was written by hand. */
  const ORIGINS = [
    "line,publication,edition,place",
    "2,ca/medicine,2023-03-15,line 2",
    "5,ca/imaging,2026-01-15,line 2",
    "10,ca/imaging,2023-01-01,line 3",
    "",
  ].join("\n");

  const folder = temporaryFolder();
  let compiled: CompiledDataset;
  const releases = new ReleaseSlot();

  beforeAll(async () => {
    const manifest = JSON.stringify({ name: "test", version: "1", sources: SOURCES });
    const files = { ...workedExampleRows, "dataset.json": manifest, [`origins/${TABLE}.csv`]: ORIGINS };
    compiled = await compiledDataset(writeDataset(folder.path, files));
    releases.put(compiled.open());
  });

  afterAll(() => {
    compiled.discard();
    folder.remove();
  });

  async function staleOf(path: string): Promise<string | undefined> {
    const { app } = fakeService({
      states,
      releases,
      keys: { authenticate: () => KEY, keyWithId: () => null, isLost: false },
    });
    const answer = await ask(app, { url: `/api/v1/ca/outpatient/rate${path}`, headers: bearer(TOKENS.all) });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('"payment_rate":"');
    return answer.headers["ratebook-stale"] as string | undefined;
  }

  const KEY = {
    id: "id",
    name: "id",
    states: ["ca"],
    lastFour: "0000",
    createdAt: "2026-01-01T00:00:00Z",
    expiresAt: null,
    revokedAt: null,
    lookupsPerMinute: 0,
  };

  const price = (code: string, day: string) => staleOf(`?npi=${H1}&billing_code=${code}&date_of_service=${day}`);

  it("a price is stale by the publication that its row is from, whatever else feeds the table", async () => {
    expect(await price("99213", "2026-03-01")).toBe("ca/outpatient_rates 2023-03-15");
    expect(await price("77280", "2026-03-01")).toBeUndefined();
    expect(await price("71045", "2026-03-01")).toBeUndefined();
  });

  it("a row that a later edition brought is not, on days before that edition", async () => {
    expect(await price("77280", "2025-10-01")).toBeUndefined();
    expect(await price("71045", "2025-10-01")).toBe("ca/outpatient_rates 2023-01-01");
    expect(await price("77280", "2027-07-16")).toBe("ca/outpatient_rates 2026-01-15");
  });

  it("a row that was written by hand among imported ones is never", async () => {
    expect(await price("E0110", "2027-07-16")).toBeUndefined();
  });

  it("a comparison names the tables of all its prices, with the oldest edition", async () => {
    const compare = (codes: string, day: string) =>
      staleOf(`/compare?npi=${H1}&billing_codes=${codes}&date_of_service=${day}`);
    expect(await compare("77280,E0110", "2025-10-01")).toBeUndefined();
    expect(await compare("77280,99213", "2025-10-01")).toBe("ca/outpatient_rates 2023-03-15");
    expect(await compare("99213,77280,71045", "2025-10-01")).toBe("ca/outpatient_rates 2023-01-01");
  });

  it("options name those of the lookup as it was sent", async () => {
    const options = (code: string) => staleOf(`/options?npi=${H1}&billing_code=${code}`);
    expect(await options("99213")).toBe("ca/outpatient_rates 2023-03-15");
    expect(await options("77280")).toBeUndefined();
  });

  it("a history names those of its periods", async () => {
    const history = (code: string) => staleOf(`/history?npi=${H1}&billing_code=${code}`);
    // The one period with a price is reported for its first day, 2025-07-01.
    expect(await history("99213")).toBe("ca/outpatient_rates 2023-03-15");
    expect(await history("77280")).toBeUndefined();
    expect(await history("E0110")).toBeUndefined();
  });
});

describe("no edition", () => {
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
        message: expect.stringContaining("No publication of ga/medicare_clfs is loaded for 2026-01-05:"),
      },
    ]);
    const item = (day: string) => ({ npi: LABORATORY, billing_code: "80053", date_of_service: day });
    const whole = await app.post(`${RATE}/batch`, { requests: [item("2025-03-10")] });
    expect(whole.headers["ratebook-incomplete"]).toBeUndefined();
    const part = await app.post(`${RATE}/batch`, { requests: [item("2025-03-10"), item("2026-01-05")] });
    expect(part.headers["ratebook-incomplete"]).toBe("ga/medicare_clfs");
  });

  it("a history separates the days without an edition", async () => {
    const { body, headers } = await app.get(`${RATE}/history?npi=${LABORATORY}&billing_code=87999`);
    const periods = (
      body as unknown as { periods: { effective_start_date: string; results: { calculation_method: string }[] }[] }
    ).periods;
    expect(headers["ratebook-incomplete"]).toBe("ga/medicare_clfs");
    expect(JSON.stringify(periods)).toContain(notPublished("14.00"));
    expect(JSON.stringify(periods)).toContain(notLoaded("14.00"));
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
});
