import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { BytesInFlight } from "../../../src/serve/http/bytes-in-flight.ts";
import { Compression } from "../../../src/serve/http/compression.ts";
import { Connections } from "../../../src/serve/http/connections.ts";
import { Exchange, type ExchangeContext, NO_ROUTE, run } from "../../../src/serve/http/exchange.ts";
import { surveyOf } from "../../../src/serve/http/json-survey.ts";
import { HTTP_LIMITS } from "../../../src/serve/http/limits.ts";
import { MicroBatches } from "../../../src/serve/http/micro-batches.ts";
import { readBody } from "../../../src/serve/http/request-body.ts";
import { runs } from "../../support/property-runs.ts";
import { SOON } from "../../support/waiting.ts";
import { problemDocument } from "./support/expect-problem.ts";
import { BATCH, fakeService, RATE, TOKENS } from "./support/fake-app.ts";
import { exchange as exchanged, firstAnswer, listening } from "./support/raw-socket.ts";

describe("request body", () => {
  const BYTES_MAX = 16;

  const { dependencies, observed, failures } = fakeService();
  const context: ExchangeContext = {
    dependencies,
    nextRequestId: () => "0123456789-1",
    microBatches: new MicroBatches(),
    bytes: new BytesInFlight(),
    connections: new Connections(),
    compression: new Compression(false),
  };

  /** What was read of each request; null where it was refused. */
  const bodies: (Buffer | null)[] = [];
  /** Bodies are read once this is settled. */
  let beforeReading: (exchange: Exchange) => Promise<unknown> = async () => {};
  /** Who still listens to a body that was read. */
  let listeners = -1;

  /** Node's own server and only our exchange: it sends the body back. */
  const server = createServer((request, response) => {
    const arrived = new Exchange({ request, response, time: performance.now() }, NO_ROUTE, context);
    run(async (exchange) => {
      await beforeReading(exchange);
      const body = await readBody(exchange, BYTES_MAX);
      bodies.push(body);
      listeners = request.listenerCount("data") + request.listenerCount("end");
      if (body !== null) exchange.send(200, "text/plain", body.toString("latin1"));
    }, arrived);
  });
  let port: number;

  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ({ port } = server.address() as AddressInfo);
  });

  afterEach(() => {
    bodies.length = 0;
    observed.length = 0;
    beforeReading = async () => {};
    expect(failures).toEqual([]);
  });

  afterAll(() => server.close());

  function head(...headers: readonly string[]): string {
    return `${["POST / HTTP/1.1", "Host: x", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;
  }

  function inChunks(...chunks: readonly string[]): string {
    return [...chunks, ""].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("");
  }

  async function echoOf(sent: string | Buffer): Promise<string> {
    const { status, body } = firstAnswer(await exchanged(port, sent));
    expect(status).toBe(200);
    return body;
  }

  /** Sends what is refused, and expects to be told that the connection ends with that. The service would wait for the rest for a while. */
  async function refusalOf(sent: string): Promise<readonly [code: string, detail: string]> {
    const socket = connect(port, "127.0.0.1").setEncoding("latin1");
    // A client that does not request the end is informed of it.
    socket.write(sent.replace("Connection: close\r\n", ""));
    let received = "";
    while (!received.endsWith("}")) received += (await once(socket, "data"))[0];
    socket.destroy();
    const { status, headers, body } = firstAnswer(received);
    const { code, detail } = problemDocument(status, headers["content-type"], body);
    expect(headers.connection).toBe("close");
    expect(bodies).toEqual([null]);
    return [code, detail];
  }

  describe("A body is read to its end", () => {
    it.each([
      ["that is not there", head(), ""],
      ["of no bytes", head("Content-Length: 0"), ""],
      ["of one byte", `${head("Content-Length: 1")}x`, "x"],
      ["of as many bytes as there may be", `${head("Content-Length: 16")}0123456789abcdef`, "0123456789abcdef"],
      [
        "in chunks of as many bytes as there may be",
        head("Transfer-Encoding: chunked") + inChunks("01234567", "89abcdef"),
        "0123456789abcdef",
      ],
      ["in no chunks", head("Transfer-Encoding: chunked") + inChunks(), ""],
      [
        "in chunks with extensions and a trailer",
        `${head("Transfer-Encoding: chunked")}4;a=b\r\nhalf\r\n0\r\nX-Sum: 1\r\n\r\n`,
        "half",
      ],
    ])("%s", async (_what, sent, body) => {
      expect(await echoOf(sent)).toBe(body);
      expect(listeners).toBe(0);
    });

    it("and no further: what follows is another request", async () => {
      const first = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nhalf";
      await exchanged(port, `${first}${head("Content-Length: 5")}other`);
      expect(bodies.map(String)).toEqual(["half", "other"]);
    });

    it("byte by byte, and none is taken for a character", async () => {
      const bytes = Buffer.from([0, 0xff, 0xc3, 0xa9, 0x0d, 0x0a, 0x80]);
      const socket = connect(port, "127.0.0.1");
      socket.setNoDelay(true);
      socket.write(head(`Content-Length: ${bytes.length}`));
      for (const byte of bytes) {
        socket.write(Buffer.of(byte));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await once(socket.resume(), "close");
      expect(bodies).toEqual([bytes]);
    });

    it("as it was encoded: encodings are handled before", async () => {
      const bytes = gzipSync("").subarray(0, BYTES_MAX);
      await exchanged(
        port,
        Buffer.concat([Buffer.from(head("Content-Encoding: gzip", `Content-Length: ${bytes.length}`)), bytes]),
      );
      expect(bodies).toEqual([bytes]);
    });
  });

  describe("A body that is too large is refused", () => {
    it.each([
      ["by what is declared, before any of it is sent", head("Content-Length: 17")],
      ["by a length beyond all numbers", head("Content-Length: 9007199254740993")],
      ["by what arrives in one chunk", head("Transfer-Encoding: chunked") + inChunks("0123456789abcdefg")],
      ["by what arrives in many", head("Transfer-Encoding: chunked") + inChunks(..."0123456789abcdefg")],
      ["before its end, which may never come", `${head("Transfer-Encoding: chunked")}11\r\n0123456789abcdefg\r\n`],
    ])("%s", async (_what, sent) => {
      expect(await refusalOf(sent)).toEqual([
        "payload_too_large",
        `The body is larger than ${BYTES_MAX} bytes. Split the batch.`,
      ]);
    });
  });

  describe("The media type", () => {
    it.each([
      ...[
        "application/json",
        "application/json; charset=utf-8",
        "application/json;",
        " text/csv ",
        "x/y+json",
        "a!#$%&'*+.^`|~-/b",
      ],
    ])("%s is one, whatever it is", async (mediaType) => {
      expect(await echoOf(`${head(`Content-Type: ${mediaType}`, "Content-Length: 4")}half`)).toBe("half");
    });

    it.each([
      ...[
        "",
        "json",
        "/json",
        "application/",
        "application json",
        "application/json utf-8",
        "a/b/c",
        "application/json, text/csv",
      ],
      ...["application/jsön", '"application/json"', ";application/json", "a".repeat(8000)],
    ])("%j is none, and refused before the body is read", async (mediaType) => {
      const refusal = await refusalOf(head(`Content-Type: ${mediaType}`, "Content-Length: 4"));
      expect(refusal).toEqual([
        "unsupported_media_type",
        "The Content-Type header is malformed. Send Content-Type: application/json.",
      ]);
    });

    it("is looked at before the length", async () => {
      expect((await refusalOf(head("Content-Type: json", "Content-Length: 17")))[0]).toBe("unsupported_media_type");
    });
  });

  describe("A body that ends too early is not taken for a whole one", () => {
    const HALF = `${head("Content-Length: 8")}half`;
    const HALF_OF_CHUNKS = `${head("Transfer-Encoding: chunked")}4\r\nhalf\r\n`;

    async function expectCutShort(): Promise<void> {
      await vi.waitFor(() => expect(observed).toHaveLength(1), SOON);
      expect(observed[0]).toMatchObject({ status: 400, problem: "malformed_request" });
      expect(bodies).toEqual([null]);
    }

    /** Sends something and does something to the connection once the service is reading. */
    async function leaveAfter(sent: string, leave: (socket: Socket) => unknown): Promise<void> {
      const reading = Promise.withResolvers<void>();
      beforeReading = async () => reading.resolve();
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      socket.write(sent);
      await reading.promise;
      leave(socket);
      await expectCutShort();
      socket.destroy();
    }

    it.each([
      ["its client ends the connection", HALF, (socket: Socket) => socket.end()],
      ["its client resets the connection", HALF, (socket: Socket) => socket.resetAndDestroy()],
      ["its client leaves before any of it", head("Content-Length: 8"), (socket: Socket) => socket.destroy()],
      ["its client leaves before the last chunk", HALF_OF_CHUNKS, (socket: Socket) => socket.end()],
      ["a chunk has no length", HALF_OF_CHUNKS, (socket: Socket) => socket.write("zz\r\nhalf\r\n")],
      ["a chunk is longer than its length", HALF_OF_CHUNKS, (socket: Socket) => socket.write("4\r\nhalfand\r\n")],
    ])("%s", async (_what, sent, leave) => {
      await leaveAfter(sent, leave);
    });

    it("its client left before anybody listened", async () => {
      beforeReading = ({ request }) => new Promise((resolve) => request.once("close", resolve));
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      socket.write(HALF);
      await once(server, "request");
      socket.destroy();
      await expectCutShort();
    });
  });

  const BODY = '{"requests":[]}';
  const LENGTH = `Content-Length: ${BODY.length}\r\n`;

  /** The first that a client hears which waits with its body. */
  async function firstHeard(request: string, service = fakeService()): Promise<string> {
    const { app } = service;
    const socket = connect(await listening(app), "127.0.0.1").setEncoding("latin1");
    socket.write(request);
    const [text] = (await once(socket, "data")) as [string];
    socket.destroy();
    await app.close();
    return text;
  }

  function asking(path: string, headers: string, token: string = TOKENS.all): string {
    return `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nExpect: 100-continue\r\n${headers}\r\n`;
  }

  describe("A client that asks whether its body is wanted hears the final status", () => {
    it.each([
      ["401 where its key is unknown", 401, asking(BATCH, LENGTH, "unknown")],
      ["403 where its key is not enabled", 403, asking(BATCH, LENGTH, TOKENS.onlyYonder)],
      ["404 where there is nothing", 404, asking("/nothing", LENGTH)],
      ["405 where no body is read", 405, asking(RATE, LENGTH)],
      ["413 where the body is too large", 413, asking(BATCH, "Content-Length: 5000000\r\n")],
      ["415 where it is not JSON", 415, asking(BATCH, `${LENGTH}Content-Type: text/csv\r\n`)],
      ["429 where its key has used up its lookups", 429, asking(BATCH, LENGTH, TOKENS.exhausted)],
      ["503 where there is no data", 503, asking("/api/v1/yy/outpatient/rate/batch", LENGTH)],
      ["400 where there is a key in the query", 400, asking(`${BATCH}?api_key=1`, LENGTH)],
    ])("%s", async (_what, status, request) => {
      const heard = await firstHeard(request);
      expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      // What follows on the connection could be the body or not.
      expect(heard).toMatch(/\r\nconnection: close\r\n/i);
    });

    it("429 where its key has too much under way", async () => {
      const bytesInFlight = new BytesInFlight(1_000_000, 2_000_000);
      bytesInFlight.hold("id-all", 1_000_000);
      const heard = await firstHeard(asking(BATCH, "Content-Length: 100000\r\n"), fakeService({ bytesInFlight }));
      expect(heard).toMatch(/^HTTP\/1.1 429 /);
      expect(heard).toContain('"code":"too_much_at_once"');
    });
  });

  it("a client whose body is wanted is asked for it, and answered when it has sent it", async () => {
    const { app } = fakeService();
    const socket = connect(await listening(app), "127.0.0.1").setEncoding("latin1");
    socket.write(asking(BATCH, LENGTH));
    expect(await once(socket, "data")).toEqual(["HTTP/1.1 100 Continue\r\n\r\n"]);
    socket.write(BODY);
    expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1.1 200 OK/);
    socket.destroy();
    await app.close();
  });
});

describe("json survey", () => {
  const { jsonDepthMax, jsonValuesMax } = HTTP_LIMITS;
  const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;
  const excess = (text: string) => surveyOf(new TextEncoder().encode(text)).excess;
  const isTooDeep = (text: string) => excess(text) === "depth";

  it.each([
    ["arrays", "[", "]"],
    ["objects", '{"a":', "}"],
    ["both", '[{"a":', "}]"],
  ])("%s may be in each other up to the limit, and not once more", (_what, open, close) => {
    const depth = open.length === 6 ? jsonDepthMax / 2 : jsonDepthMax;
    expect(isTooDeep(nested(depth, open, close))).toBe(false);
    expect(isTooDeep(nested(depth + 1, open, close))).toBe(true);
  });

  it("what is side by side is not in each other", () => {
    expect(isTooDeep(`[${Array.from({ length: 1000 }, () => '{"a":[1]}').join(",")}]`)).toBe(false);
  });

  it("values may stand beside each other up to the limit, and not one more, wherever they are", () => {
    const values = (count: number) => Array.from({ length: count }, () => '{"a":1}').join(",");
    expect(excess(`{"requests":[${values(jsonValuesMax)}]}`)).toBeNull();
    expect(excess(`{"requests":[${values(jsonValuesMax + 1)}]}`)).toBe("values");
    expect(excess(`[[${values(jsonValuesMax / 2)}],[${values(jsonValuesMax / 2)}],1]`)).toBe("values");
    expect(excess(JSON.stringify([",".repeat(2 * jsonValuesMax)]))).toBeNull();
  });

  it("brackets in a text are text, also after an escaped quotation mark", () => {
    expect(isTooDeep(JSON.stringify(["[".repeat(100), `\\"${"{".repeat(100)}`, "\\".repeat(3)]))).toBe(false);
    expect(isTooDeep(`["\\\\",${"[".repeat(100)}`)).toBe(true);
  });

  function depthOf(value: unknown): number {
    if (typeof value !== "object" || value === null) return 0;
    return 1 + Math.max(0, ...Object.values(value).map(depthOf));
  }

  it("for every JSON it finds what walking through the parsed value finds", () => {
    const anything = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "large", withCrossShrink: true },
        fc.string(),
        fc.array(tie("value"), { maxLength: 2 }),
        fc.dictionary(fc.string(), tie("value"), { maxKeys: 2 }),
      ),
    })).value;
    const wrapped = fc.tuple(anything, fc.nat(jsonDepthMax + 4)).map(([value, times]) => {
      let result: unknown = value;
      for (let count = 0; count < times; count += 1) result = [result];
      return result;
    });
    fc.assert(
      fc.property(wrapped, (value) => isTooDeep(JSON.stringify(value)) === depthOf(value) > jsonDepthMax),
      runs(),
    );
  });

  it("four megabytes of brackets are looked at no further than the limit", () => {
    const read: number[] = [];
    const bytes = new Proxy(new TextEncoder().encode("[".repeat(100)), {
      get: (target, name) => {
        if (typeof name === "string" && /^\d+$/.test(name)) read.push(Number(name));
        return Reflect.get(target, name, target);
      },
    });
    expect(surveyOf(bytes).excess).toBe("depth");
    expect(read).toHaveLength(jsonDepthMax + 1);
  });
});
