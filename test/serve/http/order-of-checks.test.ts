import { describe, expect, it } from "vitest";
import type { ProblemCode } from "../../../src/serve/http/problems.ts";
import { type Asked, ask } from "./support/ask.ts";
import { expectProblem } from "./support/expect-problem.ts";
import { BATCH, bearer, fakeService, RATE, TOKENS } from "./support/fake-app.ts";

/*
 * Each request has the fault it is named after and every fault that is checked later, so that the
 * answer shows which check comes first (conventions 4).
 */
const badBody = { "content-type": "text/csv" };
const cases: readonly { code: ProblemCode; what: string; request: Asked }[] = [
  {
    code: "api_key_in_query",
    what: "a key in the query of an unknown path",
    request: { method: "DELETE", url: "/nothing?api_key=x" },
  },
  {
    code: "api_key_in_query",
    what: "a valid key in the query beside a valid header",
    request: {
      method: "GET",
      url: `${RATE}?billing_code=100&npi=1000000001&api_key=${TOKENS.all}`,
      headers: bearer(TOKENS.all),
    },
  },
  {
    code: "api_key_in_query",
    what: "a key in the query of a malformed path",
    request: { method: "GET", url: "/%zz?api_key=x" },
  },
  {
    code: "api_key_in_query",
    what: "a key whose name is percent-encoded or in capitals",
    request: { method: "POST", url: `${BATCH}?API%5FKEY=x`, headers: badBody, payload: "{" },
  },
  {
    code: "not_found",
    what: "an unknown path with a wrong method and no key",
    request: { method: "DELETE", url: "/api/v1/zz/outpatient" },
  },
  {
    code: "not_found",
    what: "a prefix that is no state",
    request: { method: "DELETE", url: "/api/v1/qq/outpatient/rate" },
  },
  { code: "not_found", what: "a state in capitals", request: { method: "GET", url: "/api/v1/ZZ/outpatient/rate" } },
  { code: "not_found", what: "a slash at the end", request: { method: "GET", url: `${RATE}/` } },
  {
    code: "method_not_allowed",
    what: "a wrong method without a key",
    request: { method: "POST", url: RATE, headers: badBody, payload: "x" },
  },
  {
    code: "method_not_allowed",
    what: "a wrong method for another state of the country",
    request: { method: "PUT", url: "/api/v1/tx/outpatient/rate" },
  },
  {
    code: "missing_api_key",
    what: "no key on a state that is not enabled",
    request: { method: "POST", url: BATCH, headers: badBody, payload: "x" },
  },
  {
    code: "missing_api_key",
    what: "no key on another state of the country",
    request: { method: "GET", url: "/api/v1/tx/outpatient/rate" },
  },
  {
    code: "missing_api_key",
    what: "another scheme than Bearer",
    request: { method: "GET", url: RATE, headers: { authorization: "Basic a2V5" } },
  },
  {
    code: "invalid_api_key",
    what: "an unknown key",
    request: { method: "POST", url: BATCH, headers: { ...badBody, ...bearer("nobody") }, payload: "x" },
  },
  {
    code: "state_not_enabled",
    what: "a state that the key does not include",
    request: { method: "POST", url: BATCH, headers: { ...badBody, ...bearer(TOKENS.onlyYonder) }, payload: "x" },
  },
  {
    code: "state_not_enabled",
    what: "another state of the country",
    request: {
      method: "POST",
      url: "/api/v1/tx/inpatient/rate/batch",
      headers: { ...badBody, ...bearer(TOKENS.exhausted) },
      payload: "x",
    },
  },
  {
    code: "state_not_enabled",
    what: "a territory",
    request: { method: "GET", url: "/api/v1/pr/providers/search", headers: bearer(TOKENS.all) },
  },
  {
    code: "not_ready",
    what: "a state that the release does not hold",
    request: { method: "GET", url: "/api/v1/yy/outpatient/rate", headers: bearer(TOKENS.exhausted) },
  },
  {
    code: "rate_limited",
    what: "an exhausted key with a bad body",
    request: { method: "POST", url: BATCH, headers: { ...badBody, ...bearer(TOKENS.exhausted) }, payload: "x" },
  },
  {
    code: "unsupported_media_type",
    what: "a body that is too large and not JSON",
    request: {
      method: "POST",
      url: BATCH,
      headers: { ...badBody, ...bearer(TOKENS.all) },
      payload: "x".repeat(2000),
    },
  },
  {
    code: "payload_too_large",
    what: "a body that is too large and malformed",
    request: {
      method: "POST",
      url: BATCH,
      headers: { "content-type": "application/json", ...bearer(TOKENS.all) },
      payload: "x".repeat(2000),
    },
  },
  {
    code: "invalid_json",
    what: "a malformed body with an unknown parameter beside it",
    request: { method: "POST", url: `${BATCH}?wrong=1`, headers: bearer(TOKENS.all), payload: "x" },
  },
  {
    code: "unknown_parameter",
    what: "a good body with a parameter in the query",
    request: {
      method: "POST",
      url: `${BATCH}?child_patient=true`,
      headers: bearer(TOKENS.all),
      payload: '{"requests":[]}',
    },
  },
  {
    code: "missing_parameter",
    what: "a lookup without a code",
    request: { method: "GET", url: `${RATE}?npi=1000000001`, headers: bearer(TOKENS.all) },
  },
];

describe("The checks of a request come in the order of conventions 4", () => {
  const { app } = fakeService({ bodyBytesMax: 1000 });

  it.each(cases)("$code: $what", async ({ code, request }) => {
    expectProblem(await ask(app, request), code);
  });
});

describe("Authentication", () => {
  const { app } = fakeService();
  const url = `${RATE}?billing_code=100&npi=1000000001`;

  it.each(["Bearer", "bearer", "BEARER", "Bearer  "])("takes the scheme %j", async (scheme) => {
    const response = await ask(app, { url, headers: { authorization: `${scheme} ${TOKENS.all}` } });
    expect(response.statusCode).toBe(200);
  });

  it.each([undefined, "", "Bearer", "Bearer ", `Bearer${TOKENS.all}`, `Token ${TOKENS.all}`])(
    "finds no key in %j",
    async (authorization) => {
      const response = await ask(app, { url, headers: authorization === undefined ? {} : { authorization } });
      expectProblem(response, "missing_api_key");
      expect(response.headers["www-authenticate"]).toBe("Bearer");
    },
  );

  it("asks for a key with WWW-Authenticate when the one sent is not valid, and does not repeat it", async () => {
    const response = await ask(app, { url, headers: bearer("secret-token") });
    expectProblem(response, "invalid_api_key");
    expect(response.headers["www-authenticate"]).toBe("Bearer");
    expect(JSON.stringify([response.headers, response.body])).not.toContain("secret-token");
  });
});

describe("A wrong method", () => {
  const { app } = fakeService();

  it.each([
    ["OPTIONS", RATE, "GET, HEAD"],
    ["DELETE", RATE, "GET, HEAD"],
    ["PROPFIND", RATE, "GET, HEAD"],
    ["TRACE", RATE, "GET, HEAD"],
    ["GET", BATCH, "POST"],
    ["HEAD", BATCH, "POST"],
    ["POST", "/livez", "GET, HEAD"],
    ["POST", "/api/v1/tx/providers/search", "GET, HEAD"],
    ["GET", "/api/v1/tx/outpatient/rate/batch", "POST"],
    ["DELETE", "/api/v1/%7Az/outpatient/rate?x=1", "GET, HEAD"],
  ] as const)("%s %s is answered with Allow: %s", async (method, url, allow) => {
    const response = await ask(app, { method: method as "GET", url });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe(allow);
    // An answer to HEAD has no body.
    if (method !== "HEAD") expectProblem(response, "method_not_allowed");
  });
});
