import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ProblemCode } from "../../../src/serve/http/problems.ts";
import { SOON } from "../../support/waiting.ts";
import { ask } from "./support/ask.ts";
import { problemDocument } from "./support/expect-problem.ts";
import { BATCH, fakeService, RATE, TOKENS } from "./support/fake-app.ts";
import { exchange, firstAnswer, listening, sendThenRead } from "./support/raw-socket.ts";

const service = fakeService();
let port = 0;

beforeAll(async () => {
  port = await listening(service.app);
});
afterAll(() => service.app.close());

const HOST = "Host: x\r\nConnection: close\r\n";
const AUTHORIZED = `${HOST}Authorization: Bearer ${TOKENS.all}\r\n`;
const LOOKUP = `${RATE}?billing_code=100&npi=1000000001`;

function post(headers: string, body: string): string {
  return `POST ${BATCH} HTTP/1.1\r\n${AUTHORIZED}Content-Type: application/json\r\n${headers}\r\n${body}`;
}

const malformed: readonly [what: string, sent: string | Buffer, code: ProblemCode][] = [
  ["no HTTP at all", "hello\r\n\r\n", "malformed_request"],
  ["a method that does not exist", `FETCH / HTTP/1.1\r\n${HOST}\r\n`, "malformed_request"],
  ["a version that does not exist", `GET / HTTP/9.9\r\n${HOST}\r\n`, "malformed_request"],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "malformed_request"],
  ["a TLS handshake", Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03]), "malformed_request"],
  ["a header without a colon", `GET / HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`, "malformed_request"],
  ["a NUL in a header", `GET / HTTP/1.1\r\n${HOST}X-A: a\0b\r\n\r\n`, "malformed_request"],
  ["a space in the path", `GET /a b HTTP/1.1\r\n${HOST}\r\n`, "malformed_request"],
  ["letters beyond ASCII in the URL", `GET /?name=Jos\u00e9 HTTP/1.1\r\n${HOST}\r\n`, "malformed_request"],
  ["no Host header", "GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n", "malformed_request"],
  ["percent-encoding that is none in the path", `GET /%zz HTTP/1.1\r\n${HOST}\r\n`, "malformed_request"],
  ["percent-encoding that is not UTF-8 in the path", `GET /%ff HTTP/1.1\r\n${HOST}\r\n`, "malformed_request"],
  ["a Content-Length that is no number", post("Content-Length: x\r\n", "{}"), "malformed_request"],
  ["two Content-Lengths", post("Content-Length: 2\r\nContent-Length: 3\r\n", "{}"), "malformed_request"],
  ["both framings", post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), "malformed_request"],
  ["a chunk without a size", post("Transfer-Encoding: chunked\r\n", "zz\r\n"), "malformed_request"],
  ["a proxy request", `CONNECT a.b:443 HTTP/1.1\r\n${HOST}\r\n`, "method_not_allowed"],
  ["OPTIONS of the whole service", `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, "not_found"],
  ["a method for the web of folders", `PROPFIND /livez HTTP/1.1\r\n${HOST}\r\n`, "method_not_allowed"],
  ["headers beyond measure", `GET / HTTP/1.1\r\n${HOST}X-A: ${"a".repeat(20_000)}\r\n\r\n`, "headers_too_large"],
  ["a URL beyond measure", `GET /?${"a".repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, "headers_too_large"],
  ["a long URL", `GET /?${"a".repeat(9000)} HTTP/1.1\r\n${HOST}\r\n`, "uri_too_long"],
  ["a declared body that is too large", post("Content-Length: 5000000\r\n", "{"), "payload_too_large"],
  [
    "a chunked body that is too large",
    post("Transfer-Encoding: chunked\r\n", `500000\r\n${" ".repeat(0x500000)}\r\n0\r\n\r\n`),
    "payload_too_large",
  ],
  ["a chunked body that is empty", post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n"), "invalid_json"],
  ["a key in the query of a malformed path", `GET /%zz?api_key=1 HTTP/1.1\r\n${HOST}\r\n`, "api_key_in_query"],
];

describe("On the wire, a problem document answers", () => {
  it.each(malformed)("%s", async (_what, sent, code) => {
    const answer = firstAnswer(await exchange(port, sent));
    expect(problemDocument(answer.status, answer.headers["content-type"], answer.body).code).toBe(code);
    expect(answer.headers["x-request-id"]).toBeDefined();
  });
});

describe("A client that sends its whole body before it reads is answered", () => {
  const MEBIBYTE = 1024 * 1024;
  const piece = Buffer.alloc(64 * 1024, " ");
  const chunk = [`${piece.length.toString(16)}\r\n`, piece, "\r\n"];
  const request = (headers: string, key = TOKENS.all) =>
    `POST ${BATCH} HTTP/1.1\r\n${HOST}Authorization: Bearer ${key}\r\n${headers}\r\n`;
  const declared = (bytes: number, key?: string) => [
    request(`Content-Length: ${bytes}\r\n`, key),
    ...Array.from({ length: bytes / piece.length }, () => piece),
  ];
  const chunked = (bytes: number, key?: string) => [
    request("Transfer-Encoding: chunked\r\n", key),
    ...Array.from({ length: bytes / piece.length }, () => chunk).flat(),
    "0\r\n\r\n",
  ];

  it.each([
    ["with 413, its length declared", declared(24 * MEBIBYTE), 413],
    ["with 413, in chunks", chunked(4.25 * MEBIBYTE), 413],
    ["with 401, its length declared", declared(24 * MEBIBYTE, "unknown"), 401],
    ["with 401, in chunks that a full batch has", chunked(0.375 * MEBIBYTE, "unknown"), 401],
  ])("%s", async (_how, sent, status) => {
    const received = await sendThenRead(port, sent);
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
    expect(JSON.parse(firstAnswer(received).body)).toMatchObject({ status });
  });

  it("in chunks beyond that, when it reads meanwhile", async () => {
    const sent = Buffer.concat(chunked(24 * MEBIBYTE, "unknown").map((part) => Buffer.from(part)));
    expect(firstAnswer(await exchange(port, sent))).toMatchObject({ status: 401, headers: { connection: "close" } });
  });

  it("once, though the rest of the body is malformed", async () => {
    const sent = [...chunked(5 * MEBIBYTE).slice(0, -1), "no chunk\r\n"];
    expect(
      (await exchange(port, Buffer.concat(sent.map((part) => Buffer.from(part))))).match(/HTTP\/1.1 \d+/g),
    ).toEqual(["HTTP/1.1 413"]);
  });
});

describe("On the wire", () => {
  it("HEAD answers the headers of GET without a body", async () => {
    const [get, head] = await Promise.all(
      ["GET", "HEAD"].map((method) => exchange(port, `${method} ${LOOKUP} HTTP/1.1\r\n${AUTHORIZED}\r\n`)),
    );
    expect(firstAnswer(head as string)).toMatchObject({ status: 200, body: "" });
    expect(head).toMatch(/\r\n\r\n$/);
    expect(firstAnswer(head as string).headers["content-length"]).toBe(
      firstAnswer(get as string).headers["content-length"],
    );
  });

  it("HEAD of a problem has no body either", async () => {
    const received = await exchange(port, `HEAD ${RATE} HTTP/1.1\r\n${HOST}\r\n`);
    expect(firstAnswer(received)).toMatchObject({ status: 401, body: "" });
    expect(received).toMatch(/\r\n\r\n$/);
  });

  it("the whole URL that a proxy sends stands for its path", async () => {
    const request = `GET http://ratebook.test${LOOKUP} HTTP/1.1\r\n${AUTHORIZED}\r\n`;
    expect(firstAnswer(await exchange(port, request)).status).toBe(200);
  });

  it("what is answered without the framework is answered as with it", async () => {
    const urls = [
      LOOKUP,
      RATE,
      `${LOOKUP}&wrong=1`,
      `${LOOKUP}&api_key=1`,
      `${RATE}?billing_code=100&provider_name=clinic`,
      "/api/v1/zz/providers/search",
      "/api/v1/yy/inpatient/rate",
      "/livez",
      "/readyz",
      "/release",
      "/docs/problems",
    ];
    for (const url of urls) {
      const direct = firstAnswer(await exchange(port, `GET ${url} HTTP/1.1\r\n${AUTHORIZED}\r\n`));
      const injected = await ask(service.app, { url, headers: { authorization: `Bearer ${TOKENS.all}` } });
      const withoutId = (body: string) => body.replace(/"request_id":"[^"]*"/, "");
      expect(direct.status, url).toBe(injected.statusCode);
      expect(withoutId(direct.body), url).toBe(withoutId(injected.body));
      const varying = ["x-request-id", "content-length", "date", "connection", "keep-alive"];
      const headers = (all: object) => Object.entries(all).filter(([name]) => !varying.includes(name));
      expect(headers(direct.headers), url).toEqual(headers(injected.headers));
    }
  });

  it("an unknown expectation is ignored, and a known one is met", async () => {
    const unknown = `GET ${LOOKUP} HTTP/1.1\r\n${AUTHORIZED}Expect: miracles\r\n\r\n`;
    expect(firstAnswer(await exchange(port, unknown)).status).toBe(200);
    const known = post("Content-Length: 15\r\nExpect: 100-continue\r\n", '{"requests":[]}');
    expect(await exchange(port, known)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
  });

  it("an upgrade that is not offered is answered as an ordinary request", async () => {
    const request = `GET ${LOOKUP} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.all}\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`;
    expect(firstAnswer(await exchange(port, request)).status).toBe(200);
  });

  it("what follows a request for an upgrade is never taken for a request: the connection ends with the answer", async () => {
    const upgrade = `GET /livez HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: foo\r\n\r\n`;
    const hidden = `GET ${LOOKUP} HTTP/1.1\r\n${AUTHORIZED}\r\n`;
    const head = `POST ${BATCH} HTTP/1.1\r\n${AUTHORIZED}Content-Length: ${hidden.length}\r\n\r\n`;
    const socket = connect(port, "127.0.0.1").setEncoding("latin1").setNoDelay();
    let received = "";
    socket.on("data", (text) => {
      received += text;
    });
    const closed = once(socket, "close");
    socket.write(upgrade + head);
    await vi.waitFor(() => expect(received).toContain("HTTP/1.1"), SOON);
    socket.on("error", () => {}).write(hidden);
    await closed;
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
    expect(received).toContain("Connection: close");
  });

  it("a refused request leaves the connection usable for the next one", async () => {
    const refused = `POST ${RATE} HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\n{"a":1}`;
    const received = await exchange(port, `${refused}GET ${LOOKUP} HTTP/1.1\r\n${AUTHORIZED}\r\n`);
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 405", "HTTP/1.1 200"]);
  });

  it("a request that was refused before its body arrived leaves the connection to others, good and malformed", async () => {
    const socket = connect(port, "127.0.0.1").setEncoding("latin1");
    let received = "";
    socket.on("data", (text) => {
      received += text;
    });
    const statuses = () => received.match(/HTTP\/1.1 \d+/g) ?? [];
    const answers = (count: number) => vi.waitFor(() => expect(statuses()).toHaveLength(count), SOON);
    socket.write(`POST ${BATCH} HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\n`);
    await answers(1);
    socket.write(`{"a":1}GET /livez HTTP/1.1\r\nHost: x\r\n\r\n`);
    await answers(2);
    socket.write("hello\r\n\r\n");
    await once(socket, "close");
    expect(statuses()).toEqual(["HTTP/1.1 401", "HTTP/1.1 200", "HTTP/1.1 400"]);
  });

  it("a client that leaves before its body is complete, or before its answer, does no harm", async () => {
    const { app, releases, release, failures } = fakeService();
    const ownPort = await listening(app);
    const items = Array.from({ length: 1000 }, () => ({ billing_code: "100", provider_name: "clinic" }));
    const whole = JSON.stringify({ requests: items });
    for (const body of [whole.slice(0, 100), whole]) {
      const socket = connect(ownPort, "127.0.0.1", () => {
        socket.write(post(`Content-Length: ${whole.length}\r\n`, body), () => socket.resetAndDestroy());
      });
      await new Promise((resolve) => socket.on("close", resolve));
    }
    releases.clear();
    while (!release.isClosed()) await after(5);
    expect(failures).toEqual([]);
    await app.close();
  });

  it("what could not be read is observed too", () => {
    const unreadable = service.observed.filter(({ method }) => method === "?");
    expect(unreadable.length).toBeGreaterThan(5);
    expect(unreadable[0]).toMatchObject({ route: "*", status: 400, problem: "malformed_request", keyId: null });
  });
});
