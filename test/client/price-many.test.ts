import { beforeEach, describe, expect, it } from "vitest";
import { Ratebook, type RatebookOptions } from "../../client/src/index.ts";
import { behindProxy } from "./support/behind-proxy.ts";
import { failureOf } from "./support/failure-of.ts";
import { DROP, problem } from "./support/fates.ts";
import { type Fate, faultyProxy } from "./support/faulty-proxy.ts";
import { type QuickClock, quickClock } from "./support/quick-clock.ts";
import { API_KEY } from "./support/sample-service.ts";

describe("price many", () => {
  const { proxy } = behindProxy();
  let ratebook: Ratebook;
  beforeEach(() => {
    ratebook = new Ratebook({ baseUrl: proxy().baseUrl, apiKey: API_KEY, clock: quickClock() });
  });

  interface Visit {
    readonly npi: string;
    readonly billing_code: string;
    readonly reference_id: string;
  }

  const CODES = ["99213", "99214", "00840"];

  function visit(index: number): Visit {
    return { npi: "1000100010", billing_code: CODES[index % CODES.length] as string, reference_id: `line-${index}` };
  }

  function* visits(count: number): Generator<Visit, void, undefined> {
    for (let index = 0; index < count; index += 1) yield visit(index);
  }

  async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
    const list = [];
    for await (const item of items) list.push(item);
    return list;
  }

  /** How many lookups each request had. */
  function batchSizes(): number[] {
    return proxy().seen.map(({ body }) => (JSON.parse(body) as { requests: unknown[] }).requests.length);
  }

  describe("Many lookups", () => {
    it("go in batches of 1,000 and come back in their order, each the same as by itself", async () => {
      const items = await all(ratebook.priceMany("ca", "outpatient", visits(2500)));
      expect(batchSizes().sort()).toEqual([1000, 1000, 500]);
      expect(items.map(({ index }) => index)).toEqual([...Array(2500).keys()]);
      for (const place of [0, 1, 999, 1000, 2499]) {
        const item = items[place];
        const { answer } = await ratebook.price("ca", "outpatient", visit(place));
        expect(item).toMatchObject({ kind: "answered", request: visit(place), results: answer });
        expect(answer[0]?.reference_id).toBe(`line-${place}`);
      }
      expect(items[0]).toMatchObject({ about: { release: expect.any(String), incomplete: null } });
    });

    it("keep their order also when a later batch is answered first", async () => {
      const { promise: until, resolve } = Promise.withResolvers<void>();
      proxy().fates.push({ kind: "delay", until });
      const items = all(ratebook.priceMany("ca", "outpatient", visits(4), { batchSize: 1, concurrency: 4 }));
      await proxy().arrived(4);
      resolve();
      const references = (await items).map((item) => (item.kind === "answered" ? item.results[0]?.reference_id : null));
      expect(references).toEqual(["line-0", "line-1", "line-2", "line-3"]);
    });

    it("go no more at a time than was said, and are read no further ahead", async () => {
      let read = 0;
      async function* counted() {
        for (const each of visits(40)) {
          read += 1;
          yield each;
        }
      }
      const reader = ratebook.priceMany("ca", "outpatient", counted(), { batchSize: 2, concurrency: 3 });
      await reader.next();
      // Three batches of two, and the request that showed the third to be full.
      expect(read).toBeLessThanOrEqual(7);
      expect((await all(reader)).length).toBe(39);
      expect(proxy().underWayMost()).toBeLessThanOrEqual(3);
      expect(proxy().seen).toHaveLength(20);
    });

    it("have faults of their own, those that the client finds among them, and fail no neighbour", async () => {
      const good = visit(0);
      const requests = [good, { ...good, npi: "12" }, { ...good, units: Number.NaN }, good];
      const items = await all(ratebook.priceMany("ca", "outpatient", requests));
      expect(items.map(({ kind }) => kind)).toEqual(["answered", "refused", "refused", "answered"]);
      expect(items[1]).toMatchObject({ error: { code: "invalid_parameter", errors: [{ field: "npi" }] } });
      expect(items[2]).toMatchObject({ error: { message: "units NaN is not valid: expected a finite number." } });
      expect(batchSizes()).toEqual([3]);
    });

    it("are split also by bytes, and one that is too large for any batch is refused alone", async () => {
      const long = { ...visit(0), provider_name: "x".repeat(1_500_000) };
      const tooLong = { ...visit(0), provider_name: "x".repeat(5_000_000) };
      const items = await all(ratebook.priceMany("ca", "outpatient", [long, long, tooLong, long, visit(1)]));
      expect(items.map(({ kind }) => kind)).toEqual(["refused", "refused", "refused", "refused", "answered"]);
      expect(batchSizes().sort()).toEqual([2, 2]);
      expect(items[2]).toMatchObject({ error: { message: expect.stringContaining("bytes of JSON") } });
    });

    it("of which there are none ask nothing", async () => {
      expect(await all(ratebook.priceMany("ca", "outpatient", []))).toEqual([]);
      expect(proxy().seen).toEqual([]);
    });
  });

  describe("Many lookups that fail", () => {
    const swapped = (text: string): Fate => ({
      kind: "answer",
      status: 200,
      headers: { "content-type": "application/json" },
      body: text,
    });
    const answerTo = (index: number) => ({ index, reference_id: null, results: [], error: null });

    it.each([
      ["fewer answers than lookups", [answerTo(0)]],
      ["answers in another order", [answerTo(1), answerTo(0)]],
      ["an answer twice", [answerTo(0), answerTo(0)]],
    ])("are no prices: %s", async (_what, responses) => {
      proxy().fates.push(swapped(JSON.stringify({ batch_size: 2, responses })));
      const failure = await failureOf(all(ratebook.priceMany("ca", "outpatient", visits(2))));
      expect(failure).toMatchObject({ kind: "unexpected_answer" });
    });

    it("end where they fail: all before that has come", async () => {
      const refused: Fate = { kind: "answer", status: 302 };
      proxy().fates.push({ kind: "pass" }, refused);
      const come: number[] = [];
      const reading = async () => {
        for await (const { index } of ratebook.priceMany("ca", "outpatient", visits(9), {
          batchSize: 2,
          concurrency: 1,
        })) {
          come.push(index);
        }
      };
      expect(await failureOf(reading())).toMatchObject({ kind: "unexpected_answer" });
      expect(come).toEqual([0, 1]);
    });

    it("end at once with their signal, whatever is under way and whatever their source does", async () => {
      const ending = new AbortController();
      proxy().fates.push({ kind: "hold", after: "half" }, { kind: "hold", after: "nothing" });
      const options = { batchSize: 1, signal: ending.signal };
      const held = all(ratebook.priceMany("ca", "outpatient", visits(5), options));
      const source: AsyncIterable<Visit> = {
        [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
      };
      const endless = all(ratebook.priceMany("ca", "outpatient", source, options));
      await proxy().arrived(2);
      ending.abort();
      expect(await failureOf(held)).toMatchObject({ kind: "aborted" });
      expect(await failureOf(endless)).toMatchObject({ kind: "aborted" });
    });

    it("end when the reader is gone, and close their source", async () => {
      let isClosed = false;
      function* source() {
        try {
          yield* visits(5);
        } finally {
          isClosed = true;
        }
      }
      proxy().fates.push({ kind: "pass" }, { kind: "hold", after: "nothing" });
      for await (const { index } of ratebook.priceMany("ca", "outpatient", source(), { batchSize: 1 })) {
        expect(index).toBe(0);
        break;
      }
      expect(isClosed).toBe(true);
      expect(proxy().seen.length).toBeLessThanOrEqual(2);
    });

    it("tell a fault of their source", async () => {
      function* broken() {
        yield visit(0);
        throw new Error("The file ends early.");
      }
      await expect(all(ratebook.priceMany("ca", "outpatient", broken()))).rejects.toThrow("The file ends early.");
    });

    it.each([
      ["concurrency", { concurrency: 17 }],
      ["batchSize", { batchSize: 1001 }],
    ])("name an option that means nothing: %s", async (name, options) => {
      await expect(all(ratebook.priceMany("ca", "outpatient", [], options))).rejects.toThrow(`${name} `);
    });
  });
});

describe("retry", () => {
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

    it("is reported after five attempts, and not waited for once more", async () => {
      proxy().fates.push(...times(5, problem("overloaded", 503)));
      const failure = await failureOf(client().price("ca", "outpatient", VISIT));
      expect(failure).toMatchObject({
        kind: "problem",
        code: "overloaded",
        status: 503,
        attempts: 5,
        requestId: "r-1",
      });
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
      ["in a form that cannot be read", "soon", [1]],
      ["of as long as is waited", "60", [60]],
    ])("%s", async (_what, header, waits) => {
      proxy().fates.push(problem("rate_limited", 429, { "retry-after": header }));
      await client().price("ca", "outpatient", VISIT);
      expect(clock.waits).toEqual(waits);
    });

    it("of more than a minute is reported at once, rather than retried too early", async () => {
      proxy().fates.push(problem("rate_limited", 429, { "retry-after": "61" }));
      const failure = await failureOf(client().price("ca", "outpatient", VISIT));
      expect(failure).toMatchObject({ code: "rate_limited", retryAfterSeconds: 61, attempts: 1 });
      expect(clock.waits).toEqual([]);
    });
  });
});
