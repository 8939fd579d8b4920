import { afterAll, describe, expect, it } from "vitest";
import { Metrics } from "../../../src/serve/operations/metrics.ts";
import { ask } from "./support/ask.ts";
import { expectProblem } from "./support/expect-problem.ts";
import { bearer, fakeService, get, TODAY, TOKENS } from "./support/fake-app.ts";

const { app } = fakeService();
afterAll(() => app.close());

async function detailOf(url: string, code: "not_found" | "state_not_enabled" | "not_ready", token = TOKENS.all) {
  return expectProblem(await ask(app, { url, headers: bearer(token) }), code).detail;
}

describe("a state that is not served", () => {
  const NOT_SERVED = "This service does not serve tx. It serves zz.";
  const NOT_HELD = "The loaded data does not hold Yonder (yy). It holds zz.";

  it("is named as such, whatever the key", async () => {
    expect(await detailOf("/api/v1/tx/outpatient/rate", "state_not_enabled")).toBe(NOT_SERVED);
    expect(await detailOf("/api/v1/tx/providers/search", "state_not_enabled", TOKENS.onlyYonder)).toBe(NOT_SERVED);
  });

  it("is not counted as a refused key, and a served state that the key lacks is", async () => {
    const { app: other, observed } = fakeService();
    await ask(other, get("/api/v1/tx/outpatient/rate"));
    await ask(other, { url: "/api/v1/zz/outpatient/rate", headers: bearer(TOKENS.onlyYonder) });
    await other.close();
    const metrics = new Metrics(() => TODAY);
    for (const request of observed) metrics.observe(request);
    expect(observed.map(({ problem }) => problem)).toEqual(["state_not_enabled", "state_not_enabled"]);
    expect(await metrics.text()).toContain('\nratebook_refused_keys_total{code="state_not_enabled"} 1\n');
  });

  it("is named as such if the release does not hold it", async () => {
    const { app: other } = fakeService({
      keys: {
        authenticate: () => ({ ...KEY, states: ["zz"] }),
        keyWithId: () => null,
        isLost: false,
      },
    });
    const response = await ask(other, get("/api/v1/yy/outpatient/rate"));
    expect(expectProblem(response, "state_not_enabled").detail).toBe(NOT_HELD);
    await other.close();
    expect(await detailOf("/api/v1/yy/outpatient/rate", "not_ready")).toBe(NOT_HELD);
  });
});

it("a key that lacks a served state still reads so", async () => {
  expect(await detailOf("/api/v1/zz/outpatient/rate", "state_not_enabled", TOKENS.onlyYonder)).toBe(
    "This API key is not enabled for zz. It is enabled for yy.",
  );
});

const KEY = {
  id: "id-zeeland",
  name: "zeeland",
  lastFour: "0000",
  createdAt: "2026-01-01T00:00:00Z",
  expiresAt: null,
  revokedAt: null,
  lookupsPerMinute: 0,
};
