import { beforeEach, describe, expect, it } from "vitest";
import { Ratebook, type RatebookOptions } from "../../client/src/index.ts";
import { behindProxy } from "./support/behind-proxy.ts";
import { failureOf } from "./support/failure-of.ts";
import { DROP, problem } from "./support/fates.ts";
import { type Fate, faultyProxy } from "./support/faulty-proxy.ts";
import { type QuickClock, quickClock } from "./support/quick-clock.ts";
import { API_KEY } from "./support/sample-service.ts";

const { service, proxy } = behindProxy();
let clock: QuickClock;
beforeEach(() => {
  clock = quickClock();
});

function client(options: Partial<RatebookOptions> = {}): Ratebook {
  return new Ratebook({ baseUrl: proxy().baseUrl, apiKey: API_KEY, clock, ...options });
}

const VISIT = { npi: "1000100010", billing_code: "99213", date_of_service: "2026-10-01", reference_id: "claim-7" };

const times = (count: number, fate: Fate): Fate[] => Array.from({ length: count }, () => fate);

describe("A passing fault", () => {
  it.each([
    ["a dropped connection", DROP],
    ["an answer that breaks off", { kind: "truncate" }],
    ["an answer that ends early as if it were whole", { kind: "shorten" }],
    ["429", problem("rate_limited", 429)],
    ["503", problem("not_ready", 503)],
    ["500", problem("internal_error", 500)],
    ["a gateway's 502 with a page", { kind: "answer", status: 502, body: "<h1>Bad gateway</h1>" }],
  ] as [string, Fate][])("is got over: %s", async (_what, fate) => {
    proxy().fates.push(fate, fate);
    const { answer } = await client().price("ca", "outpatient", VISIT);
    expect(answer).toMatchObject([{ rate_found: true, reference_id: "claim-7" }]);
    expect(clock.waits).toEqual([1, 2]);
    expect(proxy().seen).toHaveLength(3);
    expect(new Set(proxy().seen.map(({ url }) => url)).size).toBe(1);
  });

  it("is got over at the fifth attempt, after 1, 2, 4 and 8 seconds", async () => {
    proxy().fates.push(...times(4, DROP));
    await client().price("ca", "outpatient", VISIT);
    expect(clock.waits).toEqual([1, 2, 4, 8]);
  });

  it("is told after five attempts, and not waited for once more", async () => {
    proxy().fates.push(...times(5, problem("overloaded", 503)));
    const failure = await failureOf(client().price("ca", "outpatient", VISIT));
    expect(failure).toMatchObject({ kind: "problem", code: "overloaded", status: 503, attempts: 5, requestId: "r-1" });
    expect(clock.waits).toEqual([1, 2, 4, 8]);
    expect(proxy().seen).toHaveLength(5);
  });

  it("is given a sixth attempt after 16 seconds where that is asked for, and none where it is not wanted", async () => {
    proxy().fates.push(...times(5, DROP));
    await client({ attempts: 6 }).price("ca", "outpatient", VISIT);
    expect(clock.waits).toEqual([1, 2, 4, 8, 16]);
    proxy().fates.push(DROP);
    const failure = await failureOf(client({ attempts: 1 }).price("ca", "outpatient", VISIT));
    expect(failure).toMatchObject({ kind: "network", attempts: 1 });
    expect(["ECONNRESET", "UND_ERR_SOCKET"]).toContain(failure.kind === "network" ? failure.reason : "");
  });

  it("of a batch is got over as well: pricing changes nothing", async () => {
    proxy().fates.push(DROP, { kind: "truncate" }, problem("took_too_long", 503));
    const items = [];
    for await (const item of client().priceMany("ca", "outpatient", [VISIT, VISIT])) items.push(item.kind);
    expect(items).toEqual(["answered", "answered"]);
    expect(clock.waits).toEqual([1, 2, 4]);
  });

  it("of a service that is not there has the system's word for it", async () => {
    const gone = await faultyProxy(service().port);
    await gone.close();
    const failure = await failureOf(client({ baseUrl: gone.baseUrl }).price("ca", "outpatient", VISIT));
    expect(failure).toMatchObject({ kind: "network", reason: "ECONNREFUSED", attempts: 5 });
  });
});

describe("Retry-After", () => {
  it.each([
    ["longer than the wait", "7", [7]],
    ["shorter than the wait", "0", [1]],
    ["as a date", "Sun, 15 Nov 2026 12:00:09 GMT", [9]],
    ["as a date that is over", "Sun, 15 Nov 2026 11:00:00 GMT", [1]],
    ["as nobody can read it", "soon", [1]],
    ["of as long as is waited", "60", [60]],
  ])("%s", async (_what, header, waits) => {
    proxy().fates.push(problem("rate_limited", 429, { "retry-after": header }));
    await client().price("ca", "outpatient", VISIT);
    expect(clock.waits).toEqual(waits);
  });

  it("of more than a minute is told at once, rather than asking sooner than it says", async () => {
    proxy().fates.push(problem("rate_limited", 429, { "retry-after": "61" }));
    const failure = await failureOf(client().price("ca", "outpatient", VISIT));
    expect(failure).toMatchObject({ code: "rate_limited", retryAfterSeconds: 61, attempts: 1 });
    expect(clock.waits).toEqual([]);
  });
});
