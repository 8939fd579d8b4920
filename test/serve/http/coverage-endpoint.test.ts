import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Coverage } from "../../../src/answers/coverage/schema.ts";
import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import type { ApiKey } from "../../../src/keys/api-key.ts";
import { BytesInFlight } from "../../../src/serve/http/bytes-in-flight.ts";
import type { LongWork } from "../../../src/serve/http/long-work/question.ts";
import { ReleaseSlot } from "../../../src/serve/operations/release-slot.ts";
import { states } from "../../../src/states/index.ts";
import { SAMPLE } from "../../cli/support/ratebook.ts";
import { workedExampleRows } from "../../states/ca/worked-example-rows.ts";
import { type CompiledDataset, compiledDataset } from "../../support/compiled-dataset.ts";
import { KNOWN_STATES } from "../../support/known-states.ts";
import { writeDataset } from "../../support/release.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";
import { appWith, type TestApp } from "./support/app-with.ts";
import { ask } from "./support/ask.ts";
import { expectProblem } from "./support/expect-problem.ts";
import { bearer, fakeService, TOKENS } from "./support/fake-app.ts";

describe("coverage endpoint", () => {
  const folder = temporaryFolder();
  let compiled: CompiledDataset;
  const releases = new ReleaseSlot();

  beforeAll(async () => {
    compiled = await compiledDataset(writeDataset(folder.path, workedExampleRows));
    releases.put(compiled.open());
  });

  afterAll(() => {
    compiled.discard();
    folder.remove();
  });

  function service(enabled: readonly string[]) {
    const key: ApiKey = {
      id: "id",
      name: "id",
      states: enabled,
      lastFour: "0000",
      createdAt: "2026-01-01T00:00:00Z",
      expiresAt: null,
      revokedAt: null,
      lookupsPerMinute: 0,
    };
    const keys = {
      authenticate: (token: string) => (token === TOKENS.all ? key : null),
      keyWithId: () => null,
      isLost: false,
    };
    return fakeService({ states, releases, keys });
  }

  const COVERAGE = "/api/v1/coverage";
  const headers = bearer(TOKENS.all);

  describe("GET /coverage", () => {
    it("returns what is covered of the states of the key, today", async () => {
      const { app, charged, observed } = service(["ca", "ny"]);
      const answer = await ask(app, { url: COVERAGE, headers });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["ratebook-release"]).toMatch(/^1 [0-9a-f]{12}$/);
      const covered = answer.json<Coverage>();
      expect(covered).toMatchObject({ date: "2026-11-15", stale_after_months: 18, not_held: ["ny"] });
      expect(covered.states.map(({ state }) => state)).toEqual(["ca"]);
      expect(charged).toEqual([1]);
      expect(observed).toMatchObject([{ route: COVERAGE, status: 200, lookups: 0 }]);
    });

    it("says nothing about states that the key is not enabled for", async () => {
      const { app } = service(["ny"]);
      expect((await ask(app, { url: COVERAGE, headers })).json()).toMatchObject({ states: [], not_held: ["ny"] });
      const refused = await ask(app, { url: `${COVERAGE}?state=ca`, headers });
      expect([refused.statusCode, refused.json().code]).toEqual([403, "state_not_enabled"]);
    });

    it("takes a state and a day", async () => {
      const { app } = service(["ca", "ny"]);
      const answer = await ask(app, { url: `${COVERAGE}?state=CA&date=06/01/2025`, headers });
      expect(answer.json()).toMatchObject({ date: "2025-06-01", not_held: [], states: [{ state: "ca" }] });
    });

    it.each([
      ["?state=tx", "invalid_parameter", `state "tx" is not valid: expected one of ${KNOWN_STATES}`],
      ["?date=soon", "invalid_parameter", 'date "soon" is not valid: expected a calendar day'],
      ["?dat=2026-01-01", "unknown_parameter", "did you mean date?"],
    ])("refuses %s", async (query, code, detail) => {
      const answer = await ask(service(["ca"]).app, { url: COVERAGE + query, headers });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code, detail: expect.stringContaining(detail) });
    });

    it("is not sent again to a client that has it, and costs the key as much", async () => {
      const { app, charged, observed } = service(["ca"]);
      const whole = await ask(app, { url: COVERAGE, headers });
      expect(whole.headers).toMatchObject({ "cache-control": "private, no-cache", vary: "Accept" });
      const { etag = "" } = whole.headers;
      for (const method of ["GET", "HEAD"]) {
        const again = await ask(app, { url: COVERAGE, method, headers: { ...headers, "if-none-match": etag } });
        expect(again.statusCode).toBe(304);
        expect(again.rawPayload).toHaveLength(0);
        for (const name of ["etag", "vary", "cache-control", "ratebook-release"]) {
          expect(again.headers[name]).toBe(whole.headers[name]);
        }
      }
      expect(charged).toEqual([1, 1, 1]);
      expect(observed.map(({ status, lookups }) => [status, lookups])).toEqual([
        [200, 0],
        [304, 0],
        [304, 0],
      ]);
    });

    it("has another tag for other states, days and formats, and none where it is refused", async () => {
      const { app } = service(["ca"]);
      const tagOf = async (of: typeof app, url: string, more = {}) =>
        (await ask(of, { url, headers: { ...headers, ...more } })).headers.etag;
      const tags = [
        await tagOf(app, COVERAGE),
        await tagOf(app, `${COVERAGE}?date=2025-06-01`),
        await tagOf(app, COVERAGE, { accept: "text/csv" }),
        await tagOf(service(["ca", "ny"]).app, COVERAGE),
        await tagOf(service(["ny"]).app, COVERAGE),
      ];
      expect(tags).not.toContain(undefined);
      expect(new Set(tags).size).toBe(tags.length);
      // A day that is the default leads to the same answer.
      expect(await tagOf(app, `${COVERAGE}?date=2026-11-15`)).toBe(tags[0]);
      const refused = await ask(app, { url: COVERAGE, headers: { ...bearer("other"), "if-none-match": "*" } });
      expect([refused.statusCode, refused.headers.etag]).toEqual([401, undefined]);
      expect(refused.headers["cache-control"]).toBe("no-store");
    });

    it("that finds no memory is refused without a tag, and is not kept", async () => {
      const bytesInFlight = new BytesInFlight(1, 1);
      const work: LongWork = { answer: async () => ({ ok: true, body: "x".repeat(20_000), lookups: 0 }) };
      const { app } = fakeService({ ...service(["ca"]).dependencies, bytesInFlight, longWork: () => work });
      // Another request of the key takes all of it.
      bytesInFlight.hold("id", 2);
      const answer = await ask(app, { url: COVERAGE, headers: { ...headers, "if-none-match": "*" } });
      expectProblem(answer, "too_much_at_once");
      expect(answer.headers.etag).toBeUndefined();
    });

    it("needs a key, and is for reading only", async () => {
      const { app } = service(["ca"]);
      expect((await ask(app, COVERAGE)).json()).toMatchObject({ code: "missing_api_key" });
      expect((await ask(app, { url: COVERAGE, headers: bearer("other") })).statusCode).toBe(401);
      expect((await ask(app, { url: COVERAGE, headers, method: "POST" })).statusCode).toBe(405);
    });

    it("is not ready without data, at no cost", async () => {
      const { app, charged } = fakeService({ releases: new ReleaseSlot() });
      const answer = await ask(app, { url: COVERAGE, headers });
      expect([answer.statusCode, answer.json().code]).toEqual([503, "not_ready"]);
      expect(charged).toEqual([0]);
    });
  });
});

describe("empty tables", () => {
  /* Data in part: a price that looked into a table without any row says so, since the state may publish something there. */

  const folder = temporaryFolder();
  let compiled: CompiledDataset;
  let app: TestApp;
  let whole: CompiledDataset;
  let wholeApp: TestApp;

  beforeAll(async () => {
    const dataset = join(folder.path, "part");
    cpSync(SAMPLE, dataset, { recursive: true });
    for (const table of ["fl/rate_multipliers", "ny/apg_fees"]) rmSync(join(dataset, `${table}.csv`));
    compiled = await compiledDataset(dataset);
    app = appWith(states, compiled.open());
    whole = await compiledDataset(SAMPLE);
    wholeApp = appWith(states, whole.open());
  });

  afterAll(() => {
    compiled.discard();
    whole.discard();
    folder.remove();
  });

  const MULTIPLIED = "npi=1000810071&billing_code=59410&date_of_service=2026-10-01";
  const FLORIDA = "/api/v1/fl/outpatient/rate";

  it("in a header of the lookup, which is absent where everything is loaded", async () => {
    const answer = await app.get(`${FLORIDA}?${MULTIPLIED}`);
    expect(answer.headers["ratebook-incomplete"]).toBe("fl/rate_multipliers");
    expect((await wholeApp.get(`${FLORIDA}?${MULTIPLIED}`)).headers["ratebook-incomplete"]).toBeUndefined();
  });

  it("in the explanation, with what it means", async () => {
    const { body } = await app.get(`${FLORIDA}/explain?${MULTIPLIED}`);
    const { empty_tables } = body as unknown as Explanation;
    expect(empty_tables).toEqual([
      { table: "fl/rate_multipliers", message: expect.stringContaining("as if the state published nothing there") },
    ]);
  });

  it("not where the empty table played no part", async () => {
    const { headers } = await app.get("/api/v1/fl/inpatient/rate?npi=1000800023&billing_code=139-2");
    expect(headers["ratebook-incomplete"]).toBeUndefined();
  });

  it("of a batch once for all of its items", async () => {
    const [npi, billing_code] = ["1000810071", "59410"];
    const item = { npi, billing_code, date_of_service: "2026-10-01" };
    const { headers } = await app.post(`${FLORIDA}/batch`, { requests: [item, item] });
    expect(headers["ratebook-incomplete"]).toBe("fl/rate_multipliers");
  });
});
