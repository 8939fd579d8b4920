import { describe, expect, it } from "vitest";
import type { ApiKey } from "../../../src/keys/api-key.ts";
import { UNLIMITED, WindowLimits } from "../../../src/keys/rate-limits.ts";
import { ask } from "./support/ask.ts";
import { expectProblem } from "./support/expect-problem.ts";
import { BATCH, batch, bearer, fakeService, RATE, SEARCH, TOKENS } from "./support/fake-app.ts";

const KEY: ApiKey = {
  id: "mercy",
  name: "mercy",
  states: ["zz"],
  lastFour: "0000",
  createdAt: "2026-01-01T00:00:00Z",
  expiresAt: null,
  revokedAt: null,
  lookupsPerMinute: null,
};
const LOOKUP = `${RATE}?billing_code=100&npi=1000000001`;

describe("The rate limit of a key", () => {
  it("is told in the headers of every authenticated answer, good or bad", async () => {
    const { app } = fakeService();
    const headers = bearer(TOKENS.limited);
    const urls = [
      LOOKUP,
      RATE,
      SEARCH,
      `${SEARCH}?limit=0`,
      "/api/v1/yy/outpatient/rate",
      "/api/v1/tx/outpatient/rate",
    ];
    for (const url of urls) {
      const response = await ask(app, { url, headers });
      expect(response.headers, url).toMatchObject({ "ratelimit-limit": "5000", "ratelimit-reset": "7" });
      expect(Number(response.headers["ratelimit-remaining"])).toBeGreaterThan(0);
    }
  });

  it("is not told when there is none, or nobody to tell it to", async () => {
    const { app } = fakeService();
    for (const headers of [bearer(TOKENS.all), {}]) {
      const response = await ask(app, { url: LOOKUP, headers });
      expect(Object.keys(response.headers).filter((name) => name.startsWith("ratelimit"))).toEqual([]);
    }
  });

  it("refuses with Retry-After, 15 seconds at most", async () => {
    const { app } = fakeService();
    const response = await ask(app, { url: LOOKUP, headers: bearer(TOKENS.exhausted) });
    const { detail } = expectProblem(response, "rate_limited");
    expect(detail).toContain("15 seconds");
    expect(response.headers).toMatchObject({
      "retry-after": "15",
      "ratelimit-remaining": "0",
      "ratelimit-reset": "40",
    });
  });

  it("charges a lookup and a search one, and a batch its items", async () => {
    const { app, charged } = fakeService();
    const headers = bearer(TOKENS.limited);
    const requests = Array.from({ length: 10 }, () => ({ billing_code: "100", npi: "1000000001" }));
    await ask(app, { url: LOOKUP, headers });
    await ask(app, { url: SEARCH, headers });
    const response = await ask(app, batch({ requests }, headers));
    expect(charged).toEqual([1, 1, 1, 9]);
    expect(response.headers["ratelimit-remaining"]).toBe(String(5000 - 12));
  });

  it("charges a batch of none or one, or a faulty body, one", async () => {
    const { app, charged } = fakeService();
    await ask(app, batch({ requests: [] }));
    await ask(app, batch({ requests: [{}] }));
    await ask(app, batch("{"));
    expect(charged).toEqual([1, 1, 1]);
  });

  it("charges nothing for a request that cannot be answered here", async () => {
    const { app, charged } = fakeService();
    await ask(app, { url: LOOKUP, headers: bearer(TOKENS.onlyYonder) });
    await ask(app, { url: "/api/v1/yy/outpatient/rate", headers: bearer(TOKENS.all) });
    expect(charged).toEqual([0, 0]);
  });

  it("refuses a batch that it has no room for when its items are known, before any is priced", async () => {
    const refusal = { admitted: false, limit: 1, remaining: 0, resetSeconds: 3 };
    const { app, observed } = fakeService({
      limits: { take: () => ({ ...refusal, admitted: true }), takeFurther: () => refusal },
    });
    const response = await ask(app, batch({ requests: [{}, {}, {}] }));
    expectProblem(response, "rate_limited");
    expect(response.headers).toMatchObject({ "retry-after": "3", "ratelimit-remaining": "0" });
    expect(observed).toMatchObject([{ status: 429, lookups: 0 }]);
  });

  it("admits one batch beyond it of sixty that arrive together, and a full batch for a key of one lookup", async () => {
    const requests = Array.from({ length: 1_000 }, () => ({ billing_code: "100", npi: "1000000001" }));
    for (const [limit, statuses] of [
      [100, { 200: 1, 429: 59 }],
      [1, { 200: 1, 429: 59 }],
      [2_000, { 200: 2, 429: 58 }],
    ] as const) {
      const { app, observed } = fakeService({
        keys: { authenticate: () => ({ ...KEY, lookupsPerMinute: 6 * limit }), keyWithId: () => null, isLost: false },
        limits: new WindowLimits(0, () => 0),
      });
      const answers = await Promise.all(Array.from({ length: 60 }, () => ask(app, batch({ requests }))));
      const counted = Object.groupBy(answers, ({ statusCode }) => String(statusCode));
      expect(Object.fromEntries(Object.entries(counted).map(([code, each]) => [code, each?.length]))).toEqual(statuses);
      const priced = observed.reduce((sum, { lookups }) => sum + lookups, 0);
      expect(priced).toBe(1_000 * statuses[200]);
    }
  });

  it("may be kept elsewhere and waited for", async () => {
    const { app } = fakeService({
      limits: {
        take: async () => ({ admitted: true, limit: 9, remaining: 8, resetSeconds: 2 }),
        takeFurther: async () => ({ admitted: true, limit: 9, remaining: 7, resetSeconds: 2 }),
      },
    });
    const response = await ask(app, { url: LOOKUP, headers: bearer(TOKENS.all) });
    expect(response.statusCode).toBe(200);
    expect(response.headers["ratelimit-remaining"]).toBe("8");
    const answer = await ask(app, batch({ requests: [{}, {}] }));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["ratelimit-remaining"]).toBe("7");
  });

  it("fails as an internal error when it cannot be asked", async () => {
    const gone = () => Promise.reject(new Error("gone"));
    const nowhere = fakeService({ limits: { take: gone, takeFurther: gone } });
    expectProblem(await ask(nowhere.app, { url: LOOKUP, headers: bearer(TOKENS.all) }), "internal_error");
    expect(nowhere.failures).toHaveLength(1);
    const halfway = fakeService({ limits: { take: () => UNLIMITED, takeFurther: gone } });
    expectProblem(await ask(halfway.app, batch({ requests: [{}, {}] })), "internal_error");
    expect(halfway.failures).toHaveLength(1);
  });
});

describe("The size of a body", () => {
  it("is limited as configured", async () => {
    const { app } = fakeService({ bodyBytesMax: 100 });
    const fits = `{"requests":[]${" ".repeat(85)}}`;
    expect(fits).toHaveLength(100);
    expect((await ask(app, batch(fits))).statusCode).toBe(200);
    const { detail } = expectProblem(await ask(app, batch(`${fits} `)), "payload_too_large");
    expect(detail).toContain("100 bytes");
  });

  it("is 4 MiB unless configured", async () => {
    const { app } = fakeService();
    const filler = " ".repeat(4 * 1024 * 1024 - 15);
    expect((await ask(app, batch(`{"requests":[]${filler}}`))).statusCode).toBe(200);
    expectProblem(await ask(app, batch(`{"requests":[] ${filler}}`)), "payload_too_large");
  });

  it("does not matter to a path that takes no body", async () => {
    const { app } = fakeService({ bodyBytesMax: 10 });
    const response = await ask(app, { method: "POST", url: `${BATCH}/more`, payload: "x".repeat(100) });
    expectProblem(response, "not_found");
  });
});
