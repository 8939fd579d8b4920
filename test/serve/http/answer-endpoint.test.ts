import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { LongWork } from "../../../src/serve/http/long-work/question.ts";
import { ReleaseSlot } from "../../../src/serve/operations/release-slot.ts";
import { states } from "../../../src/states/index.ts";
import { type CompiledDataset, compiledDataset } from "../../support/compiled-dataset.ts";
import { ask } from "./support/ask.ts";
import { batch, bearer, fakeService, get, RATE, SEARCH, TOKENS } from "./support/fake-app.ts";

const EXPLAIN = `${RATE}/explain`;
const BY_NPI = "?billing_code=100&npi=1000000001";
const BY_NAME = "?billing_code=100&provider_name=clinic";

describe("GET .../rate/explain", () => {
  it.each([BY_NPI, BY_NAME, "?billing_code=200&npi=1000000001", "?billing_code=100&npi=1999999999"])(
    "explains exactly the results of the lookup: %s",
    async (query) => {
      const { app } = fakeService();
      const results = (await ask(app, get(RATE + query))).json();
      const answer = await ask(app, get(EXPLAIN + query));
      expect(answer.statusCode).toBe(200);
      const { explanations, release } = answer.json();
      expect(explanations.map(({ result }: { result: unknown }) => result)).toEqual(results);
      expect(release).toEqual({ name: "Fake sample", version: "1", content_hash: "hash-of-1" });
    },
  );

  it.each([BY_NPI, BY_NAME])(
    "is a page for clients that prefer one, which runs and loads nothing: %s",
    async (query) => {
      const { app } = fakeService();
      const asked = { ...get(EXPLAIN + query), headers: { ...bearer(TOKENS.all), accept: "text/html,*/*;q=0.8" } };
      const { statusCode, headers, body } = await ask(app, asked);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", vary: "Accept" });
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      expect(body).toContain("How it is calculated");
    },
  );

  it("costs one lookup, and is observed as one", async () => {
    const { app, charged, observed } = fakeService();
    await ask(app, get(EXPLAIN + BY_NPI));
    await ask(app, get(EXPLAIN + BY_NAME));
    expect(charged).toEqual([1, 1]);
    expect(observed).toMatchObject([
      { route: "/api/v1/:state/outpatient/rate/explain", lookups: 1 },
      { route: "/api/v1/:state/outpatient/rate/explain", lookups: 1 },
    ]);
  });

  it("refuses as the lookup does: faults, keys, states, limits and methods", async () => {
    const { app } = fakeService();
    expect((await ask(app, get(`${EXPLAIN}?npi=12&bilingcode=1`))).json()).toMatchObject({
      code: "missing_parameter",
      errors: [{ field: "billing_code" }, { field: "npi" }, { field: "bilingcode" }],
    });
    const withKey = (token: string) => ask(app, { url: EXPLAIN + BY_NPI, headers: bearer(token) });
    expect((await ask(app, EXPLAIN + BY_NPI)).statusCode).toBe(401);
    expect((await withKey(TOKENS.onlyYonder)).json()).toMatchObject({ code: "state_not_enabled" });
    expect((await withKey(TOKENS.exhausted)).statusCode).toBe(429);
    expect((await ask(app, { ...get(EXPLAIN + BY_NPI), method: "POST" })).statusCode).toBe(405);
  });

  it("leaves a parameter without a value to its default, and says so", async () => {
    const { app } = fakeService();
    const { assumptions } = (await ask(app, get(`${EXPLAIN}${BY_NPI}&date_of_service=`))).json();
    expect(assumptions).toEqual([{ parameter: "date_of_service", value: "2026-11-15", reason: "not sent: today" }]);
  });
});

it("every answer about rates or providers names its release", async () => {
  const { app } = fakeService();
  const answers = [
    await ask(app, get(RATE + BY_NPI)),
    await ask(app, get(RATE + BY_NAME)),
    await ask(app, get(EXPLAIN + BY_NPI)),
    await ask(app, get(SEARCH)),
    await ask(app, batch({ requests: [] })),
  ];
  expect(answers.map(({ headers }) => headers["ratebook-release"])).toEqual(Array(5).fill("1 hash-of-1"));
});

const OPTIONS = `${RATE}/options`;

describe("GET .../rate/options", () => {
  it("says of each fact of the claim whether it matters", async () => {
    const { app } = fakeService();
    const answer = await ask(app, get(`${OPTIONS}${BY_NPI}&size=large&reference_id=mine`));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["ratebook-release"]).toBe("1 hash-of-1");
    expect(answer.body).not.toContain("mine");
    const same = { rate_found: true, payment_rate: "12.30", difference: "0.00", results: 1, differs: false };
    expect(answer.json()).toMatchObject({
      rate_found: true,
      payment_rate: "12.30",
      complete: true,
      parameters: [
        {
          parameter: "size",
          description: "Size of the thing.",
          type: "choice",
          sent: "Large",
          assumed: null,
          matters: false,
          values: [
            { value: null, ...same },
            { value: "Small", ...same },
            { value: "Large", ...same },
          ],
        },
        { parameter: "child_patient", type: "flag", sent: null, values: [{ value: false }, { value: true }] },
        { parameter: "length_of_stay", type: "count", values: [] },
        { parameter: "total_charges", type: "dollars", values: [] },
      ],
    });
  });

  it("counts as the results of the lookup, and is observed so", async () => {
    const { app, charged, observed } = fakeService();
    await ask(app, get(OPTIONS + BY_NPI));
    expect(charged).toEqual([1]);
    expect(observed).toMatchObject([{ route: "/api/v1/:state/outpatient/rate/options", lookups: 1 }]);
  });

  it.each([
    ["?billing_code=100&provider_name=clinic", "missing_provider_identifier", "npi", "/zz/providers/search finds"],
    ["?npi=1000000001", "missing_parameter", "billing_code", "is required"],
    [`${BY_NPI}&size=huge`, "invalid_parameter", "size", "one of Small, Large"],
    [`${BY_NPI}&colour=red`, "unknown_parameter", "colour", "is not a parameter"],
  ])("refuses %s: %s", async (query, code, field, words) => {
    const { app, charged } = fakeService();
    const answer = await ask(app, get(OPTIONS + query));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, errors: [{ field, code }] });
    expect(answer.json().detail).toContain(words);
    expect(charged).toEqual([1]);
  });

  it("has the keys, states, limits and methods of a lookup", async () => {
    const { app } = fakeService();
    const url = OPTIONS + BY_NPI;
    const withKey = (token: string) => ask(app, { url, headers: bearer(token) });
    expect((await ask(app, url)).statusCode).toBe(401);
    expect((await withKey(TOKENS.onlyYonder)).json()).toMatchObject({ code: "state_not_enabled" });
    expect((await withKey(TOKENS.exhausted)).statusCode).toBe(429);
    expect((await ask(app, { ...get(url), method: "POST" })).statusCode).toBe(405);
    expect((await ask(app, { ...get(url), method: "HEAD" })).statusCode).toBe(200);
    expect((await ask(app, get(url.replace("/zz/", "/tx/")))).json()).toMatchObject({ code: "state_not_enabled" });
  });
});

/** A key for Georgia alone. */
const georgiaKey = {
  id: "id",
  name: "id",
  states: ["ga"],
  lastFour: "0000",
  createdAt: "2026-01-01T00:00:00Z",
  expiresAt: null,
  revokedAt: null,
  lookupsPerMinute: 60,
};
const georgiaKeys = { authenticate: () => georgiaKey, keyWithId: () => null, isLost: false };

describe("options of a lookup with three results", () => {
  /** An emergency visit at a hospital system of the sample that is rated per campus. */
  const URL = "/api/v1/ga/outpatient/rate/options?billing_code=99284&npi=1200020018";
  let compiled: CompiledDataset;
  const releases = new ReleaseSlot();
  beforeAll(async () => {
    compiled = await compiledDataset(join(import.meta.dirname, "../../../data/sample"));
    releases.put(compiled.open());
  });
  afterAll(() => compiled.discard());

  it("count as three lookups", async () => {
    const { app, charged, observed } = fakeService({ states, releases, keys: georgiaKeys });
    const answer = await ask(app, get(URL));
    expect(answer.json().parameters[0].values[0]).toMatchObject({ value: null, results: 3, differs: false });
    expect(charged).toEqual([1, 2]);
    expect(observed).toMatchObject([{ lookups: 3 }]);
  });

  it("are refused before they are priced when the key's limit does not admit so many", async () => {
    const { app } = fakeService({
      states,
      releases,
      keys: georgiaKeys,
      limits: {
        take: () => ({ admitted: true, limit: 60, remaining: 0, resetSeconds: 9 }),
        takeFurther: () => ({ admitted: false, limit: 60, remaining: 0, resetSeconds: 9 }),
      },
    });
    const answer = await ask(app, get(URL));
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ code: "rate_limited" });
  });
});

describe("GET .../rate/benchmark", () => {
  const URL = "/api/v1/ga/outpatient/rate/benchmark?billing_code=99213&npi=1200050015&date_of_service=2025-10-15";
  const releases = new ReleaseSlot();
  let compiled: CompiledDataset;
  beforeAll(async () => {
    compiled = await compiledDataset(join(import.meta.dirname, "../../../data/sample"));
    releases.put(compiled.open());
  });
  afterAll(() => compiled.discard());

  it("has both prices and their ratio, counts as one lookup, and refuses a bad ZIP code", async () => {
    const { app, charged, observed } = fakeService({ states, releases, keys: georgiaKeys });
    const answer = await ask(app, get(URL));
    expect(answer.json()).toMatchObject({
      results: [{ medicaid: { payment_rate: "92.47" }, medicare: { payment_rate: "89.24" }, ratio: "1.0362" }],
    });
    expect(charged).toEqual([1]);
    expect(observed).toMatchObject([{ route: "/api/v1/:state/outpatient/rate/benchmark", lookups: 1 }]);
    const refused = await ask(app, get(`${URL}&medicare_zip=303`));
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [expect.objectContaining({ field: "medicare_zip" })],
    ]);
  });

  it("is not there for stays: 404 says why, and what to request instead", async () => {
    const { app } = fakeService({ states, releases, keys: georgiaKeys });
    const answer = await ask(app, get(URL.replace("outpatient", "inpatient")));
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      expect.objectContaining({
        code: "not_found",
        detail:
          "There is nothing under this path. Medicare pays hospital stays by MS-DRG, which no loaded schedule has: only procedures are compared. Request a procedure with the setting outpatient.",
      }),
    ]);
    const { paths } = (await ask(app, "/openapi.json")).json();
    const benchmarks = Object.keys(paths).filter((path) => path.endsWith("/benchmark"));
    expect(benchmarks).toEqual(states.map(({ code }) => `/${code}/outpatient/rate/benchmark`));
  });

  it("has no path of Medicare itself", async () => {
    const { app } = fakeService({ states, releases, keys: georgiaKeys });
    for (const path of ["/api/v1/medicare", "/api/v1/medicare/outpatient/rate"]) {
      expect((await ask(app, get(path))).statusCode).toBe(404);
    }
  });
});

describe("GET .../rate/what-if", () => {
  /** An emergency visit at a hospital system of the sample that is rated per campus: three results. */
  const URL = "/api/v1/ga/outpatient/rate/what-if?billing_code=99284&npi=1200020018&billed_charges=1000";
  const releases = new ReleaseSlot();
  let compiled: CompiledDataset;
  beforeAll(async () => {
    compiled = await compiledDataset(join(import.meta.dirname, "../../../data/sample"));
    releases.put(compiled.open());
  });
  afterAll(() => compiled.discard());

  const service = () => fakeService({ states, releases, keys: georgiaKeys });

  it.each([
    ["as it is", "ga/hospital_outpatient_rates/1200020018/Airport/outpatient_interim_rate=0.5"],
    ["encoded", "ga%2Fhospital_outpatient_rates%2F1200020018%2FAirport%2Foutpatient_interim_rate%3D0.5"],
  ])("takes a figure %s, and counts as two lookups for each result", async (_, set) => {
    const { app, charged, observed } = service();
    const answer = await ask(app, get(`${URL}&set=${set}`));
    expect(answer.statusCode).toBe(200);
    const { results } = answer.json();
    // 1000 x 0.5 x 1.1188, where 0.3018 is published.
    expect(results).toHaveLength(3);
    expect(results[0]).toMatchObject({ what_if: { payment_rate: "559.40" }, difference: "221.75" });
    expect(results[1]).toMatchObject({ difference: "0.00", steps: [] });
    expect(charged).toEqual([1, 5]);
    expect(observed).toMatchObject([{ route: "/api/v1/:state/outpatient/rate/what-if", lookups: 6 }]);
  });

  it("refuses what the price does not read with 400, naming what it reads; nothing more is charged", async () => {
    const { app, charged } = service();
    const answer = await ask(app, get(`${URL}&set=ga/parameters/outlier_share=0.9`));
    expect(answer.statusCode).toBe(400);
    const { code, errors } = answer.json();
    expect({ code, errors }).toMatchObject({ code: "invalid_parameter", errors: [{ field: "set" }] });
    expect(errors[0].message).toContain("it reads ga/hospital_outpatient_rates/1200020018/Airport");
    expect(charged).toEqual([1]);
  });
});

const HISTORY = `${RATE}/history`;
const COMPARE = `${RATE}/compare`;
const CODES = "?billing_codes=100,200&npi=1000000001";

describe("GET .../rate/history", () => {
  it("has the results of the lookup, untouched", async () => {
    const { app } = fakeService();
    const answer = await ask(app, get(HISTORY + BY_NPI));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["ratebook-release"]).toBe("1 hash-of-1");
    const { periods, next_to } = answer.json();
    expect(next_to).toBeNull();
    for (const { date, results } of periods) {
      expect(results).toEqual((await ask(app, get(`${RATE}${BY_NPI}&date_of_service=${date}`))).json());
    }
    expect(periods.length).toBeGreaterThan(0);
  });

  it("counts as its limit, and is observed so", async () => {
    const { app, charged, observed } = fakeService();
    await ask(app, get(HISTORY + BY_NPI));
    await ask(app, get(`${HISTORY}${BY_NPI}&limit=1`));
    expect(charged).toEqual([1, 19, 1]);
    expect(observed).toMatchObject([
      { route: "/api/v1/:state/outpatient/rate/history", lookups: 20 },
      { route: "/api/v1/:state/outpatient/rate/history", lookups: 1 },
    ]);
  });

  it.each([
    [BY_NAME, "missing_provider_identifier", "npi", "/zz/providers/search finds its identifiers by name"],
    [`${BY_NPI}&date_of_service=2026-01-01`, "unknown_parameter", "date_of_service", "send from and to"],
    [`${BY_NPI}&from=2026-02-01&to=2026-01-01`, "invalid_parameter", "from", "not after to, 2026-01-01"],
    [`${BY_NPI}&limit=0`, "invalid_parameter", "limit", "from 1 to 100"],
    [`${BY_NPI}&limit=101`, "invalid_parameter", "limit", "from 1 to 100"],
    [`${BY_NPI}&from=yesterday`, "invalid_parameter", "from", "a calendar day"],
  ])("refuses %s: %s", async (query, code, field, words) => {
    const { app, charged } = fakeService();
    const answer = await ask(app, get(HISTORY + query));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, errors: [{ field, code }] });
    expect(answer.json().detail).toContain(words);
    expect(charged).toEqual([1]);
  });
});

describe("GET .../rate/compare", () => {
  it("has the results of lookups by the providers' identifiers, untouched", async () => {
    const { app } = fakeService();
    const { compared, total_results, members } = (await ask(app, get(COMPARE + BY_NAME))).json();
    expect(compared).toBe("providers");
    expect(total_results).toBeGreaterThan(0);
    for (const { identifiers, results, standings } of members) {
      const query = new URLSearchParams({ billing_code: "100", npi: identifiers.npi });
      expect(results).toEqual((await ask(app, get(`${RATE}?${query}`))).json());
      expect(standings).toHaveLength(results.length);
    }
  });

  it("compares codes at one provider, in the order sent", async () => {
    const { app } = fakeService();
    const { compared, total_results, members, statistics } = (await ask(app, get(COMPARE + CODES))).json();
    expect({ compared, total_results }).toEqual({ compared: "codes", total_results: 2 });
    expect(members.map(({ billing_code }: { billing_code: string }) => billing_code)).toEqual(["100", "200"]);
    expect(statistics).toMatchObject([{ priced: 1 }]);
    expect(members[1].standings).toEqual([null]);
  });

  it("counts each code and each provider, and is observed so", async () => {
    const { app, charged, observed } = fakeService();
    await ask(app, get(COMPARE + CODES));
    expect(charged).toEqual([1, 1]);
    expect(observed).toMatchObject([{ route: "/api/v1/:state/outpatient/rate/compare", lookups: 2 }]);
  });

  it.each([
    ["?billing_code=100", "missing_provider_identifier", "npi", "which providers are compared"],
    ["?provider_name=clinic", "missing_parameter", "billing_code", "send billing_codes instead"],
    ["?billing_codes=100,200&provider_name=clinic", "missing_provider_identifier", "npi", "at one provider"],
    [`${CODES}&billing_code=100`, "invalid_parameter", "billing_codes", "beside billing_code"],
    ["?billing_codes=100,,200&npi=1000000001", "invalid_parameter", "billing_codes", "one of them is empty"],
    ["?billing_codes=100,100&npi=1000000001", "invalid_parameter", "billing_codes", '"100" stands there twice'],
    [`?billing_codes=${"1,".repeat(50)}1&npi=1000000001`, "invalid_parameter", "billing_codes", "but it has 51"],
    [`?billing_codes=${"1".repeat(21)}&npi=1000000001`, "invalid_parameter", "billing_codes", "at most 20 characters"],
    [`?billing_codes=${"1".repeat(1201)}&npi=1000000001`, "invalid_parameter", "billing_codes", "1200 characters"],
  ])("refuses %s: %s", async (query, code, field, words) => {
    const { app, charged } = fakeService();
    const answer = await ask(app, get(COMPARE + query));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, errors: [{ field, code }] });
    expect(answer.json().detail).toContain(words);
    expect(charged).toEqual([1]);
  });
});

describe.each([HISTORY + BY_NPI, COMPARE + CODES])("%s", (url) => {
  it("has the keys, states, limits and methods of a lookup", async () => {
    const { app } = fakeService();
    const withKey = (token: string) => ask(app, { url, headers: bearer(token) });
    expect((await ask(app, url)).statusCode).toBe(401);
    expect((await withKey(TOKENS.onlyYonder)).json()).toMatchObject({ code: "state_not_enabled" });
    expect((await withKey(TOKENS.exhausted)).statusCode).toBe(429);
    expect((await ask(app, { ...get(url), method: "POST" })).statusCode).toBe(405);
    expect((await ask(app, { ...get(url), method: "HEAD" })).statusCode).toBe(200);
    expect((await ask(app, get(url.replace("/zz/", "/tx/")))).json()).toMatchObject({ code: "state_not_enabled" });
  });

  it("is refused before it is priced when the key's limit does not admit so many lookups", async () => {
    let further = 0;
    const { app } = fakeService({
      limits: {
        take: () => ({ admitted: true, limit: 60, remaining: 0, resetSeconds: 9 }),
        takeFurther: (_key, lookups) => {
          further = lookups;
          return { admitted: false, limit: 60, remaining: 0, resetSeconds: 9 };
        },
      },
    });
    const answer = await ask(app, { url, headers: bearer(TOKENS.limited) });
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ code: "rate_limited" });
    expect(further).toBeGreaterThan(0);
  });
});

describe("GET .../price-list", () => {
  it("refuses a key at once that has as many under way as it may, and no other key", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const started: string[] = [];
    const work: LongWork = {
      answer: async (question) => {
        started.push(question.kind);
        await released;
        return { ok: true, body: "{}", lookups: 1 };
      },
    };
    const { app } = fakeService({ longWork: () => work });
    const list = (token: string) => ask(app, { url: "/api/v1/zz/price-list?npi=1000000001", headers: bearer(token) });
    const underWay = Array.from({ length: 4 }, () => list(TOKENS.all));
    await vi.waitFor(() => expect(started).toHaveLength(4));
    const refused = await Promise.all(Array.from({ length: 46 }, () => list(TOKENS.all)));
    for (const { statusCode, headers, ...answer } of refused) {
      expect([statusCode, headers["retry-after"], answer.json().code]).toEqual([429, "2", "too_much_at_once"]);
    }
    expect(started).toHaveLength(4);
    const other = list(TOKENS.limited);
    await vi.waitFor(() => expect(started).toHaveLength(5));
    release();
    const answers = await Promise.all([...underWay, other]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect((await list(TOKENS.all)).statusCode).toBe(200);
  });
});
