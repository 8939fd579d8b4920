import { afterAll, beforeAll, expect, it } from "vitest";
import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import { ReleaseSlot } from "../../../src/serve/operations/release-slot.ts";
import { states } from "../../../src/states/index.ts";
import { H1, P1, workedExampleRows } from "../../states/ca/worked-example-rows.ts";
import { type CompiledDataset, compiledDataset } from "../../support/compiled-dataset.ts";
import { writeDataset } from "../../support/release.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";
import { ask } from "./support/ask.ts";
import { bearer, fakeService, TOKENS } from "./support/fake-app.ts";

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

it("the explanation tells the edition and its age in months", async () => {
  const answer = await ask(service(), { url: `${OUTPATIENT}/explain?${PRICED}`, headers: bearer(TOKENS.all) });
  const { stale } = answer.json<Explanation>();
  expect(stale.map(({ table, edition, months }) => [table, edition, months])).toEqual([
    ["ca/outpatient_rates", "2023-03-15", 30],
    ["ca/conversion_factors", "2023-03-15", 30],
  ]);
  expect(stale[0]?.message).toMatch(/^ca\/outpatient_rates is of the edition of 2023-03-15, 30 months before the day/);
});

it("a page says it too", async () => {
  const headers = { ...bearer(TOKENS.all), accept: "text/html" };
  const { body } = await ask(service(), { url: `${OUTPATIENT}/explain?${PRICED}`, headers });
  expect(body).toContain("<strong>Old rates.</strong>");
  expect(body).toContain("ca/conversion_factors is of the edition of 2023-03-15");
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
