import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { OwnBytes } from "../../../src/core/runtime/memory.ts";
import { REPRICE_PATH } from "../../../src/pricing/state/api-paths.ts";
import { RepricingJobs } from "../../../src/reprice/jobs/jobs.ts";
import { JOB_LIMITS } from "../../../src/reprice/limits.ts";
import { NO_ROUTE } from "../../../src/serve/http/exchange.ts";
import { HTTP_LIMITS } from "../../../src/serve/http/limits.ts";
import type { Answer, LongWork } from "../../../src/serve/http/long-work/question.ts";
import { decodedPath, findRoute, JOB_PATTERN, pathOf, type Route } from "../../../src/serve/http/router.ts";
import { SOON } from "../../support/waiting.ts";
import { BODY_BYTES_MAX, CUT_SHORT, REQUESTS } from "./request-handler/requests.ts";
import { ask } from "./support/ask.ts";
import { expectProblem } from "./support/expect-problem.ts";
import { BATCH, batch, bearer, fakeService, get, type Harness, RATE, SEARCH, TOKENS } from "./support/fake-app.ts";
import { exchange, firstAnswer, listening } from "./support/raw-socket.ts";

describe("request handler", () => {
  /*
   * What the service answers to good and hostile requests, byte for byte, and what is observed of each. The file of answers is
   * a contract: a line of it changes only together with the conventions or the release notes.
   */

  const folder = mkdtempSync(join(tmpdir(), "ratebook-request-handler-"));
  let service: Harness;
  let port = 0;

  beforeAll(async () => {
    const ignored = () => {};
    const jobs = new RepricingJobs({
      folder,
      threadModule: new URL(import.meta.url),
      onCounts: ignored,
      onPriced: ignored,
      onMistake: ignored,
    });
    service = fakeService({ bodyBytesMax: BODY_BYTES_MAX, jobs });
    port = await listening(service.app);
  });
  afterAll(async () => {
    await service.app.close();
    rmSync(folder, { recursive: true });
  });

  const LONG = 300;

  /** A request in one line. */
  function shown(request: string): string {
    const text = JSON.stringify(request);
    return text.length <= LONG ? text : `${text.slice(0, LONG)}... (${request.length})`;
  }

  /** What differs from run to run is covered. */
  function steady(answer: string): string {
    return answer
      .replaceAll(/[0-9a-f]{10}-[0-9a-z]+/g, "<request>")
      .replaceAll(/^Date: .*$/gm, "Date: <now>")
      .replaceAll(/ratebook_session=[^;]+/g, "ratebook_session=<token>")
      .replaceAll(/(uptime[a-z_]*":)[0-9.]+/g, "$1<seconds>")
      .replaceAll("\r", "");
  }

  async function notices(request: string, thenEnd: boolean): Promise<string> {
    const before = service.observed.length;
    const failuresBefore = service.failures.length;
    const answer = await exchange(port, request, thenEnd);
    // The place for a file is made on the disk before anything is known of its client's leaving.
    const isLeft = () => service.observed.slice(before).some(({ status }) => status === 499);
    if (thenEnd && request.startsWith("POST /api/v1/reprice"))
      await vi.waitFor(() => expect(isLeft()).toBe(true), SOON);
    const observed = service.observed
      .slice(before)
      .map(({ requestId: _id, durationMilliseconds: _duration, ...facts }) => JSON.stringify(facts));
    const failures = service.failures.slice(failuresBefore).map((failure) => `failure: ${failure}`);
    return [`>>> ${shown(request)}`, steady(answer), ...observed, ...failures, ""].join("\n");
  }

  it("every request is answered and observed as it always was", async () => {
    const answers: string[] = [];
    for (const request of REQUESTS) answers.push(await notices(request, false));
    for (const request of CUT_SHORT) answers.push(await notices(request, true));
    await expect(answers.join("\n")).toMatchFileSnapshot("request-handler/answers.txt");
  });
});

describe("router", () => {
  const RATE = "/api/v1/ca/outpatient/rate";
  const PATHS = [RATE, "/", REPRICE_PATH, JOB_PATTERN, `${JOB_PATTERN}/results`];
  const ROUTES = routesAt(PATHS);

  function routesAt(paths: readonly string[]): ReadonlyMap<string, Route> {
    return new Map(paths.map((path) => [path, { facts: { ...NO_ROUTE, route: path }, methods: new Map() }]));
  }

  /** The path of the route that answers a URL. */
  function routeOf(url: string, routes = ROUTES): string | undefined {
    return findRoute(routes, url)?.facts.route;
  }

  describe("The route of a URL", () => {
    it.each([
      ["as it is written", RATE],
      ["before a query", `${RATE}?billing_code=99213`],
      ["before a query of nothing", `${RATE}?`],
      ["before a query with a path in it", `${RATE}?then=/api/v1/reprice`],
      ["before a query that is malformed", `${RATE}?name=%zz`],
      ["with letters percent-encoded", "/api/v1/c%61/outpatient/r%61te"],
      ["percent-encoded, before a query with a fragment", "/api/v1/c%61/outpatient/rate?a=b#c"],
      ["before a fragment, which clients should keep to themselves", `${RATE}#top`],
      ["before a fragment with a question mark in it", `${RATE}#top?x`],
    ])("is found %s", (_how, url) => {
      expect(routeOf(url)).toBe(RATE);
    });

    it.each([
      ["another path", "/api/v1/ca/outpatient/rates"],
      ["the beginning of one", "/api/v1/ca/outpatient"],
      ["one with a slash at its end", `${RATE}/`],
      ["one with a slash twice", "/api/v1//ca/outpatient/rate"],
      ["one in capitals", RATE.toUpperCase()],
      ["one that leads up and down again", "/api/v1/ca/outpatient/../outpatient/rate"],
      ["one that leads up, encoded", "/api/v1/ca/outpatient/%2e%2e/outpatient/rate"],
      ["one with an encoded slash", "/api/v1/ca/outpatient%2Frate"],
      ["one with an encoded question mark", `${RATE}%3Fa=b`],
      ["one with an encoded number sign", `${RATE}%23top`],
      ["one that is encoded twice", "/api/v1/c%2561/outpatient/rate"],
      ["one with a null byte", `${RATE}%00`],
      ["one with a space at its end", `${RATE}%20`],
      ["none", ""],
      ["the one for a whole server", "*"],
      ["what every object has", "__proto__"],
      ["what every object has, encoded", "c%6Fnstructor"],
    ])("is not that of %s", (_what, url) => {
      expect(routeOf(url)).toBeUndefined();
    });

    it.each([
      ["a lone percent sign", `${RATE}%`],
      ["no hexadecimal digits", "/api/v1/c%zz/outpatient/rate"],
      ["half a character", "/api/v1/c%C3/outpatient/rate"],
      ["a slash in more bytes than it has", "/api/v1/ca/outpatient%C0%AFrate"],
      ["half of a surrogate pair", "/api/v1/c%ED%A0%80/outpatient/rate"],
    ])("is none where its encoding is malformed: %s", (_what, url) => {
      expect(decodedPath(url)).toBeNull();
      expect(routeOf(url)).toBeUndefined();
    });
  });

  describe("The route of a repricing job", () => {
    it.each([
      ["by its identifier", `${REPRICE_PATH}/0a1b`, JOB_PATTERN],
      ["by one that is encoded", `${REPRICE_PATH}/%30a1b`, JOB_PATTERN],
      ["by one with an encoded slash, which separates nothing", `${REPRICE_PATH}/a%2Fresults`, JOB_PATTERN],
      ["by any other text", `${REPRICE_PATH}/__proto__`, JOB_PATTERN],
      ["by what looks like the pattern", `${REPRICE_PATH}/:id`, JOB_PATTERN],
      ["with a file of it", `${REPRICE_PATH}/0a1b/results`, `${JOB_PATTERN}/results`],
      ["with a file of it and a query", `${REPRICE_PATH}/0a1b/results?download`, `${JOB_PATTERN}/results`],
    ])("is found %s", (_how, url, route) => {
      expect(routeOf(url)).toBe(route);
    });

    it.each([
      ["without an identifier", `${REPRICE_PATH}/`],
      ["with a file that jobs do not have", `${REPRICE_PATH}/0a1b/rates`],
      ["with a file that no route is for", `${REPRICE_PATH}/0a1b/faults`],
      ["with more behind its file", `${REPRICE_PATH}/0a1b/results/1`],
    ])("is none %s", (_what, url) => {
      expect(routeOf(url)).toBeUndefined();
    });

    it("is none in a service that does not reprice files", () => {
      expect(routeOf(`${REPRICE_PATH}/0a1b`, routesAt([RATE]))).toBeUndefined();
    });
  });

  it("the path of a URL is what stands before the first question mark, as it is written", () => {
    expect(["/a", "/a?b", "/a?b?c", "?b", "", "/%61#c"].map(pathOf)).toEqual(["/a", "/a", "/a", "", "", "/%61#c"]);
  });

  it("a path is decoded once, and nothing in it becomes a separator", () => {
    const paths = ["/caf%C3%A9?x", "/a%20b#c", "/%2561", "/a%2Fb%3Fc%23d", "/plain"];
    expect(paths.map(decodedPath)).toEqual(["/café", "/a b", "/%61", "/a%2Fb%3Fc%23d", "/plain"]);
  });
});

describe("exchange", () => {
  const REST = "the rest";
  const HEAD = `GET ${SEARCH}?provider_name=clinic HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.all}\r\n`;

  it.each([
    ["at once", `${HEAD}Connection: close\r\n\r\n`, ""],
    ["while a body is on its way", `${HEAD}Connection: close\r\nContent-Length: ${REST.length}\r\n\r\n`, REST],
  ])("the memory of an answer in parts is given back when it has been sent %s", async (_when, request, rest) => {
    const parts: OwnBytes[] = ["[1,", "2]"].map((text) => new TextEncoder().encode(text));
    const work: LongWork = { answer: async () => ({ ok: true, body: parts, lookups: 0 }) };
    const { app } = fakeService({ longWork: () => work });
    const socket = connect(await listening(app), "127.0.0.1").setEncoding("latin1");
    let received = "";
    socket.on("data", (text) => {
      received += text;
    });
    const closed = once(socket, "close");
    socket.write(request);
    await vi.waitFor(() => expect(received).toContain("2]"), SOON);
    socket.write(rest);
    await closed;
    expect(firstAnswer(received).body).toBe("[1,2]");
    await vi.waitFor(() => expect(parts.map(({ length }) => length)).toEqual([0, 0]), SOON);
    await app.close();
  });

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
      [
        { url: RATE },
        { route: "/api/v1/:state/outpatient/rate", state: "zz", problem: "missing_api_key", keyId: null },
      ],
      [
        { url: RATE, headers: bearer("made-up") },
        { problem: "invalid_api_key", keyRefusal: "unknown", keyId: null },
      ],
      [
        { url: RATE, headers: bearer("was-revoked") },
        { problem: "invalid_api_key", keyRefusal: "revoked", keyId: null },
      ],
      [
        { url: RATE, headers: { cookie: "ratebook_session_80=over" } },
        { problem: "invalid_api_key", keyRefusal: "session_ended", keyId: null },
      ],
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
      const { app, observed } = fakeService({
        refusalOf: (token) => (token === "was-revoked" ? "revoked" : "unknown"),
      });
      const { body } = await ask(app, request);
      expect(observed).toHaveLength(1);
      expect(observed[0]).toMatchObject(expected);
      // The client is not informed which of them it was.
      if (observed[0]?.keyRefusal === "revoked") expect(body).toContain("unknown, expired or revoked");
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
});

describe("stopping", () => {
  it("answers every request that was sent ahead on a connection, and ends it with the last of them", async () => {
    const held = Promise.withResolvers<void>();
    let asked = 0;
    const work: LongWork = {
      async answer(): Promise<Answer> {
        asked += 1;
        await held.promise;
        return { ok: true, body: "[]", lookups: 1 };
      },
    };
    const { app, stop } = fakeService({ longWork: () => work });
    const head = `HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.all}\r\n\r\n`;
    const search = `GET ${SEARCH}?provider_name=clinic ${head}`;
    const lookup = `GET ${RATE}?billing_code=100&npi=1000000001 ${head}`;
    const answered = exchange(await listening(app), `${search}${lookup}${lookup}`);
    await vi.waitFor(() => expect(asked).toBe(1), SOON);
    stop();
    held.resolve();
    // The connection is ended by the service: the client has not asked for it.
    const received = await answered;
    const answers = received.split("HTTP/1.1 ").slice(1);
    expect(answers.map((answer) => [answer.slice(0, 3), /^connection: close/im.test(answer)])).toEqual([
      ["200", false],
      ["200", false],
      ["200", true],
    ]);
    await app.close();
  });

  it("refuses a new file to reprice before it is read: its job would end with the service", async () => {
    const limits = ["all", "all_bytes", "disk"];
    const jobs = {
      reserve: () => limits.shift(),
      end: async () => {},
      space: JOB_LIMITS,
    } as unknown as RepricingJobs;
    const { app, stop } = fakeService({ jobs });
    const headers = { ...get("/").headers, "content-type": "multipart/form-data; boundary=b" };
    const upload = { method: "POST", url: "/api/v1/reprice", headers, payload: "--b--\r\n" } as const;
    while (limits.length > 0) {
      const refused = await ask(app, upload);
      expectProblem(refused, "overloaded");
      expect(refused.headers["retry-after"]).toBe(String(HTTP_LIMITS.retryAfterSecondsMax));
    }
    stop();
    const { detail } = expectProblem(await ask(app, upload), "not_ready");
    expect(detail).toContain("Send the file again");
    await app.close();
  });
});
