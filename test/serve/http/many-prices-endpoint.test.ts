import { describe, expect, it } from "vitest";
import { ask } from "./support/ask.ts";
import { bearer, fakeService, get, RATE, TOKENS } from "./support/fake-app.ts";

const HISTORY = `${RATE}/history`;
const COMPARE = `${RATE}/compare`;
const BY_NPI = "?billing_code=100&npi=1000000001";
const BY_NAME = "?billing_code=100&provider_name=clinic";
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
