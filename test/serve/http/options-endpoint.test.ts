import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ReleaseSlot } from "../../../src/serve/operations/release-slot.ts";
import { states } from "../../../src/states/index.ts";
import { type CompiledDataset, compiledDataset } from "../../support/compiled-dataset.ts";
import { ask } from "./support/ask.ts";
import { bearer, fakeService, get, RATE, TOKENS } from "./support/fake-app.ts";

const OPTIONS = `${RATE}/options`;
const BY_NPI = "?billing_code=100&npi=1000000001";

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

  const key = {
    id: "id",
    name: "id",
    states: ["ga"],
    lastFour: "0000",
    createdAt: "2026-01-01T00:00:00Z",
    expiresAt: null,
    revokedAt: null,
    lookupsPerMinute: 60,
  };
  const keys = { authenticate: () => key, keyWithId: () => null, isLost: false };

  it("count as three lookups", async () => {
    const { app, charged, observed } = fakeService({ states, releases, keys });
    const answer = await ask(app, get(URL));
    expect(answer.json().parameters[0].values[0]).toMatchObject({ value: null, results: 3, differs: false });
    expect(charged).toEqual([1, 2]);
    expect(observed).toMatchObject([{ lookups: 3 }]);
  });

  it("are refused before they are priced when the key's limit does not admit so many", async () => {
    const { app } = fakeService({
      states,
      releases,
      keys,
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
