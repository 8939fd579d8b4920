import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemDocument } from "./support/expect-problem.ts";
import { BATCH, fakeService, RATE, TOKENS } from "./support/fake-app.ts";
import { exchange, firstAnswer, listening } from "./support/raw-socket.ts";

const service = fakeService();
let port = 0;

beforeAll(async () => {
  port = await listening(service.app);
});
afterAll(() => service.app.close());

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
    const received = await exchange(port, sent);
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
    expect(firstAnswer(await exchange(port, sent)).status).toBe(200);
  });
});
