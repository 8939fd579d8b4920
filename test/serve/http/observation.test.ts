import { describe, expect, it } from "vitest";
import { ask } from "./support/ask.ts";
import { BATCH, batch, bearer, fakeService, get, RATE, SEARCH, TOKENS } from "./support/fake-app.ts";

describe("What is observed of a request", () => {
  it("is its route, what it came to, and whose it was", async () => {
    const { app, observed } = fakeService();
    const response = await ask(app, get(`${RATE}?billing_code=100&npi=1000000001`));
    expect(observed).toEqual([
      {
        requestId: response.headers["x-request-id"],
        route: "/api/v1/:state/outpatient/rate",
        method: "GET",
        status: 200,
        state: "zz",
        setting: "outpatient",
        problem: null,
        durationMilliseconds: expect.any(Number),
        lookups: 1,
        priced: 1,
        keyId: "id-all",
      },
    ]);
  });

  it.each([
    [get(SEARCH), { route: "/api/v1/:state/providers/search", setting: null, lookups: 0 }],
    [batch({ requests: [{}, {}] }), { route: "/api/v1/:state/outpatient/rate/batch", lookups: 2 }],
    [batch("{"), { route: "/api/v1/:state/outpatient/rate/batch", lookups: 0, problem: "invalid_json" }],
    [{ url: RATE }, { route: "/api/v1/:state/outpatient/rate", state: "zz", problem: "missing_api_key", keyId: null }],
    [{ url: `${RATE}?api_key=1` }, { route: "/api/v1/:state/outpatient/rate", problem: "api_key_in_query" }],
    [get("/api/v1/tx/inpatient/rate"), { route: "/api/v1/:state/inpatient/rate", state: null, keyId: "id-all" }],
    [{ url: "/nothing/1234" }, { route: "*", status: 404, state: null }],
    [{ url: "/%zz" }, { route: "*", status: 400, problem: "malformed_request" }],
    [{ url: "/livez" }, { route: "/livez", status: 200, state: null }],
    [
      { method: "PUT" as const, url: BATCH },
      { route: "/api/v1/:state/outpatient/rate/batch", status: 405 },
    ],
  ])("is bounded: %o", async (request, expected) => {
    const { app, observed } = fakeService();
    await ask(app, request);
    expect(observed).toHaveLength(1);
    expect(observed[0]).toMatchObject(expected);
  });

  it("never holds anything that the client wrote", async () => {
    const { app, observed } = fakeService();
    const secret = "s3cret";
    const requests = [
      get(`${RATE}?billing_code=100&npi=1000000001&reference_id=${secret}`),
      get(`${RATE}?${secret}=${secret}&reference_id=${secret.repeat(50)}`),
      get(`/${secret}`),
      get(`${SEARCH}?provider_name=${secret}`),
      { url: `/api/v1/zz/outpatient/rate?api_key=${secret}`, headers: bearer(secret) },
      { url: RATE, headers: { ...bearer(secret), "x-request-id": secret, "user-agent": secret } },
      batch({ requests: [{ reference_id: secret }, { [secret]: secret }] }),
      batch(`{"${secret}`),
    ];
    const answers = [];
    for (const request of requests) answers.push(await ask(app, request));
    expect(JSON.stringify(observed)).not.toContain(secret);
    expect(JSON.stringify(answers.map(({ headers }) => headers))).not.toContain(secret);
  });

  it("has a request id of its own that no two requests share", async () => {
    const { app } = fakeService();
    const ids = new Set<unknown>();
    for (let count = 0; count < 50; count += 1) ids.add((await ask(app, "/livez")).headers["x-request-id"]);
    expect(ids.size).toBe(50);
  });

  it("is not kept back by a key without an identifier", async () => {
    const { app, observed } = fakeService();
    await ask(app, { url: RATE, headers: bearer(TOKENS.onlyYonder) });
    expect(observed[0]).toMatchObject({ keyId: "id-yonder", problem: "state_not_enabled" });
  });
});
