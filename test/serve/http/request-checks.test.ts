import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AllowedHosts } from "../../../src/serve/http/request-checks.ts";
import { problemDocument } from "./support/expect-problem.ts";
import { BATCH, fakeService, RATE, TOKENS } from "./support/fake-app.ts";
import { exchange, firstAnswer, listening } from "./support/raw-socket.ts";

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
    ["two keys on a path that does not exist", `GET /nothing HTTP/1.1\r\nHost: x\r\n${KEY}${KEY}\r\n`, "Authorization"],
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

  it.each(["evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.nip.io", "10.0.0.1", "[fe80::1]"])(
    "does not answer to %s, whatever is asked",
    async (host) => {
      for (const path of ["/livez", "/openapi.json", "/api/v1/zz/outpatient/rate", "/nothing"]) {
        const { code, status } = await problemOf(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n`);
        expect([code, status], path).toEqual(["misdirected_request", 421]);
      }
    },
  );

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
