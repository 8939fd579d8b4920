import { describe, expect, it } from "vitest";
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
