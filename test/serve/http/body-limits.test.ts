import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { limitBodyTime, TINY_CHUNKS, TinyChunks } from "../../../src/serve/http/body-limits.ts";
import { HTTP_LIMITS } from "../../../src/serve/http/limits.ts";
import { SOON } from "../../support/waiting.ts";
import { BATCH, fakeService, RATE, TOKENS } from "./support/fake-app.ts";
import { exchange, firstAnswer, listening } from "./support/raw-socket.ts";

const { chunkBytesMin, tinyChunksMax, tinyChunksOfAllMax, tinyChunksMaxUnderLoad, unparsedBytesMax } = HTTP_LIMITS;

const service = fakeService();
let port = 0;
/** Pieces of bodies that Node's parser has handed over. */
let pieces = 0;
let sockets: Socket[] = [];

beforeAll(async () => {
  // Before anything of ours: what it counts is what Node does.
  service.app.server.prependListener("request", (request: IncomingMessage) => {
    const push = request.push.bind(request);
    request.push = (piece, encoding) => {
      if (piece !== null) pieces += 1;
      return push(piece, encoding);
    };
  });
  service.app.server.on("connection", (socket: Socket) => sockets.push(socket));
  port = await listening(service.app);
});

beforeEach(() => {
  pieces = 0;
  sockets = [];
});

afterEach(() => expect(service.failures).toEqual([]));

afterAll(() => service.app.close());

const CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";
const AUTHORIZED = `Host: x\r\nAuthorization: Bearer ${TOKENS.all}\r\n`;
const BATCH_HEAD = `POST ${BATCH} HTTP/1.1\r\n${AUTHORIZED}${CHUNKED}`;

/** A body in chunks of one byte, without its end. */
function bytewise(body: string): string {
  return [...body].map((byte) => `1\r\n${byte}\r\n`).join("");
}

const MANY = bytewise(" ".repeat(10_000));
const END = "0\r\n\r\n";

describe("A refused request whose rest is in chunks", () => {
  it.each([
    ["on a path that is not there", `POST /nowhere HTTP/1.1\r\nHost: x\r\n${CHUNKED}`, 404],
    ["without a key", `POST ${BATCH} HTTP/1.1\r\nHost: x\r\n${CHUNKED}`, 401],
    ["with a method that is not allowed", `POST ${RATE} HTTP/1.1\r\nHost: x\r\n${CHUNKED}`, 405],
    ["of which the body means nothing", `GET /livez HTTP/1.1\r\nHost: x\r\n${CHUNKED}`, 200],
    ["without a body in its answer", `HEAD /livez HTTP/1.1\r\nHost: x\r\n${CHUNKED}`, 200],
  ])("%s is answered and its connection closed, and none of its chunks is looked at", async (_what, head, status) => {
    // The end of the body is never sent.
    const answer = firstAnswer(await exchange(port, head + MANY));
    expect(answer).toMatchObject({ status, headers: { connection: "close" } });
    expect(pieces).toBe(0);
  });

  it("is closed though its client goes on sending, of which a bounded part is read", async () => {
    const client = connect(port, "127.0.0.1").on("error", () => {});
    // Watched from the beginning: on a busy machine the client is closed before the server's side has been looked at.
    const closed = new Promise((resolve) => client.once("close", resolve));
    let received = "";
    client.setEncoding("latin1").on("data", (text) => {
      received += text;
    });
    client.write(`POST /nowhere HTTP/1.1\r\nHost: x\r\n${CHUNKED}`);
    client.write(MANY.repeat(50));
    await once(client, "end");
    expect(firstAnswer(received)).toMatchObject({ status: 404 });
    const [socket] = sockets as [Socket];
    await vi.waitFor(() => expect(socket.isPaused() || socket.destroyed).toBe(true), SOON);
    expect(socket.bytesRead).toBeLessThan(unparsedBytesMax + 256 * 1024);
    await closed;
    expect(pieces).toBe(0);
  });

  it("leaves the parser, which Node uses for other connections, as it was", async () => {
    await exchange(port, `POST /nowhere HTTP/1.1\r\nHost: x\r\n${CHUNKED}${MANY}`);
    const head = BATCH_HEAD.replace("Host: x", "Host: x\r\nConnection: close");
    for (let time = 0; time < 3; time += 1) {
      const answer = firstAnswer(await exchange(port, `${head}${bytewise('{"requests":[]}')}${END}`));
      expect(answer).toMatchObject({ status: 200, body: '{"batch_size":0,"responses":[]}' });
    }
  });
});

describe("A body in small chunks", () => {
  it("is refused after a grace, and its end is not waited for", async () => {
    const answer = firstAnswer(await exchange(port, BATCH_HEAD + MANY));
    expect(answer).toMatchObject({ status: 413, headers: { connection: "close" } });
    expect(JSON.parse(answer.body)).toMatchObject({
      code: "payload_too_large",
      detail: "The body comes in too many small chunks. Send chunks of 512 bytes or more, or a Content-Length.",
    });
    // The first to owe too much is one more than there may be; time forgives a few.
    expect(pieces).toBeGreaterThan(tinyChunksMax);
    expect(pieces).toBeLessThan(5 * tinyChunksMax);
  });

  it("of which a part arrived is never taken for the whole", async () => {
    const whole = `{"requests":[]}${" ".repeat(9_000)}`;
    const received = await exchange(port, `${BATCH_HEAD}${bytewise(whole)}${END}`);
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 413"]);
  });

  it("is answered like any other when there are few, also once more on its connection", async () => {
    const body = bytewise('{"requests":[]}') + END;
    const last = BATCH_HEAD.replace("Host: x", "Host: x\r\nConnection: close");
    const received = await exchange(port, BATCH_HEAD + body + last + body);
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
  });
});

describe("What is owed for small chunks", () => {
  let now: number;
  let tinyChunks: TinyChunks;
  let refused: number;
  let server: EventEmitter;

  beforeEach(() => {
    now = 0;
    refused = 0;
    tinyChunks = new TinyChunks(() => now);
    server = new EventEmitter().on("clientError", ({ code }) => {
      expect(code).toBe(TINY_CHUNKS);
      refused += 1;
    });
  });

  function request(socket = new PassThrough(), headers: object = { "transfer-encoding": "chunked" }): Readable {
    const body = Object.assign(new Readable({ read() {} }), { socket, headers });
    tinyChunks.watch(server as Server, body as unknown as IncomingMessage);
    return body;
  }

  function push(body: Readable, count: number, bytes = 1): void {
    for (let chunk = 0; chunk < count; chunk += 1) body.push(Buffer.alloc(bytes));
  }

  /** Chunks of a byte that are owed for as so many without one. */
  const asBytes = (chunks: number) => Math.floor((chunks * chunkBytesMin) / (chunkBytesMin - 1));

  it("may be a full batch, item by item, and no more", () => {
    const body = request();
    push(body, asBytes(tinyChunksMax));
    expect(refused).toBe(0);
    push(body, 1);
    expect(refused).toBe(1);
    push(body, 10);
    body.push(null);
    expect(refused).toBe(1);
    expect(body.readableLength).toBe(asBytes(tinyChunksMax));
  });

  it("goes on from one request of a connection to the next", () => {
    const socket = new PassThrough();
    push(request(socket), asBytes(tinyChunksMax));
    push(request(), 1);
    expect(refused).toBe(0);
    push(request(socket), 1);
    expect(refused).toBe(1);
  });

  it("is forgiven with time", () => {
    const body = request();
    push(body, tinyChunksMax);
    now += 500;
    push(body, 499);
    expect(refused).toBe(0);
    push(body, 10);
    expect(refused).toBe(1);
  });

  it("is nothing for chunks of half a kilobyte, and larger ones pay for smaller", () => {
    push(request(), 20_000, chunkBytesMin);
    const body = request();
    for (let time = 0; time < 5_000; time += 1) {
      push(body, 1);
      push(body, 1, 2 * chunkBytesMin);
    }
    expect(refused).toBe(0);
  });

  it("is nothing for a body with a length, however it arrives", () => {
    push(request(undefined, { "content-length": "20000" }), 20_000);
    expect(refused).toBe(0);
  });

  it("may be less while others owe much", () => {
    const others = Array.from({ length: 1 + tinyChunksOfAllMax / tinyChunksMax }, () => request());
    for (const body of others) push(body, tinyChunksMax);
    expect(refused).toBe(1);
    const body = request();
    push(body, tinyChunksMaxUnderLoad);
    expect(refused).toBe(1);
    push(body, 1);
    expect(refused).toBe(2);
    now += 1_000;
    push(request(), tinyChunksMax);
    expect(refused).toBe(2);
  });
});

const MILLISECONDS_MAX = 100;

const errors: (string | undefined)[] = [];
const server = createServer((request, response) => {
  limitBodyTime(server, request, response, MILLISECONDS_MAX);
  request.resume();
  request.once("end", () => response.end("all of it"));
}).listen(0, "127.0.0.1");
server.on("clientError", ({ code }: NodeJS.ErrnoException, socket) => {
  errors.push(code);
  socket.end("HTTP/1.1 408 Request Timeout\r\n\r\n");
});

afterEach(() => {
  errors.length = 0;
});

/** What is answered to a head and as much of its body as is sent. */
async function answerTo(text: string): Promise<string> {
  if (!server.listening) await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  socket.write(text);
  const [answer] = (await once(socket, "data")) as [string];
  socket.destroy();
  return answer;
}

test("a body that does not arrive is given up as Node does it", async () => {
  expect(await answerTo("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf")).toContain("408");
  expect(errors).toEqual(["ERR_HTTP_REQUEST_TIMEOUT"]);
});

test("a body that arrived, and a request without one, are left alone", async () => {
  expect(await answerTo("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nhalf")).toContain("200");
  expect(await answerTo("GET / HTTP/1.1\r\nHost: x\r\n\r\n")).toContain("200");
  await new Promise((resolve) => setTimeout(resolve, 2 * MILLISECONDS_MAX));
  expect(errors).not.toContain("ERR_HTTP_REQUEST_TIMEOUT");
});
