import { beforeEach, describe, expect, it } from "vitest";
import { Ratebook, type RatebookOptions } from "../../client/src/index.ts";
import { behindProxy } from "./support/behind-proxy.ts";
import { failureOf } from "./support/failure-of.ts";
import { DROP } from "./support/fates.ts";
import type { Fate } from "./support/faulty-proxy.ts";
import { type QuickClock, quickClock } from "./support/quick-clock.ts";
import { API_KEY } from "./support/sample-service.ts";

const { proxy } = behindProxy();
let clock: QuickClock;
beforeEach(() => {
  clock = quickClock();
});

function client(options: Partial<RatebookOptions> = {}): Ratebook {
  return new Ratebook({ baseUrl: proxy().baseUrl, apiKey: API_KEY, clock, ...options });
}

const VISIT = { npi: "1000100010", billing_code: "99213", date_of_service: "2026-10-01", reference_id: "claim-7" };

describe("Time", () => {
  it.each(["nothing", "half"] as const)("is over when %s has come of the answer after 30 seconds", async (after) => {
    proxy().fates.push({ kind: "hold", after }, { kind: "hold", after });
    const call = client({ attempts: 2 }).price("ca", "outpatient", VISIT);
    await proxy().arrived(1);
    clock.expire();
    await proxy().arrived(2);
    clock.expire();
    expect(await failureOf(call)).toMatchObject({ kind: "timeout", timeoutMilliseconds: 30_000, attempts: 2 });
    expect(clock.waits).toEqual([1]);
  });

  it("is not over while the answer comes late", async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    proxy().fates.push({ kind: "delay", until });
    const call = client().price("ca", "outpatient", VISIT);
    await proxy().arrived(1);
    resolve();
    expect((await call).answer).toHaveLength(1);
    expect(proxy().seen).toHaveLength(1);
  });
});

describe("A signal", () => {
  it("ends an attempt at once, and no other follows", async () => {
    const ending = new AbortController();
    proxy().fates.push({ kind: "hold", after: "half" });
    const call = client().price("ca", "outpatient", VISIT, { signal: ending.signal });
    await proxy().arrived(1);
    ending.abort();
    expect(await failureOf(call)).toMatchObject({ kind: "aborted" });
    expect(clock.waits).toEqual([]);
  });

  it("ends a wait at once", async () => {
    const ending = new AbortController();
    proxy().fates.push(DROP);
    const endless = { ...clock, after: (milliseconds: number, act: () => void) => endAtWait(milliseconds, act) };
    function endAtWait(milliseconds: number, act: () => void): () => void {
      if (milliseconds !== 1000) return clock.after(milliseconds, act);
      queueMicrotask(() => ending.abort());
      return () => undefined;
    }
    const call = client({ clock: endless }).price("ca", "outpatient", VISIT, { signal: ending.signal });
    expect(await failureOf(call)).toMatchObject({ kind: "aborted", attempts: 1 });
    expect(proxy().seen).toHaveLength(1);
  });

  it("that has ended before lets nothing out", async () => {
    const call = client().price("ca", "outpatient", VISIT, { signal: AbortSignal.abort() });
    expect(await failureOf(call)).toMatchObject({ kind: "aborted" });
    expect(proxy().seen).toEqual([]);
  });

  it("ends also a fetch that does not listen", async () => {
    const ending = new AbortController();
    const deaf = () => new Promise<Response>(() => queueMicrotask(() => ending.abort()));
    const call = client({ fetch: deaf }).price("ca", "outpatient", VISIT, { signal: ending.signal });
    expect(await failureOf(call)).toMatchObject({ kind: "aborted" });
  });
});

describe("An answer of something else", () => {
  const JSON_TYPE = { "content-type": "application/json" };
  it.each([
    ["a page", { kind: "answer", status: 200, headers: { "content-type": "text/html" }, body: "<p>Log in</p>" }],
    ["an empty list of results", { kind: "answer", status: 200, headers: JSON_TYPE, body: "[]" }],
    ["another object", { kind: "answer", status: 200, headers: JSON_TYPE, body: '{"results":[]}' }],
    ["a problem of others", { kind: "answer", status: 404, headers: JSON_TYPE, body: '{"code":"toString"}' }],
    ["a way elsewhere", { kind: "answer", status: 302, headers: { location: "http://127.0.0.1:1/" } }],
  ] as [string, Fate][])("is no price: %s", async (_what, fate) => {
    proxy().fates.push(fate);
    const failure = await failureOf(client().price("ca", "outpatient", VISIT));
    expect(failure).toMatchObject({ kind: "unexpected_answer", attempts: 1 });
    expect(proxy().seen).toHaveLength(1);
  });

  it("is read no further than it may be long", async () => {
    for (const limit of [100, 2000]) {
      const failure = await failureOf(client({ answerBytesMax: limit }).explain("ca", "outpatient", VISIT));
      expect(failure).toMatchObject({ kind: "answer_too_large", answerBytesMax: limit, attempts: 1 });
    }
    proxy().fates.push({
      kind: "answer",
      status: 200,
      headers: { ...JSON_TYPE, "transfer-encoding": "chunked" },
      body: "[".repeat(200),
    });
    const chunked = await failureOf(client({ answerBytesMax: 100 }).price("ca", "outpatient", VISIT));
    expect(chunked).toMatchObject({ kind: "answer_too_large" });
  });

  it("gives away neither the key nor what was asked", async () => {
    const headers = { "content-type": "application/problem+json" };
    proxy().fates.push({
      kind: "answer",
      status: 400,
      headers,
      body: ({ headers: { authorization } }) =>
        JSON.stringify({
          code: "not_found",
          title: "x",
          detail: authorization,
          request_id: authorization,
          status: 400,
        }),
    });
    proxy().fates.push({
      kind: "answer",
      status: 404,
      headers,
      body: ({ headers: { authorization } }) =>
        JSON.stringify({
          code: "not_found",
          title: "x",
          detail: authorization,
          request_id: authorization,
          status: 404,
        }),
    });
    const unfit = await failureOf(client().price("ca", "outpatient", VISIT));
    const echoed = await failureOf(client().price("ca", "outpatient", VISIT));
    expect(unfit.kind).toBe("unexpected_answer");
    expect(echoed).toMatchObject({ kind: "problem", code: "not_found", message: "Bearer [API key]" });
    const noisy = () => Promise.reject(new TypeError(`failed: ${VISIT.reference_id} ${API_KEY}`));
    const loud = await failureOf(client({ fetch: noisy }).price("ca", "outpatient", VISIT));
    expect(loud).toMatchObject({ kind: "network", reason: "connection_failed" });
    expect(JSON.stringify([unfit, echoed, loud])).not.toMatch(new RegExp(`${API_KEY}|${VISIT.reference_id}`));
  });
});
