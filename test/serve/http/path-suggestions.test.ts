import { afterAll, describe, expect, it } from "vitest";
import { pathSuggestions } from "../../../src/serve/http/path-suggestions.ts";
import { Metrics } from "../../../src/serve/operations/metrics.ts";
import { ask } from "./support/ask.ts";
import { expectProblem } from "./support/expect-problem.ts";
import { bearer, fakeService, get, TODAY, TOKENS } from "./support/fake-app.ts";

/** The id of a job. */
const JOB = "0123456789abcdef0123456789abcdef";

const { app } = fakeService();
afterAll(() => app.close());

async function detailOf(url: string, code: "not_found" | "state_not_enabled" | "not_ready", token = TOKENS.all) {
  return expectProblem(await ask(app, { url, headers: bearer(token) }), code).detail;
}

describe("a path that does not exist", () => {
  it.each([
    ["in another case", "/api/v1/ZZ/Outpatient/Rate", "/api/v1/zz/outpatient/rate"],
    ["whose prefix is in another case", "/API/v1/zz/outpatient/rate", "/api/v1/zz/outpatient/rate"],
    ["with a slash at the end", "/api/v1/zz/outpatient/rate/?npi=1", "/api/v1/zz/outpatient/rate"],
    ["with a doubled slash", "/api/v1/zz//outpatient/rate", "/api/v1/zz/outpatient/rate"],
    ["without the prefix", "/zz/outpatient/rate/batch", "/api/v1/zz/outpatient/rate/batch"],
    ["with half of the prefix", "/v1/zz/providers/search", "/api/v1/zz/providers/search"],
    ["with a misspelt lookup", "/api/v1/zz/outpatient/rates", "/api/v1/zz/outpatient/rate"],
    ["with a misspelt kind of answer", "/api/v1/zz/inpatient/rate/histroy", "/api/v1/zz/inpatient/rate/history"],
    ["with a segment left out", "/api/v1/zz/inpatient/explain", "/api/v1/zz/inpatient/rate/explain"],
    ["with a segment too many", "/api/v1/zz/inpatient/rate/99213", "/api/v1/zz/inpatient/rate"],
    ["of the service itself", "/ready", "/readyz"],
    ["of another service's probe", "/health", "/livez or /readyz"],
    ["of another service's probe", "/healthz", "/livez or /readyz"],
    [
      "of a setting that the state does not have",
      "/zz/dental/rate",
      "/api/v1/zz/outpatient/rate or /api/v1/zz/inpatient/rate",
    ],
    [
      "that is not complete",
      "/api/v1/zz",
      "/api/v1/zz/outpatient/rate, /api/v1/zz/inpatient/rate, /api/v1/zz/providers/search, /api/v1/zz/providers/find, /api/v1/zz/codes/find or /api/v1/zz/price-list",
    ],
    [
      "without a state",
      "/api/v1/outpatient/rate/batch",
      "/api/v1/zz/outpatient/rate/batch or /api/v1/yy/outpatient/rate/batch",
    ],
  ])("%s gets the whole paths that may be meant", async (_, url, meant) => {
    expect(await detailOf(url, "not_found")).toBe(`There is nothing under this path; did you mean ${meant}?`);
  });

  it.each([
    ["means none", "/wp-admin/setup.php"],
    ["has the prefix alone in common", "/api/v1/anything/else"],
    ["is longer than every path", `/api/v1/zz/outpatient/rate${"/".repeat(8_000)}`],
    ["has more segments than every path", `/api/v1/zz/outpatient/rate${"/a".repeat(90)}`],
  ])("%s: it gets no suggestion", async (_, url) => {
    expect(await detailOf(url, "not_found")).toBe(
      "There is nothing under this path; the documentation under /docs lists every path.",
    );
  });

  it("gets only paths that exist", async () => {
    const detail = await detailOf("/zz/rate", "not_found");
    const paths = detail.match(/\/api\/[^ ,?]+/g) ?? [];
    expect(paths).toHaveLength(2);
    for (const path of paths) expect((await ask(app, get(path))).statusCode).toBe(400);
  });
});

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

  it("is named as such also where the path is written otherwise", async () => {
    expect(await detailOf("/TX/outpatient/rate/", "not_found")).toBe(`There is nothing under this path. ${NOT_SERVED}`);
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

describe("the path of a job", () => {
  const paths = ["/api/v1/reprice", "/api/v1/reprice/:id", "/api/v1/reprice/:id/results"];
  const suggested = pathSuggestions(new Map(paths.map((path) => [path, null])));

  it("is suggested with the id that was sent", () => {
    expect(suggested(`/reprice/${JOB}`)).toEqual([`/api/v1/reprice/${JOB}`]);
    expect(suggested(`/api/v1/repricee/${JOB}/results`)).toEqual([`/api/v1/reprice/${JOB}/results`]);
  });

  it.each(["/api/v1/results", `/api/v1/${JOB}/results/reprice`, "/reprice/secret-token-xyz/deadbeef00"])(
    "is never suggested with another text as its id: %s",
    (path) => {
      for (const each of suggested(path)) expect(paths).toContain(each.replace(JOB, ":id"));
    },
  );
});
