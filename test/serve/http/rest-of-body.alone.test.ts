import { once } from "node:events";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { HTTP_LIMITS } from "../../../src/serve/http/limits.ts";
import type { Answer, LongWork } from "../../../src/serve/http/long-work/question.ts";
import { discardRest } from "../../../src/serve/http/rest-of-body.ts";
import { SOON } from "../../support/waiting.ts";
import { BATCH, fakeService, RATE, TOKENS } from "./support/fake-app.ts";
import { exchange, listening } from "./support/raw-socket.ts";

const { discardedReadMilliseconds, discardedBytesMax, discardedMillisecondsMax, discardedSilenceMillisecondsMax } =
  HTTP_LIMITS;

describe("The rest of a body", () => {
  let body: PassThrough;
  let done: ReturnType<typeof vi.fn<() => void>>;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    body = new PassThrough();
    done = vi.fn();
    discardRest(body, done);
  });

  afterEach(() => vi.useRealTimers());

  const turn = () => new Promise((resolve) => setImmediate(resolve));

  /** Time enough for some reads. */
  const flowing = async () => {
    for (let read = 0; read < 3; read += 1) {
      await turn();
      vi.advanceTimersByTime(discardedReadMilliseconds);
    }
    await turn();
  };

  it("is thrown away to its end", async () => {
    body.end(Buffer.alloc(discardedBytesMax));
    await flowing();
    expect(done).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not waited for when it has been read to its end", async () => {
    const read = new PassThrough().resume();
    read.end("body");
    while (!read.readableEnded) await turn();
    discardRest(read, done);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it("is read with pauses, so that others have their turn", async () => {
    let reads = 0;
    body.on("data", () => {
      reads += 1;
    });
    for (let read = 0; read < 10; read += 1) body.write(Buffer.alloc(1024));
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(reads).toBeLessThan(4);
    for (let time = 0; time < 5; time += 1) await flowing();
    expect(reads).toBe(10);
  });

  it("is not waited for once it is too large", async () => {
    body.write(Buffer.alloc(discardedBytesMax));
    await flowing();
    expect(body.destroyed).toBe(false);
    body.write(Buffer.alloc(1));
    await flowing();
    expect(body.destroyed).toBe(true);
    expect(done).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not waited for once nothing comes", () => {
    vi.advanceTimersByTime(discardedSilenceMillisecondsMax - 1);
    expect(body.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(body.destroyed).toBe(true);
    expect(done).not.toHaveBeenCalled();
  });

  it("is not waited for once it takes too long, though it keeps coming", async () => {
    for (let waited = 0; waited < discardedMillisecondsMax; waited += 1_000) {
      expect(body.destroyed).toBe(false);
      body.write("more");
      await flowing();
      vi.advanceTimersByTime(1_000);
    }
    expect(body.destroyed).toBe(true);
    expect(done).not.toHaveBeenCalled();
  });
});

const service = fakeService();
let port = 0;

beforeAll(async () => {
  port = await listening(service.app);
});
afterEach(() => expect(service.failures).toEqual([]));
afterAll(() => service.app.close());

const HOST = "Host: x\r\n";
const AUTHORIZED = `${HOST}Authorization: Bearer ${TOKENS.all}\r\n`;
const CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";
const BODY = '{"requests":[]}';
const END = "0\r\n\r\n";

const batch = (authorization = AUTHORIZED, body = BODY) =>
  `POST ${BATCH} HTTP/1.1\r\n${authorization}Content-Length: ${body.length}\r\n\r\n${body}`;
const LOOKUP = `GET ${RATE}?billing_code=100&npi=1000000001 HTTP/1.1\r\n${AUTHORIZED}\r\n`;
const CHUNKED_BATCH = `POST ${BATCH} HTTP/1.1\r\n${AUTHORIZED}${CHUNKED}${BODY.length.toString(16)}\r\n${BODY}\r\n${END}`;
const CHUNKED_GET = `GET /livez HTTP/1.1\r\n${HOST}${CHUNKED}${END}`;
const CHUNKED_HEAD = `HEAD /livez HTTP/1.1\r\n${HOST}${CHUNKED}5\r\nhello\r\n`;
const TINY_CHUNKS = `POST ${BATCH} HTTP/1.1\r\n${AUTHORIZED}${CHUNKED}${"1\r\n \r\n".repeat(9_000)}`;
const BROKEN_CHUNKS = `POST ${BATCH} HTTP/1.1\r\n${AUTHORIZED}${CHUNKED}zz\r\n`;
const UNKNOWN_KEY = `${HOST}Authorization: Bearer unknown\r\n`;

const statusesIn = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)).filter((status) => status !== 100);

/** The last closes the connection, which each of these tests waits for. */
const sequences: readonly [what: string, sent: string, statuses: readonly number[]][] = [
  ["a batch and a GET in chunks", batch() + CHUNKED_GET, [200, 200]],
  ["a batch and a HEAD in chunks that do not end", batch() + CHUNKED_HEAD, [200, 200]],
  ["a batch in chunks and a GET in chunks", CHUNKED_BATCH + CHUNKED_GET, [200, 200]],
  ["a refused batch and a GET in chunks", batch(UNKNOWN_KEY) + CHUNKED_GET, [401, 200]],
  [
    "batches, lookups and a GET in chunks",
    batch() + LOOKUP + batch() + LOOKUP + CHUNKED_GET,
    [200, 200, 200, 200, 200],
  ],
  ["a GET in chunks and a batch, which is not read", CHUNKED_GET + batch(), [200]],
  ["a batch, a GET in chunks and a lookup, which is not read", batch() + CHUNKED_GET + LOOKUP, [200, 200]],
  ["a batch and one in small chunks", batch() + TINY_CHUNKS, [200, 413]],
  ["a batch in chunks and one in small chunks", CHUNKED_BATCH + TINY_CHUNKS, [200, 413]],
  ["a lookup, a batch and one in small chunks", LOOKUP + batch() + TINY_CHUNKS, [200, 200, 413]],
  ["a batch, one in small chunks and what follows it", batch() + TINY_CHUNKS + END + LOOKUP + CHUNKED_GET, [200, 413]],
  ["a refused batch and one in small chunks", batch(UNKNOWN_KEY) + TINY_CHUNKS, [401, 413]],
  ["a batch and one in broken chunks", batch() + BROKEN_CHUNKS, [200, 400]],
  [
    "a batch and a path that is not there, in chunks",
    `${batch()}POST /nowhere HTTP/1.1\r\n${HOST}${CHUNKED}`,
    [200, 404],
  ],
];

describe("Requests that are sent ahead of one in chunks are all answered, and the connection is closed", () => {
  it.each(sequences)("%s", async (_what, sent, statuses) => {
    expect(statusesIn(await exchange(port, sent))).toEqual(statuses);
  });

  it.each(sequences)("%s, in two parts", async (_what, sent, statuses) => {
    const socket = connect(port, "127.0.0.1").setEncoding("latin1").setNoDelay();
    let received = "";
    socket.on("data", (text) => {
      received += text;
    });
    socket.on("error", () => {});
    const closed = once(socket, "close");
    // The second part begins within the first request.
    socket.write(sent.slice(0, sent.indexOf("\r\n\r\n") + 7));
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write(sent.slice(sent.indexOf("\r\n\r\n") + 7));
    await closed;
    expect(statusesIn(received)).toEqual(statuses);
  });

  it("also while the first is worked on", async () => {
    const held = Promise.withResolvers<void>();
    let asked = 0;
    const work: LongWork = {
      async answer(): Promise<Answer> {
        asked += 1;
        await held.promise;
        return { ok: true, body: "[]", lookups: 1 };
      },
    };
    const { app } = fakeService({ longWork: () => work });
    const named = batch(AUTHORIZED, '{"requests":[{"billing_code":"100","provider_name":"clinic"}]}');
    const heldPort = await listening(app);
    const answered = [CHUNKED_GET, TINY_CHUNKS].map((last) => exchange(heldPort, named + last));
    await vi.waitFor(() => expect(asked).toBeGreaterThan(0), SOON);
    held.resolve();
    expect((await Promise.all(answered)).map(statusesIn)).toEqual([
      [200, 200],
      [200, 413],
    ]);
    await app.close();
  });
});

describe("A connection that is closed because what comes cannot be read", () => {
  it.each([
    ["no HTTP at all", "hello\r\n\r\n"],
    ["a batch in small chunks", TINY_CHUNKS],
    ["a refused request in chunks", `POST /nowhere HTTP/1.1\r\n${HOST}${CHUNKED}`],
  ])("is gone after the same time, though its client keeps its side open: %s", async (_what, sent) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const arrived = once(service.app.server, "connection");
      const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
      client.write(sent);
      const [socket] = await arrived;
      await once(client.resume(), "end");
      vi.advanceTimersByTime(HTTP_LIMITS.unparsedMillisecondsMax - 1);
      expect(socket.destroyed).toBe(false);
      vi.advanceTimersByTime(1);
      expect(socket.destroyed).toBe(true);
      client.destroy();
    } finally {
      vi.useRealTimers();
    }
  });
});
