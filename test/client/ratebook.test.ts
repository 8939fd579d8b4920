import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Ratebook, type RatebookOptions } from "../../client/src/index.ts";
import { lookupKinds } from "../../src/answers/index.ts";
import { lookupOf, type State } from "../../src/pricing/state/state.ts";
import { Comparer } from "../../src/serve/http/releases/comparer.ts";
import { states } from "../../src/states/index.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { KNOWN_STATES } from "../support/known-states.ts";
import { earlierSampleAt } from "../support/shared-release.ts";
import { installedFolder } from "../support/suite/installed.ts";
import { behindProxy } from "./support/behind-proxy.ts";
import { failureOf } from "./support/failure-of.ts";
import { DROP } from "./support/fates.ts";
import type { Fate } from "./support/faulty-proxy.ts";
import { type QuickClock, quickClock } from "./support/quick-clock.ts";
import { API_KEY, type SampleService, sampleService } from "./support/sample-service.ts";

describe("ratebook", () => {
  let service: SampleService;
  let ratebook: Ratebook;
  let baseUrl: string;

  beforeAll(async () => {
    service = await sampleService();
    baseUrl = `http://127.0.0.1:${service.port}`;
    ratebook = new Ratebook({ baseUrl, apiKey: API_KEY });
  });
  afterAll(() => service.close());

  /** The service's own answer, without the client. */
  async function answered(path: string): Promise<unknown> {
    const response = await fetch(`${baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${API_KEY}` } });
    expect(response.status).toBe(200);
    return await response.json();
  }

  const VISIT = {
    npi: "1000100010",
    billing_code: "99213",
    child_patient: true,
    date_of_service: "2026-10-01",
  } as const;
  const VISIT_QUERY = new URLSearchParams({ ...VISIT, child_patient: "true" });

  /** The client as a program without types sees it. */
  interface Untyped {
    price(state: string, setting: string, request: object): Promise<{ readonly answer: readonly object[] }>;
    explain(
      state: string,
      setting: string,
      request: object,
    ): Promise<{ readonly answer: { readonly explanations: readonly { readonly result: object }[] } }>;
  }

  /** Every example of every lookup. */
  const EXAMPLES = states.flatMap(({ code, lookups }) =>
    lookups.flatMap(({ setting, examples }) =>
      examples.map(({ title, query }) => ({ name: `${code} ${setting}: ${title}`, code, setting, query })),
    ),
  );

  /** Every kind of answer, with an example of it. */
  const KINDS = lookupKinds.map((kind) => {
    const lookup = lookupOf(states.find(({ code }) => code === "ca") as State, "outpatient");
    return {
      name: kind.name,
      kind,
      method: kind.name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      query: kind.examples(lookup)[0]?.query ?? {},
    };
  });

  describe("The client", () => {
    it("prices to the cent, and says which release did", async () => {
      const { answer, release, requestId, stale, incomplete } = await ratebook.price("ca", "outpatient", {
        ...VISIT,
        family_planning_primary_dx: true,
      });
      expect(answer.map(({ payment_rate }) => payment_rate)).toEqual(["57.33"]);
      expect(release).toMatch(/^\S+ [0-9a-f]{12}$/);
      expect(requestId).toMatch(/^[0-9a-f]{10}-/);
      expect([stale, incomplete]).toEqual([null, null]);
    });

    it.each(EXAMPLES)("asks what the documentation shows, $name", async ({ code, setting, query }) => {
      const path = `/${code}/${setting}/rate`;
      const untyped: Untyped = ratebook;
      const price = await untyped.price(code, setting, query);
      expect(price.answer).toEqual(await answered(`${path}?${new URLSearchParams(query)}`));
      const { answer } = await untyped.explain(code, setting, query);
      expect(answer.explanations.map(({ result }) => result)).toEqual(price.answer);
    });

    it.each(KINDS)("has a method for every kind of answer about a lookup: $name", async ({ kind, method, query }) => {
      const call = Reflect.get(ratebook, method) as (...args: unknown[]) => Promise<{ readonly answer: unknown }>;
      const { answer } = await call.call(ratebook, "ca", "outpatient", query);
      expect(answer).toEqual(await answered(`/ca/outpatient/rate${kind.path}?${new URLSearchParams(query)}`));
    });

    it("explains", async () => {
      const { answer } = await ratebook.explain("ca", "outpatient", VISIT);
      expect(answer).toEqual(await answered(`/ca/outpatient/rate/explain?${VISIT_QUERY}`));
      expect(answer.explanations[0]?.steps.length).toBeGreaterThan(0);
    });

    it("returns a history page by page", async () => {
      const request = { npi: VISIT.npi, billing_code: VISIT.billing_code };
      const { answer: whole } = await ratebook.history("ca", "outpatient", { ...request, limit: 100 });
      expect(whole.periods.length).toBeGreaterThan(2);
      expect(whole.next_to).toBeNull();
      const pages = [];
      for await (const { answer } of ratebook.historyPages("ca", "outpatient", { ...request, limit: 1 })) {
        pages.push(...answer.periods);
      }
      const days = (periods: typeof whole.periods) => periods.map(({ start_date, end_date }) => [start_date, end_date]);
      expect(days(pages)).toEqual(days(whole.periods));
    });

    it("returns a price list page by page", async () => {
      const request = { npi: "1000100010", on: "2026-10-01", setting: "outpatient", text: "1006" } as const;
      const { answer: whole } = await ratebook.priceList("ca", request);
      expect(whole).toEqual(await answered(`/ca/price-list?${new URLSearchParams(request)}`));
      expect(whole.lines.length).toBeGreaterThan(1);
      const lines = [];
      for await (const { answer } of ratebook.priceListPages("ca", { ...request, limit: 1 }))
        lines.push(...answer.lines);
      expect(lines).toEqual(whole.lines);
    });

    it("compares providers, and codes", async () => {
      const byProvider = await ratebook.compare("ca", "outpatient", {
        billing_code: "99213",
        provider_name: "medical",
      });
      expect(byProvider.answer.compared).toBe("providers");
      expect(byProvider.answer.members.length).toBeGreaterThan(1);
      const byCode = await ratebook.compare("ca", "outpatient", { npi: VISIT.npi, billing_codes: "99213,99214" });
      expect(byCode.answer.members.map(({ billing_code }) => billing_code)).toEqual(["99213", "99214"]);
    });

    it("searches providers, with names that a query string must encode", async () => {
      const { answer } = await ratebook.searchProviders("ca", { provider_name: "Golden Poppy & Medical", limit: 3 });
      expect(answer).toEqual(
        await answered(
          `/ca/providers/search?${new URLSearchParams({ provider_name: "Golden Poppy & Medical", limit: "3" })}`,
        ),
      );
      const found = await ratebook.searchProviders("ca", { provider_name: "golden poppy" });
      expect(found.answer.total_results).toBeGreaterThan(0);
    });

    it("returns the coverage of all states, and of one", async () => {
      const all = await ratebook.coverage();
      expect(all.answer.states.map(({ state }) => state)).toEqual(states.map(({ code }) => code));
      const one = await ratebook.coverage({ state: "ny", date: "2026-01-01" });
      expect(one.answer).toMatchObject({ date: "2026-01-01", states: [{ state: "ny" }] });
    });

    it("takes null and undefined for absent", async () => {
      const { answer } = await ratebook.price("ca", "outpatient", {
        ...VISIT,
        modifier: undefined,
        service_type: null,
      });
      expect(answer).toEqual(await answered(`/ca/outpatient/rate?${VISIT_QUERY}`));
    });

    it("takes the address of the service or of its API, with or without a slash at its end", async () => {
      for (const address of [`${baseUrl}/`, `${baseUrl}/api/v1`, new URL(`${baseUrl}/api/v1/`)]) {
        const { answer } = await new Ratebook({ baseUrl: address, apiKey: API_KEY }).price("ca", "outpatient", VISIT);
        expect(answer).toHaveLength(1);
      }
    });
  });

  describe("What is refused", () => {
    it("has the code, the status and every fault, at the first attempt", async () => {
      const request = { npi: "12", billing_code: "", date_of_service: "yesterday" };
      const failure = await failureOf(ratebook.price("ca", "outpatient", request));
      expect(failure).toMatchObject({ kind: "problem", code: "missing_parameter", status: 400, attempts: 1 });
      if (failure.kind !== "problem") return;
      expect(failure.faults.map(({ field, code }) => [field, code])).toEqual([
        ["billing_code", "missing_parameter"],
        ["npi", "invalid_parameter"],
        ["date_of_service", "invalid_parameter"],
      ]);
      expect(failure.requestId).toMatch(/^[0-9a-f]{10}-/);
    });

    it("never reaches the service where JSON or a query would say something else than was meant", async () => {
      const request = { ...VISIT, anesthesia_minutes: Number.NaN, units: Number.POSITIVE_INFINITY };
      const failure = await failureOf(ratebook.price("ca", "outpatient", request));
      expect(failure).toMatchObject({ kind: "invalid_request", attempts: 0 });
      expect(failure.message).toBe("anesthesia_minutes NaN is not valid: expected a finite number.");
      const key = { ...VISIT, api_key: API_KEY };
      expect(await failureOf(ratebook.price("ca", "outpatient", key))).toMatchObject({ kind: "invalid_request" });
      const untyped: Untyped = ratebook;
      const list = await failureOf(untyped.price("ca", "outpatient", { ...VISIT, reference_id: ["claim 7"] }));
      expect(list.message).toBe("reference_id is not valid: expected a text, a number, true, false or null.");
    });

    it("names a state and a setting that there are not", async () => {
      await expect(ratebook.price("tx" as "ca", "outpatient", VISIT)).rejects.toThrow(
        `state "tx" is not valid: expected one of ${KNOWN_STATES}.`,
      );
      await expect(ratebook.price("ca", "../inpatient" as "inpatient", VISIT)).rejects.toThrow(
        'setting "../inpatient" is not valid',
      );
      await expect(ratebook.price("constructor" as "ca", "outpatient", VISIT)).rejects.toThrow("is not valid");
    });

    it("is a key that the service does not know", async () => {
      const stranger = new Ratebook({ baseUrl, apiKey: "rb_live_unknown" });
      const failure = await failureOf(stranger.price("ca", "outpatient", VISIT));
      expect(failure).toMatchObject({ kind: "problem", code: "invalid_api_key", status: 401, attempts: 1 });
    });

    it.each([
      ["baseUrl", { baseUrl: "rates.example.org" }],
      ["baseUrl", { baseUrl: "ftp://rates.example.org" }],
      ["baseUrl", { baseUrl: "https://user:secret@rates.example.org" }],
      ["apiKey", { apiKey: "" }],
      ["apiKey", { apiKey: "secret\nX-Other: 1" }],
      ["attempts", { attempts: 0 }],
      ["attempts", { attempts: 7 }],
      ["timeoutMilliseconds", { timeoutMilliseconds: Number.NaN }],
      ["answerBytesMax", { answerBytesMax: 1.5 }],
    ] as [string, Partial<RatebookOptions>][])("is an option %s that means nothing", (name, options) => {
      const make = () => new Ratebook({ baseUrl, apiKey: API_KEY, ...options });
      expect(make).toThrow(new RegExp(`^${name} .*is not valid`));
      expect(make).not.toThrow(/secret/);
    });
  });

  describe("The key", () => {
    it("is not seen when the client is printed or walked", async () => {
      const failure = await ratebook.price("ca", "outpatient", { ...VISIT, npi: "1" }).catch((error: unknown) => error);
      for (const shown of [ratebook, failure]) {
        const printed = [inspect(shown, { depth: null, showHidden: true }), JSON.stringify(shown), String(shown)];
        expect(printed.join()).not.toContain(API_KEY);
        expect(JSON.stringify(Object.getOwnPropertyDescriptors(shown))).not.toContain(API_KEY);
      }
    });
  });
});

describe("endings", () => {
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
});

describe("releases", () => {
  const folder = temporaryFolder();
  let service: SampleService;
  let ratebook: Ratebook;

  /** The sample, and the sample before two figures changed. */
  beforeAll(async () => {
    const kept = join(folder.path, "releases");
    mkdirSync(kept);
    await earlierSampleAt(join(kept, `${"0".repeat(64)}.db`));
    const thread = pathToFileURL(join(installedFolder(), "dist", "program", "release-comparison-thread.js"));
    service = await sampleService({ catalogue: { folder: kept, comparer: new Comparer(thread) } });
    ratebook = new Ratebook({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: API_KEY });
  });
  afterAll(async () => {
    await service.close();
    folder.remove();
  });

  describe("Releases", () => {
    it("are listed, the one in service first", async () => {
      const { answer, release } = await ratebook.releases();
      expect(answer.releases.map(({ in_service }) => in_service)).toEqual([true, false]);
      expect(release).toContain(answer.releases[0]?.content_hash.slice(0, 12));
      expect(answer.unreadable_files).toBe(0);
    });

    it("are compared, with amounts, and page by page", async () => {
      const { answer: whole } = await ratebook.releaseDiff({ table: "ca/outpatient_rates" });
      expect(whole.changes.length).toBeGreaterThan(1);
      expect(whole.changes_listed).toBe(whole.changes.length);
      expect(whole.changes).toContainEqual(
        expect.objectContaining({ kind: "raised", before: "5.00", after: "5.42", difference: "0.42" }),
      );
      const pages = [];
      for await (const page of ratebook.releaseDiffPages({ table: "ca/outpatient_rates", limit: 1 })) pages.push(page);
      expect(pages.flatMap(({ answer }) => answer.changes)).toEqual(whole.changes);
      expect(pages).toHaveLength(whole.changes.length);
    });

    it("that there are not are refused", async () => {
      const failure = await failureOf(ratebook.releaseDiff({ from: "2019.1" }));
      expect(failure).toMatchObject({ kind: "problem", code: "release_unavailable", status: 404 });
    });
  });
});
