import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiKey } from "../../../src/keys/api-key.ts";
import { UNLIMITED, WindowLimits } from "../../../src/keys/rate-limits.ts";
import { AllowedHosts } from "../../../src/serve/http/request-checks.ts";
import { ask } from "./support/ask.ts";
import { expectProblem, problemDocument } from "./support/expect-problem.ts";
import { BATCH, batch, bearer, fakeService, RATE, SEARCH, TOKENS } from "./support/fake-app.ts";
import { exchange, firstAnswer, listening } from "./support/raw-socket.ts";

describe("request checks", () => {
  const plainService = fakeService();
  const service = fakeService({ allowedHosts: ["rates.example"] });
  let plainPort = 0;
  let port = 0;

  beforeAll(async () => {
    plainPort = await listening(plainService.app);
    port = await listening(service.app);
  });
  afterAll(async () => {
    await plainService.app.close();
    await service.app.close();
  });

  const KEY = `Authorization: Bearer ${TOKENS.all}\r\n`;
  const lookup = (headers: string) => `GET ${RATE}?billing_code=100&npi=1000000001 HTTP/1.1\r\n${headers}\r\n`;
  const batch = (headers: string, body: string) => `POST ${BATCH} HTTP/1.1\r\nHost: x\r\n${KEY}${headers}\r\n${body}`;
  const CHUNKED = 'f\r\n{"requests":[]}\r\n0\r\n\r\n';

  describe("A request that leaves open what is meant is refused, and its connection closed", () => {
    it.each([
      ["two Hosts", lookup(`Host: x\r\nHost: x\r\n${KEY}`), "more than one Host"],
      ["two Hosts in other letters", lookup(`Host: x\r\nHOST: y\r\n${KEY}`), "more than one Host"],
      ["two keys", lookup(`Host: x\r\n${KEY}Authorization: Bearer other\r\n`), "more than one Authorization"],
      ["the same key twice", lookup(`Host: x\r\n${KEY}${KEY}`), "more than one Authorization"],
      [
        "two keys on a path that does not exist",
        `GET /nothing HTTP/1.1\r\nHost: x\r\n${KEY}${KEY}\r\n`,
        "Authorization",
      ],
      ["two keys of a batch", batch(`${KEY}Content-Length: 15\r\n`, '{"requests":[]}'), "Authorization"],
      ["compressed chunks", batch("Transfer-Encoding: gzip, chunked\r\n", CHUNKED), "Transfer-Encoding"],
      ["chunks in chunks", batch("Transfer-Encoding: chunked, chunked\r\n", CHUNKED), ""],
      ["two codings in two headers", batch("Transfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n", CHUNKED), ""],
      ["an unknown coding", batch("Transfer-Encoding: magic\r\n", CHUNKED), ""],
      ["a coding that is nearly one", batch("Transfer-Encoding: xchunked\r\n", CHUNKED), ""],
      ["a length and chunks", batch("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", CHUNKED), ""],
      ["chunks and a length", batch("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", CHUNKED), ""],
      ["chunks in HTTP/1.0", batch("Transfer-Encoding: chunked\r\n", CHUNKED).replace("HTTP/1.1", "HTTP/1.0"), ""],
    ])("%s", async (_what, sent, words) => {
      const received = await exchange(plainPort, sent);
      const { status, headers, body } = firstAnswer(received);
      const { code, detail } = problemDocument(status, headers["content-type"], body);
      expect(code).toBe("malformed_request");
      expect(detail).toContain(words);
      expect(received.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
    });
  });

  describe("A request that is clear is answered", () => {
    it.each([
      ["with other headers twice", lookup(`Host: x\r\n${KEY}Accept: a\r\nAccept: b\r\nConnection: close\r\n`)],
      ["with headers of the same length", lookup(`Host: x\r\n${KEY}Date: a\r\nDate: b\r\nConnection: close\r\n`)],
      ["in chunks", batch("Transfer-Encoding: chunked\r\nConnection: close\r\n", CHUNKED)],
      ["in chunks in capitals", batch("Transfer-Encoding: Chunked\r\nConnection: close\r\n", CHUNKED)],
    ])("%s", async (_what, sent) => {
      expect(firstAnswer(await exchange(plainPort, sent)).status).toBe(200);
    });
  });

  async function answerTo(head: string) {
    return firstAnswer(await exchange(port, `${head}Connection: close\r\n\r\n`));
  }

  async function problemOf(head: string) {
    const { status, headers, body } = await answerTo(head);
    return problemDocument(status, headers["content-type"], body);
  }

  describe("A service on a loopback address", () => {
    it.each([
      "localhost",
      "localhost:8080",
      "LOCALHOST:1",
      "a.localhost",
      "127.0.0.1",
      "127.1.2.3:80",
      "[::1]",
      "[::1]:99",
    ])("answers to %s", async (host) =>
      expect((await answerTo(`GET /livez HTTP/1.1\r\nHost: ${host}\r\n`)).status).toBe(200),
    );

    it.each(["rates.example", "Rates.Example:443"])("answers to the name %s that it was given", async (host) => {
      expect((await answerTo(`GET /livez HTTP/1.1\r\nHost: ${host}\r\n`)).status).toBe(200);
    });

    it.each([
      "evil.example",
      "evil.example:8080",
      "localhost.evil.example",
      "127.0.0.1.nip.io",
      "10.0.0.1",
      "[fe80::1]",
    ])("does not answer to %s, whatever is asked", async (host) => {
      for (const path of ["/livez", "/openapi.json", "/api/v1/zz/outpatient/rate", "/nothing"]) {
        const { code, status } = await problemOf(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n`);
        expect([code, status], path).toEqual(["misdirected_request", 421]);
      }
    });

    it("does not take an empty Host for the one before, also when there was none", () => {
      expect(new AllowedHosts([]).problemOf("")).toMatchObject({ code: "malformed_request" });
    });

    it("says what helps, with the name that was sent", async () => {
      const { detail } = await problemOf("GET /livez HTTP/1.1\r\nHost: evil.example:80\r\n");
      expect(detail).toBe(
        'The service does not answer to the host "evil.example". Call it localhost, or allow the name with --allowed-host.',
      );
    });

    it("takes the host of a whole URL for the one that is meant", async () => {
      const asked = (url: string, host: string) => answerTo(`GET ${url} HTTP/1.1\r\nHost: ${host}\r\n`);
      expect((await asked("http://localhost/livez", "evil.example")).status).toBe(200);
      expect((await asked("http://evil.example/livez", "localhost")).status).toBe(421);
      expect((await asked("http://user@localhost/livez", "localhost")).status).toBe(400);
      expect((await asked("http:///livez", "localhost")).status).toBe(400);
    });

    it.each([
      "",
      " ",
      "a b",
      "user@localhost",
      "localhost:1:2",
      "localhost:x",
      "localhost:123456",
      "localhost/",
      "[::1",
      "::1",
      "a,b",
      "a%41",
      "h\u00e9",
    ])("refuses the Host %j", async (host) =>
      expect((await problemOf(`GET /livez HTTP/1.1\r\nHost: ${host}\r\n`)).code).toBe("malformed_request"),
    );

    it("refuses a Host with control characters", async () => {
      expect((await problemOf("GET /livez HTTP/1.1\r\nHost: local\u0001host\r\n")).code).toBe("malformed_request");
      expect((await problemOf("GET /livez HTTP/1.1\r\nHost: local\thost\r\n")).code).toBe("malformed_request");
    });

    it("answers HTTP/1.0, which has no Host", async () => {
      expect((await answerTo("GET /livez HTTP/1.0\r\n")).status).toBe(200);
    });
  });

  describe("A service on another address", () => {
    it("answers to every well-formed name, unless it was given some", () => {
      const open = new AllowedHosts([]);
      open.listensOn("0.0.0.0");
      expect(open.problemOf("anything.example:80")).toBeNull();
      expect(open.problemOf("any thing")?.code).toBe("malformed_request");
      const named = new AllowedHosts(["rates.example"]);
      named.listensOn("10.0.0.7");
      expect(named.problemOf("RATES.example")).toBeNull();
      expect(named.problemOf("localhost:8080")).toBeNull();
      expect(named.problemOf("other.example")?.code).toBe("misdirected_request");
    });

    it.each(["127.0.0.1", "::1", "127.0.1.1", "::ffff:127.0.0.1"])(
      "is on a loopback address when it is on %s",
      (address) => {
        const hosts = new AllowedHosts([]);
        hosts.listensOn(address);
        expect(hosts.problemOf("other.example")?.code).toBe("misdirected_request");
      },
    );
  });
});

describe("limits", () => {
  const KEY: ApiKey = {
    id: "mercy",
    name: "mercy",
    states: ["zz"],
    lastFour: "0000",
    createdAt: "2026-01-01T00:00:00Z",
    expiresAt: null,
    revokedAt: null,
    lookupsPerMinute: null,
  };
  const LOOKUP = `${RATE}?billing_code=100&npi=1000000001`;

  describe("The rate limit of a key", () => {
    it("is in the headers of every authenticated answer, good or bad", async () => {
      const { app } = fakeService();
      const headers = bearer(TOKENS.limited);
      const urls = [
        LOOKUP,
        RATE,
        SEARCH,
        `${SEARCH}?limit=0`,
        "/api/v1/yy/outpatient/rate",
        "/api/v1/tx/outpatient/rate",
      ];
      for (const url of urls) {
        const response = await ask(app, { url, headers });
        expect(response.headers, url).toMatchObject({ "ratelimit-limit": "5000", "ratelimit-reset": "7" });
        expect(Number(response.headers["ratelimit-remaining"])).toBeGreaterThan(0);
      }
    });

    it("is left out when there is none, or no key", async () => {
      const { app } = fakeService();
      for (const headers of [bearer(TOKENS.all), {}]) {
        const response = await ask(app, { url: LOOKUP, headers });
        expect(Object.keys(response.headers).filter((name) => name.startsWith("ratelimit"))).toEqual([]);
      }
    });

    it("refuses with Retry-After, 15 seconds at most", async () => {
      const { app } = fakeService();
      const response = await ask(app, { url: LOOKUP, headers: bearer(TOKENS.exhausted) });
      const { detail } = expectProblem(response, "rate_limited");
      expect(detail).toContain("15 seconds");
      expect(response.headers).toMatchObject({
        "retry-after": "15",
        "ratelimit-remaining": "0",
        "ratelimit-reset": "40",
      });
    });

    it("charges a lookup and a search one, and a batch its items", async () => {
      const { app, charged } = fakeService();
      const headers = bearer(TOKENS.limited);
      const requests = Array.from({ length: 10 }, () => ({ billing_code: "100", npi: "1000000001" }));
      await ask(app, { url: LOOKUP, headers });
      await ask(app, { url: SEARCH, headers });
      const response = await ask(app, batch({ requests }, headers));
      expect(charged).toEqual([1, 1, 1, 9]);
      expect(response.headers["ratelimit-remaining"]).toBe(String(5000 - 12));
    });

    it("charges a batch of none or one, or a faulty body, one", async () => {
      const { app, charged } = fakeService();
      await ask(app, batch({ requests: [] }));
      await ask(app, batch({ requests: [{}] }));
      await ask(app, batch("{"));
      expect(charged).toEqual([1, 1, 1]);
    });

    it("charges nothing for a request that cannot be answered here", async () => {
      const { app, charged } = fakeService();
      await ask(app, { url: LOOKUP, headers: bearer(TOKENS.onlyYonder) });
      await ask(app, { url: "/api/v1/yy/outpatient/rate", headers: bearer(TOKENS.all) });
      expect(charged).toEqual([0, 0]);
    });

    it("refuses a batch that it has no room for when its items are known, before any is priced", async () => {
      const refusal = { admitted: false, limit: 1, remaining: 0, resetSeconds: 3 };
      const { app, observed } = fakeService({
        limits: { take: () => ({ ...refusal, admitted: true }), takeFurther: () => refusal },
      });
      const response = await ask(app, batch({ requests: [{}, {}, {}] }));
      expectProblem(response, "rate_limited");
      expect(response.headers).toMatchObject({ "retry-after": "3", "ratelimit-remaining": "0" });
      expect(observed).toMatchObject([{ status: 429, lookups: 0 }]);
    });

    it("admits one batch beyond it of sixty that arrive together, and a full batch for a key of one lookup", async () => {
      const requests = Array.from({ length: 1_000 }, () => ({ billing_code: "100", npi: "1000000001" }));
      for (const [limit, statuses] of [
        [100, { 200: 1, 429: 59 }],
        [1, { 200: 1, 429: 59 }],
        [2_000, { 200: 2, 429: 58 }],
      ] as const) {
        const { app, observed } = fakeService({
          keys: { authenticate: () => ({ ...KEY, lookupsPerMinute: 6 * limit }), keyWithId: () => null, isLost: false },
          limits: new WindowLimits(0, () => 0),
        });
        const answers = await Promise.all(Array.from({ length: 60 }, () => ask(app, batch({ requests }))));
        const counted = Object.groupBy(answers, ({ statusCode }) => String(statusCode));
        expect(Object.fromEntries(Object.entries(counted).map(([code, each]) => [code, each?.length]))).toEqual(
          statuses,
        );
        const priced = observed.reduce((sum, { lookups }) => sum + lookups, 0);
        expect(priced).toBe(1_000 * statuses[200]);
      }
    });

    it("may be kept elsewhere and waited for", async () => {
      const { app } = fakeService({
        limits: {
          take: async () => ({ admitted: true, limit: 9, remaining: 8, resetSeconds: 2 }),
          takeFurther: async () => ({ admitted: true, limit: 9, remaining: 7, resetSeconds: 2 }),
        },
      });
      const response = await ask(app, { url: LOOKUP, headers: bearer(TOKENS.all) });
      expect(response.statusCode).toBe(200);
      expect(response.headers["ratelimit-remaining"]).toBe("8");
      const answer = await ask(app, batch({ requests: [{}, {}] }));
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["ratelimit-remaining"]).toBe("7");
    });

    it("fails as an internal error when it cannot be asked", async () => {
      const gone = () => Promise.reject(new Error("gone"));
      const nowhere = fakeService({ limits: { take: gone, takeFurther: gone } });
      expectProblem(await ask(nowhere.app, { url: LOOKUP, headers: bearer(TOKENS.all) }), "internal_error");
      expect(nowhere.failures).toHaveLength(1);
      const halfway = fakeService({ limits: { take: () => UNLIMITED, takeFurther: gone } });
      expectProblem(await ask(halfway.app, batch({ requests: [{}, {}] })), "internal_error");
      expect(halfway.failures).toHaveLength(1);
    });
  });

  describe("The size of a body", () => {
    it("is limited as configured", async () => {
      const { app } = fakeService({ bodyBytesMax: 100 });
      const fits = `{"requests":[]${" ".repeat(85)}}`;
      expect(fits).toHaveLength(100);
      expect((await ask(app, batch(fits))).statusCode).toBe(200);
      const { detail } = expectProblem(await ask(app, batch(`${fits} `)), "payload_too_large");
      expect(detail).toContain("100 bytes");
    });

    it("is 4 MiB unless configured", async () => {
      const { app } = fakeService();
      const filler = " ".repeat(4 * 1024 * 1024 - 15);
      expect((await ask(app, batch(`{"requests":[]${filler}}`))).statusCode).toBe(200);
      expectProblem(await ask(app, batch(`{"requests":[] ${filler}}`)), "payload_too_large");
    });

    it("does not matter to a path that takes no body", async () => {
      const { app } = fakeService({ bodyBytesMax: 10 });
      const response = await ask(app, { method: "POST", url: `${BATCH}/more`, payload: "x".repeat(100) });
      expectProblem(response, "not_found");
    });
  });
});
