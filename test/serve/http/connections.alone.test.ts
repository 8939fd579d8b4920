import { once } from "node:events";
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { HTTP_LIMITS } from "../../../src/serve/http/limits.ts";
import type { Answer, LongWork } from "../../../src/serve/http/long-work/question.ts";
import { SOON } from "../../support/waiting.ts";
import { ask } from "./support/ask.ts";
import { BATCH, batch, bearer, fakeService, get, RATE, SEARCH, TOKENS } from "./support/fake-app.ts";
import { exchange, firstAnswer, listening, sendThenRead } from "./support/raw-socket.ts";

const HOST = "Host: x\r\n";
const AUTHORIZED = `${HOST}Authorization: Bearer ${TOKENS.all}\r\n`;
const LOOKUP = `GET ${RATE}?billing_code=100&npi=1000000001 HTTP/1.1\r\n${AUTHORIZED}\r\n`;
const LIVENESS = `GET /livez HTTP/1.1\r\n${HOST}\r\n`;
const CHUNKED = "Transfer-Encoding: chunked\r\n";
const MEBIBYTE = 1024 * 1024;

const post = (headers: string, body = "") => `POST ${BATCH} HTTP/1.1\r\n${AUTHORIZED}${headers}\r\n${body}`;
const inChunks = (...chunks: readonly string[]) =>
  chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("");
const statusesIn = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

const service = fakeService();
let port = 0;

beforeAll(async () => {
  port = await listening(service.app);
});
afterEach(() => expect(service.failures).toEqual([]));
afterAll(() => service.app.close());

/** What a client reads that sends parts with a pause between them, until the connection is closed. */
async function received(...parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1").setNoDelay();
  socket.on("error", () => {});
  let text = "";
  socket.on("data", (piece) => {
    text += piece;
  });
  const closed = once(socket, "close");
  for (const part of parts) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await closed;
  return text;
}

describe("Requests that are sent before their predecessors are answered", () => {
  it("are worked on one at a time, and answered in order", async () => {
    const answers: (() => void)[] = [];
    const work: LongWork = {
      async answer(): Promise<Answer> {
        const number = answers.length + 1;
        await new Promise<void>((proceed) => answers.push(proceed));
        return { ok: true, body: `[${number}]`, lookups: 1 };
      },
    };
    const { app } = fakeService({ longWork: () => work });
    const search = `GET ${SEARCH}?provider_name=clinic HTTP/1.1\r\n${AUTHORIZED}`;
    const answered = exchange(await listening(app), `${search}\r\n${search}\r\n${search}Connection: close\r\n\r\n`);
    for (const started of [1, 2, 3]) {
      await vi.waitFor(() => expect(answers).toHaveLength(started), SOON);
      answers[started - 1]?.();
    }
    expect((await answered).match(/\[\d\]/g)).toEqual(["[1]", "[2]", "[3]"]);
    await app.close();
  });

  it("close the connection when there are thousands, and leave the service to others", async () => {
    const text = await exchange(port, `GET /openapi.json HTTP/1.1\r\n${HOST}\r\n`.repeat(5_000));
    expect(statusesIn(text).length).toBeLessThanOrEqual(HTTP_LIMITS.pipelinedRequestsMax + 1);
    expect(statusesIn(await exchange(port, LIVENESS, true))).toEqual([200]);
  });

  it("are answered before unreadable bytes that follow them are refused", async () => {
    const text = await exchange(port, `${LOOKUP}${post("Content-Length: 15\r\n", '{"requests":[]}')}no HTTP\r\n\r\n`);
    expect(statusesIn(text)).toEqual([200, 200, 400]);
  });

  it("are all answered by a service that stops, and the last answer ends the connection", async () => {
    const stopping = fakeService();
    stopping.stop();
    const text = await exchange(await listening(stopping.app), LIVENESS.repeat(3));
    expect(statusesIn(text)).toEqual([200, 200, 200]);
    expect(text.match(/connection: close/gi)).toHaveLength(1);
    await stopping.app.close();
  });
});

describe("A body", () => {
  it.each([
    ["of one byte after the other", "Content-Length: 15\r\n", [...'{"requests":[]}']],
    ["in chunks", CHUNKED, ['f\r\n{"reque', 'sts":[]}\r\n0', "\r\n\r\n"]],
    ["in a chunk for each item", CHUNKED, [inChunks('{"requests":[', ...Array(999).fill("{},"), "{}]}"), "0\r\n\r\n"]],
  ])("is read to its end: %s", async (_how, framing, parts) => {
    const text = await received(post(`Connection: close\r\n${framing}`), ...parts);
    expect(statusesIn(text)).toEqual([200]);
  });

  it("whose client leaves before its end is not taken for a whole one", async () => {
    const before = service.observed.length;
    await exchange(port, post("Content-Length: 20\r\n", '{"requests":[]}'), true);
    await vi.waitFor(() => expect(service.observed.length).toBeGreaterThan(before), SOON);
    for (const { status } of service.observed.slice(before)) expect(status).toBe(400);
  });

  it("that does not arrive in time is refused, and gives its memory back", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const client = connect(port, "127.0.0.1")
        .setEncoding("latin1")
        .on("error", () => {});
      const answered = once(client, "data");
      const arrived = once(service.app.server, "request");
      client.write(post("Content-Length: 4000000\r\n", '{"requests":['));
      await arrived;
      await vi.advanceTimersByTimeAsync(HTTP_LIMITS.bodyMillisecondsMax);
      const [text] = await answered;
      expect(text).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);
      client.destroy();
    } finally {
      vi.useRealTimers();
    }
  });

  it("in chunks that stay tiny is refused, and its end is never waited for", async () => {
    const tiny = inChunks(...'{"requests":[]}', ...Array(5_000).fill(" "));
    for (const end of ["", "0\r\n\r\n"]) {
      const answer = firstAnswer(await exchange(port, post(CHUNKED, tiny + end)));
      expect(answer).toMatchObject({ status: 413, headers: { connection: "close" } });
      expect(answer.body).toContain("too many small chunks");
    }
    // Node reuses the parser of such a connection.
    const whole = post(`Connection: close\r\n${CHUNKED}`, `${inChunks('{"requests":[]}')}0\r\n\r\n`);
    for (let time = 0; time < 3; time += 1) expect(statusesIn(await exchange(port, whole))).toEqual([200]);
  });

  it("that is just too large is discarded, and the connection kept for the next request", async () => {
    const body = Buffer.alloc(5 * MEBIBYTE, " ");
    const next = LIVENESS.replace(HOST, `${HOST}Connection: close\r\n`);
    const text = await sendThenRead(port, [post(`Content-Length: ${body.length}\r\n`), body, next]);
    expect(statusesIn(text)).toEqual([413, 200]);
  });

  it.each([
    ["of a refused request, in chunks", `POST ${BATCH} HTTP/1.1\r\n${HOST}${CHUNKED}\r\n`, 80, 401],
    ["that is far too large", post(`Content-Length: ${100 * MEBIBYTE}\r\n`), 80, 413],
    ["that turns out to be too large", post(CHUNKED), 80, 413],
    ["that means nothing", `GET /livez HTTP/1.1\r\n${HOST}${CHUNKED}\r\n`, 1, 200],
  ])("that is not read ends its connection after the answer: %s", async (_what, head, pieces, status) => {
    const piece = inChunks(" ".repeat(64 * 1024));
    const answer = firstAnswer(await sendThenRead(port, [head, ...Array(pieces).fill(piece)]));
    expect(answer).toMatchObject({ status, headers: { connection: "close" } });
  });

  it("is requested from a client that waits for that, unless its request is refused", async () => {
    const waiting = (framing: string) => post(`Connection: close\r\nExpect: 100-continue\r\n${framing}`);
    const text = await received(waiting("Content-Length: 15\r\n"), '{"requests":[]}');
    expect(statusesIn(text)).toEqual([100, 200]);
    const refused = await received(waiting(`Content-Length: ${5 * MEBIBYTE}\r\n`));
    expect(statusesIn(refused)).toEqual([413]);
  });
});

describe("A connection", () => {
  it("whose client has sent its end still gets the answer", async () => {
    expect(statusesIn(await exchange(port, LOOKUP, true))).toEqual([200]);
  });

  it("stays usable after a refused request", async () => {
    const refused = `POST ${RATE} HTTP/1.1\r\n${HOST}Content-Length: 7\r\n\r\n{"a":1}`;
    expect(statusesIn(await exchange(port, refused + LOOKUP, true))).toEqual([405, 200]);
  });

  it("ends with the answer to a request for an upgrade: what follows is never taken for a request", async () => {
    const upgrade = `GET /livez HTTP/1.1\r\n${HOST}Connection: upgrade\r\nUpgrade: foo\r\n\r\n`;
    const hidden = post(`Content-Length: ${LOOKUP.length}\r\n`);
    expect(statusesIn(await received(upgrade + hidden, LOOKUP))).toEqual([200]);
  });

  it("that unreadable bytes have ended is gone after a while, though its client keeps its side open", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const arrived = once(service.app.server, "connection");
      const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
      client.write("hello\r\n\r\n");
      const [socket] = await arrived;
      await once(client.resume(), "end");
      vi.advanceTimersByTime(HTTP_LIMITS.discardedMillisecondsMax - 1);
      expect(socket.destroyed).toBe(false);
      vi.advanceTimersByTime(1);
      expect(socket.destroyed).toBe(true);
      client.destroy();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("Compression", () => {
  it("is for documents that all clients share", async () => {
    const plain = await ask(service.app, "/openapi.json");
    const packed = await ask(service.app, { url: "/openapi.json", headers: { "accept-encoding": "br, gzip" } });
    for (const { headers } of [plain, packed]) expect(headers.vary).toBe("Accept-Encoding");
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(packed.rawPayload)).toEqual(plain.rawPayload);
    const known = { "accept-encoding": "gzip", "if-none-match": String(plain.headers.etag) };
    expect((await ask(service.app, { url: "/openapi.json", headers: known })).statusCode).toBe(304);
  });

  it("is not for answers about prices or keys", async () => {
    const gzip = { "accept-encoding": "gzip" };
    const items = Array.from({ length: 100 }, () => ({ billing_code: "100", npi: "1000000001" }));
    const asked = [
      get(`${SEARCH}?provider_name=clinic`),
      batch({ requests: items }),
      { url: "/session", headers: bearer(TOKENS.all) },
    ];
    for (const each of asked) {
      const { headers } = await ask(service.app, { ...each, headers: { ...each.headers, ...gzip } });
      expect(headers["content-encoding"]).toBeUndefined();
    }
  });
});
