import type { IncomingMessage } from "node:http";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { ApiKey, KeyRing } from "../../../src/keys/api-key.ts";
import type { PageSession } from "../../../src/keys/ended-sessions.ts";
import {
  isSameOrigin,
  readSessionToken,
  SESSION_SECONDS,
  Sessions,
  sessionToken,
} from "../../../src/serve/http/sessions.ts";
import type { DemoAccess } from "../../../src/serve/operations/configuration.ts";
import { runs } from "../../support/property-runs.ts";
import { type Answered, type Asked, ask } from "./support/ask.ts";
import { expectProblem } from "./support/expect-problem.ts";
import { fakeService } from "./support/fake-app.ts";

const SECRET = Buffer.from("a secret of thirty-two characters");
const CLAIMS = { keyId: "key_1a-B", expiresAtMilliseconds: 1_800_000_000_000 };

test("a token gives back what was signed, with the same secret", () => {
  const token = sessionToken(CLAIMS, SECRET);
  expect(readSessionToken(token, SECRET)).toEqual({ ...CLAIMS, id: expect.stringMatching(/^[\w-]{16}$/) });
  expect(readSessionToken(token, Buffer.from("another secret"))).toBeNull();
});

test("two tokens of one moment are different", () => {
  expect(sessionToken(CLAIMS, SECRET)).not.toBe(sessionToken(CLAIMS, SECRET));
});

test("whatever character of a token is changed, it is nothing any more", () => {
  const token = sessionToken(CLAIMS, SECRET);
  fc.assert(
    fc.property(fc.nat({ max: token.length - 2 }), fc.constantFrom(..."aZ09-_."), (place, character) => {
      const changed = token.slice(0, place) + character + token.slice(place + 1);
      expect(readSessionToken(changed, SECRET) === null).toBe(changed !== token);
    }),
    runs(),
  );
});

test.each(["", ".", "a.1.b", "key.9999999999999.n.", `${"x".repeat(400)}.1.n.s`, "key_1.18000000000000000.n.AAAA"])(
  "%j is no token",
  (text) => {
    expect(readSessionToken(text, SECRET)).toBeNull();
  },
);

const HOST = "rates.example:8080";

function asked(method: string, headers: Readonly<Record<string, string>>): boolean {
  const request: Pick<IncomingMessage, "method" | "headers"> = { method, headers: { host: HOST, ...headers } };
  return isSameOrigin(request);
}

test.each([
  ["our page reads", "GET", { "sec-fetch-site": "same-origin" }, true],
  ["a reader typed the address", "GET", { "sec-fetch-site": "none" }, true],
  ["a browser that says nothing, over plain HTTP", "GET", {}, true],
  ["another port of the same machine reads", "GET", { "sec-fetch-site": "same-site" }, false],
  ["another site reads", "GET", { "sec-fetch-site": "cross-site" }, false],
  ["our page sends", "POST", { "sec-fetch-site": "same-origin", origin: `http://${HOST}` }, true],
  ["our page sends, over plain HTTP", "POST", { origin: `http://${HOST}` }, true],
  ["our page behind TLS sends", "DELETE", { origin: `https://${HOST}` }, true],
  ["another port of the same machine sends", "POST", { origin: "http://rates.example:9999" }, false],
  ["another site sends", "POST", { origin: "https://evil.example" }, false],
  ["a scheme that our page never has", "POST", { origin: `ftp://${HOST}` }, false],
  ["an origin with a user", "POST", { origin: `http://user@${HOST}` }, false],
  ["a page without an origin of its own sends", "POST", { origin: "null" }, false],
  ["something without an origin sends", "POST", {}, false],
  ["something typed sends", "POST", { "sec-fetch-site": "none", origin: `http://${HOST}` }, false],
] as const)("%s: %s", (_what, method, headers, isOurs) => {
  expect(asked(method, headers)).toBe(isOurs);
});

describe("session endpoints", () => {
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

  const DEMO = { keyId: key.id, secret: "a-secret-of-the-demo" };

  function service({ demo = null, announceEnd = async () => {} }: Partial<Told> = {}) {
    const sessions = new Sessions(keys, "secret", { now: () => now, announceEnd });
    const { app } = fakeService({ keys, sessions, demo });
    return (options: Asked) => ask(app, { remoteAddress: "127.0.0.1", ...options });
  }

  interface Told {
    readonly demo: DemoAccess | null;
    readonly announceEnd: (session: PageSession) => Promise<void>;
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

  describe("behind TLS", () => {
    const TLS = { host: HOST, origin: `https://${HOST}` };
    const begin = async (ask = service()) =>
      cookieOf(await ask({ method: "POST", url: "/session", headers: { ...TLS, authorization: "Bearer right" } }));

    test("the cookie is for TLS and this host alone, by its name as well", async () => {
      const headers = { ...TLS, authorization: "Bearer right" };
      const response = await service()({ method: "POST", url: "/session", headers });
      expect(response.headers["set-cookie"]?.join()).toMatch(
        /^__Host-ratebook_session=\S+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      );
      const ported = { host: "x:8443", origin: "https://x:8443", authorization: "Bearer right" };
      const other = await service()({ method: "POST", url: "/session", headers: ported });
      expect(cookieOf(other)).toMatch(/^__Host-ratebook_session_8443=/);
    });

    test("the session asks in the place of its key", async () => {
      const ask = service();
      const cookie = await begin(ask);
      expect((await ask({ url: LOOKUP, headers: { host: HOST, cookie } })).statusCode).toBe(200);
    });

    test("a plain cookie, which another host of the domain can plant, counts neither beside it nor alone", async () => {
      const ask = service();
      const plain = (await begun(ask)).cookie;
      const secure = await begin(ask);
      const status = async (cookie: string, headers: Record<string, string>) =>
        (await ask({ url: LOOKUP, headers: { host: HOST, cookie, ...headers } })).statusCode;
      expect(await status(`${plain}; __Host-ratebook_session=broken`, {})).toBe(401);
      expect(await status(`ratebook_session=broken; ${secure}`, {})).toBe(200);
      // Browsers send this header over TLS and to their own machine alone.
      expect(await status(plain, { "sec-fetch-site": "same-origin" })).toBe(401);
      expect(await status(secure, { "sec-fetch-site": "same-origin" })).toBe(200);
      expect(await status(plain, {})).toBe(200);
    });
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

  describe("signing out", () => {
    const LEAVE = { method: "DELETE", url: "/session" };

    test("has the browser forget the session, under both names", async () => {
      const { ask, cookie } = await begun();
      const response = await ask({ ...LEAVE, headers: { ...ORIGIN, cookie } });
      expect(response.json()).toEqual({ key: null });
      expect(response.headers["set-cookie"]).toEqual([
        "ratebook_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict",
        "__Host-ratebook_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure",
      ]);
    });

    test("ends it, also for a copy of the cookie, and no other session of the key", async () => {
      const { ask, cookie } = await begun();
      const other = await begun(ask);
      await ask({ ...LEAVE, headers: { ...ORIGIN, cookie } });
      expectProblem(await ask({ url: LOOKUP, headers: { host: HOST, cookie } }), "invalid_api_key");
      expect((await ask({ url: "/session", headers: { host: HOST, cookie } })).json()).toMatchObject({ key: null });
      expect((await ask({ url: LOOKUP, headers: { host: HOST, cookie: other.cookie } })).statusCode).toBe(200);
    });

    test("from another site ends nothing", async () => {
      const { ask, cookie } = await begun();
      await ask({ ...LEAVE, headers: { host: HOST, origin: "http://evil.example", cookie } });
      expect((await ask({ url: LOOKUP, headers: { host: HOST, cookie } })).statusCode).toBe(200);
    });

    test("keeps the cookie and says so when another process of the server may not know of it", async () => {
      let isAway = true;
      const announceEnd = async () => {
        if (isAway) throw new Error("no answer");
      };
      const { ask, cookie } = await begun(service({ announceEnd }));
      const refused = await ask({ ...LEAVE, headers: { ...ORIGIN, cookie } });
      expectProblem(refused, "not_ready");
      expect(refused.headers["set-cookie"]).toBeUndefined();
      isAway = false;
      expect((await ask({ ...LEAVE, headers: { ...ORIGIN, cookie } })).statusCode).toBe(200);
    });

    test("announces the session that has ended, and nothing for a cookie that is none", async () => {
      const announced: PageSession[] = [];
      const announceEnd = async (session: PageSession) => {
        announced.push(session);
      };
      const { ask, cookie } = await begun(service({ announceEnd }));
      await ask({ ...LEAVE, headers: { ...ORIGIN, cookie: "ratebook_session=broken" } });
      await ask({ ...LEAVE, headers: { ...ORIGIN, cookie } });
      expect(announced).toEqual([
        { keyId: key.id, id: expect.any(String), expiresAtMilliseconds: now + SESSION_SECONDS * 1000 },
      ]);
    });
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

  describe("the demo key", () => {
    const LOCAL = { host: "127.0.0.1:8080", origin: "http://127.0.0.1:8080" };
    const begin = (authorization: string | null, headers: Record<string, string> = {}) =>
      service({ demo: DEMO })({
        method: "POST",
        url: "/session",
        headers: { ...LOCAL, ...headers, ...(authorization === null ? {} : { authorization }) },
      });

    test("is for people who have the secret that the start has printed", async () => {
      const response = await begin(`Demo ${DEMO.secret}`);
      expect(response.json()).toMatchObject({ key: { name: "analyst" }, demo: true });
      const cookie = cookieOf(response);
      expect(cookie).toMatch(/^ratebook_session_8080=/);
      expect(cookie).not.toContain(DEMO.secret);
    });

    test("is not for a connection and a Host of the machine alone, which a proxy gives to everybody", async () => {
      expectProblem(await begin(null), "missing_api_key");
      for (const wrong of ["Demo wrong", `Demo ${DEMO.secret}x`, `Bearer ${DEMO.secret}`]) {
        const refused = await begin(wrong);
        expectProblem(refused, "invalid_api_key");
        expect(refused.headers["set-cookie"]).toBeUndefined();
      }
      expectProblem(await begin(`Demo ${DEMO.secret}`, { origin: "http://evil.example" }), "invalid_api_key");
    });

    test("is not there where a server was started without one", async () => {
      const response = await service()({ url: "/session", headers: LOCAL });
      expect(response.json()).toEqual({ key: null, demo: false });
      const headers = { ...LOCAL, authorization: `Demo ${DEMO.secret}` };
      expectProblem(await service()({ method: "POST", url: "/session", headers }), "invalid_api_key");
    });

    test("opens no endpoint of the API by its secret", async () => {
      const ask = service({ demo: DEMO });
      const refused = await ask({ url: LOOKUP, headers: { ...LOCAL, authorization: `Demo ${DEMO.secret}` } });
      expectProblem(refused, "missing_api_key");
    });
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
});
