import { afterEach, expect, test } from "vitest";
import { SESSION_SECONDS, Sessions } from "../../../src/http/sessions/sessions.ts";
import type { ApiKey, KeyRing } from "../../../src/keys/api-key.ts";
import { type Answered, type Asked, ask } from "../support/ask.ts";
import { expectProblem } from "../support/expect-problem.ts";
import { fakeService } from "../support/fake-app.ts";

const HOST = "x";
const ORIGIN = { host: HOST, origin: `http://${HOST}` };
const LOOKUP = "/api/v1/zz/outpatient/rate?billing_code=100&npi=1234567893";

const key: ApiKey = {
  id: "key_of_a_person",
  name: "analyst",
  states: ["zz"],
  lastFour: "wxyz",
  createdAt: "2026-01-01T00:00:00Z",
  expiresAt: null,
  revokedAt: null,
  lookupsPerMinute: 0,
};
let isRevoked = false;
let now = Date.parse("2026-11-16T08:00:00Z");
const keys: KeyRing = {
  authenticate: (token) => (token === "right" && !isRevoked ? key : null),
  keyWithId: (id) => (id === key.id && !isRevoked ? key : null),
  isLost: false,
};

function service(demoKeyId: string | null = null) {
  const { app } = fakeService({ keys, sessions: new Sessions(keys, "secret", () => now), demoKeyId });
  return (options: Asked) => ask(app, { remoteAddress: "127.0.0.1", ...options });
}

function cookieOf(response: Answered): string {
  return String(response.headers["set-cookie"]).split(";", 1)[0] as string;
}

async function begun(ask = service()) {
  const response = await ask({
    method: "POST",
    url: "/session",
    headers: { ...ORIGIN, authorization: "Bearer right" },
  });
  expect(response.statusCode).toBe(200);
  return { ask, cookie: cookieOf(response), response };
}

afterEach(() => {
  isRevoked = false;
  now = Date.parse("2026-11-16T08:00:00Z");
});

test("a key is exchanged for a cookie that no script and no other site can use", async () => {
  const { response } = await begun();
  expect(response.json()).toEqual({
    key: { name: "analyst", states: ["zz"], expires_at: null, last_four: "wxyz" },
    demo: false,
  });
  expect(response.headers["set-cookie"]?.join()).toMatch(
    /^ratebook_session=\S+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  expect(response.headers["set-cookie"]).not.toContain("right");
});

test("behind TLS the cookie is for TLS alone", async () => {
  const headers = { host: HOST, origin: `https://${HOST}`, authorization: "Bearer right" };
  const response = await service()({ method: "POST", url: "/session", headers });
  expect(response.headers["set-cookie"]?.join()).toMatch(/; Secure$/);
});

test("the session asks in the place of its key", async () => {
  const { ask, cookie } = await begun();
  const response = await ask({ url: LOOKUP, headers: { host: HOST, cookie } });
  expect(response.statusCode).toBe(200);
  expect((await ask({ url: "/session", headers: { host: HOST, cookie } })).json()).toMatchObject({
    key: { name: "analyst" },
  });
});

test("from another site it is worth nothing", async () => {
  const { ask, cookie } = await begun();
  expectProblem(
    await ask({ url: LOOKUP, headers: { host: HOST, cookie, "sec-fetch-site": "cross-site" } }),
    "invalid_api_key",
  );
  expectProblem(
    await ask({
      method: "POST",
      url: "/api/v1/zz/outpatient/rate/batch",
      headers: { host: HOST, cookie, origin: "http://evil.example", "content-type": "application/json" },
      payload: { requests: [] },
    }),
    "invalid_api_key",
  );
});

test("it ends with its key, and after twelve hours", async () => {
  const { ask, cookie } = await begun();
  isRevoked = true;
  expectProblem(await ask({ url: LOOKUP, headers: { host: HOST, cookie } }), "invalid_api_key");
  isRevoked = false;
  now += SESSION_SECONDS * 1000 - 1;
  expect((await ask({ url: LOOKUP, headers: { host: HOST, cookie } })).statusCode).toBe(200);
  now += 1;
  expectProblem(await ask({ url: LOOKUP, headers: { host: HOST, cookie } }), "invalid_api_key");
});

test("signing out has the browser forget it", async () => {
  const { ask, cookie } = await begun();
  const response = await ask({ method: "DELETE", url: "/session", headers: { ...ORIGIN, cookie } });
  expect(response.json()).toEqual({ key: null });
  expect(response.headers["set-cookie"]?.join()).toMatch(/^ratebook_session=; Max-Age=0;/);
});

test("a wrong key, no key, and a key that another site sends begin nothing", async () => {
  const ask = service();
  const begin = (headers: Record<string, string>) =>
    ask({ method: "POST", url: "/session", headers: { host: HOST, ...headers } });
  expectProblem(await begin({ origin: ORIGIN.origin, authorization: "Bearer wrong" }), "invalid_api_key");
  expectProblem(await begin({ origin: ORIGIN.origin }), "missing_api_key");
  const foreign = await begin({ origin: "http://evil.example", authorization: "Bearer right" });
  expectProblem(foreign, "invalid_api_key");
  expect(foreign.headers["set-cookie"]).toBeUndefined();
});

test("the demo key is for the machine itself alone", async () => {
  const ask = service(key.id);
  const local = { host: "127.0.0.1:8080", origin: "http://127.0.0.1:8080" };
  const begin = (remoteAddress: string, headers: Record<string, string>) =>
    ask({ method: "POST", url: "/session", headers, remoteAddress });
  expect((await begin("127.0.0.1", local)).json()).toMatchObject({ key: { name: "analyst" }, demo: true });
  expectProblem(await begin("10.0.0.7", local), "missing_api_key");
  // Through a proxy on the machine the connection is its own, and who asks is not.
  expectProblem(await begin("127.0.0.1", ORIGIN), "missing_api_key");
  expectProblem(await begin("127.0.0.1", { ...local, "x-forwarded-for": "8.8.8.8" }), "missing_api_key");
  expectProblem(await begin("127.0.0.1", { ...local, forwarded: "for=8.8.8.8" }), "missing_api_key");
});

test("two services on one machine have a cookie each", async () => {
  const headers = { host: "localhost:8081", origin: "http://localhost:8081", authorization: "Bearer right" };
  const response = await service()({ method: "POST", url: "/session", headers });
  expect(response.headers["set-cookie"]?.join()).toMatch(/^ratebook_session_8081=/);
});

test("other methods are refused with those that there are", async () => {
  const response = await service()({ method: "PUT", url: "/session", headers: ORIGIN });
  expectProblem(response, "method_not_allowed");
  expect(response.headers.allow).toBe("GET, HEAD, POST, DELETE");
});
